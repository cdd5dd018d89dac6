import { useEffect, useSyncExternalStore } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { Configuration } from '../configuration.ts';
import type { ContentFrame } from '../content-frame/content-frame.ts';
import { openContent } from '../content-frame/open-content.ts';
import type { Silence } from '../content-frame/silence.ts';
import { currentIntent, keepIntent, loginAddress } from '../session/sign-in-intent.ts';
import { Loader } from '../loader/loader.tsx';
import { useSignInState } from '../session/use-sign-in-state.ts';
import { storage } from '../storage/storage.ts';
import { PopupCard } from './popup-card.tsx';
import { Seatless, type SeatlessPageProps } from './seatless.tsx';

interface ContainerProps extends SeatlessPageProps {
  readonly configuration: Configuration;
  readonly frame: ContentFrame;
  readonly silence: Silence;
}

/**
 * The empty path: the content, shown only once a session exists. The start script may have opened
 * the frame long before this renders; then nothing is left to do here.
 */
export function Container(props: ContainerProps) {
  const { configuration, control, frame, silence, store } = props;
  const { project, signIn } = configuration;
  const state = useSignInState(store);
  const search = useSearch();
  const [, navigate] = useLocation();
  const isLoaded = useSyncExternalStore(frame.subscribe, () => frame.isLoaded);
  const isAway = useSyncExternalStore(silence.subscribe, () => silence.isAway);

  useEffect(() => {
    if (state.name === 'signed-in') openContent(frame, project);
    if (state.name !== 'signed-out') return;
    const intent = currentIntent(search);
    storage('session').clear();
    const showLoginPage = () => {
      const { pathname, search: query } = loginAddress(intent);
      navigate(pathname + query, { replace: true });
    };
    // After a failure the login page says why, rather than trying again at once.
    if (!signIn.autoLogin || state.problem) return showLoginPage();
    keepIntent(intent);
    void (async () => {
      if ((await control.startSignInUnasked()) === 'popup blocked') showLoginPage();
    })();
  }, [state, search, control, frame, navigate, project, signIn]);

  if (state.name === 'in-popup') return <PopupCard project={project} onShow={control.showPopup} />;
  if (state.name === 'seatless') return <Seatless key={state.obstacle} {...props} {...state} />;
  // The notice of a host that is away says itself when something loads.
  return <Loader isLoading={!isLoaded && !isAway} />;
}
