import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { Loader } from '../loader/loader.tsx';
import { useShell, useSignInState } from '../shell-context.ts';
import { texts } from '../texts/texts.ts';
import { clockTime } from './moments.ts';
import './content-away.css';

/** Stands over the frame while the content's host does not answer: the browser's own page has no way out. */
export function ContentAway() {
  const { silence } = useShell();
  const state = useSyncExternalStore(silence.subscribe, () => silence.state);
  return silence.isAway ? <Notice isRetrying={state === 'retrying'} /> : null;
}

function Notice({ isRetrying }: { readonly isRetrying: boolean }) {
  const { configuration, control, frame, silence } = useShell();
  const isSignedIn = 'session' in useSignInState();
  const [, navigate] = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  const { title } = configuration.project;
  const triedInVainAt = useSyncExternalStore(silence.subscribe, () => silence.triedInVainAt);
  useEffect(() => {
    heading.current?.focus();
    // The user goes on in the content.
    return () => frame.window?.focus();
  }, [frame]);

  return (
    <main className="content-away">
      <div className="notice">
        <div role="alert">
          <h1 ref={heading} tabIndex={-1}>
            {texts.contentAwayTitle}
          </h1>
          <p>{texts.contentAway(title)}</p>
        </div>
        <div className="content-away-buttons">
          <button
            className="button"
            type="button"
            aria-disabled={isRetrying}
            onClick={() => isRetrying || silence.retry()}
          >
            {texts.retry}
          </button>
          {isSignedIn ? (
            <button
              className="button button-quiet"
              type="button"
              onClick={() => navigate('/logout', { replace: true })}
            >
              {texts.signOut}
            </button>
          ) : (
            <button
              className="button button-quiet"
              type="button"
              onClick={() => void control.startSignIn()}
            >
              {texts.signIn}
            </button>
          )}
        </div>
        <Loader isLoading={isRetrying} size="mini" />
        <output className="content-away-still">
          {triedInVainAt !== undefined && texts.contentStillAway(clockTime(triedInVainAt))}
        </output>
        <button className="content-away-anyway" type="button" onClick={silence.showAnyway}>
          {texts.showAnyway}
        </button>
      </div>
    </main>
  );
}
