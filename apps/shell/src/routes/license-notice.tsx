import type { ContentFrame } from '../content-frame/content-frame.ts';
import type { SessionStore } from '../session/session-store.ts';
import { useSignInState } from '../session/use-sign-in-state.ts';
import { texts } from '../texts/texts.ts';
import { ProblemNotice } from './notice.tsx';

interface LicenseNoticeProps {
  readonly store: SessionStore;
  readonly frame: ContentFrame;
}

/** Says over the content that the licences could not be loaded, until they are. */
export function LicenseNotice({ store, frame }: LicenseNoticeProps) {
  const state = useSignInState(store);
  const isMissing = state.name === 'signed-in' && state.session.areLicencesMissing;
  return isMissing ? <ProblemNotice frame={frame}>{texts.licencesMissing}</ProblemNotice> : null;
}
