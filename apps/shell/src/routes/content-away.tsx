import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../button.tsx';
import type { Configuration } from '../configuration.ts';
import type { ContentFrame } from '../content-frame/content-frame.ts';
import type { Silence } from '../content-frame/silence.ts';
import { Loader } from '../loader/loader.tsx';
import type { SessionControl } from '../session/session-control.ts';
import type { SessionStore } from '../session/session-store.ts';
import { useSignInState } from '../session/use-sign-in-state.ts';
import { texts } from '../texts/texts.ts';
import { useBodyMark } from '../use-body-mark.ts';
import { clockTime } from './moments.ts';
import './content-away.css';

interface ContentAwayProps {
  readonly configuration: Configuration;
  readonly control: SessionControl;
  readonly frame: ContentFrame;
  readonly silence: Silence;
  readonly store: SessionStore;
}

/** Stands over the frame while the content's host does not answer: the browser's own page has no way out. */
export function ContentAway(props: ContentAwayProps) {
  const { silence } = props;
  const state = useSyncExternalStore(silence.subscribe, () => silence.state);
  return silence.isAway ? <Notice isRetrying={state === 'retrying'} {...props} /> : null;
}

function Notice({
  isRetrying,
  configuration,
  control,
  frame,
  silence,
  store,
}: ContentAwayProps & { readonly isRetrying: boolean }) {
  const isSignedIn = 'session' in useSignInState(store);
  const [, navigate] = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  const { title } = configuration.project;
  const triedInVainAt = useSyncExternalStore(silence.subscribe, () => silence.triedInVainAt);
  // Ends before the effect below does: a hidden frame takes no focus.
  useBodyMark('contentAway');
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
          <Button aria-disabled={isRetrying} onClick={() => isRetrying || silence.retry()}>
            {texts.retry}
          </Button>
          {isSignedIn ? (
            <Button isQuiet onClick={() => navigate('/logout', { replace: true })}>
              {texts.signOut}
            </Button>
          ) : (
            <Button isQuiet onClick={() => void control.startSignIn()}>
              {texts.signIn}
            </Button>
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
