import { useSignInState } from '../shell-context.ts';
import { texts } from '../texts/texts.ts';
import { ProblemNotice } from './notice.tsx';

/** Says over the content that the licences could not be loaded, until they are. */
export function LicenseNotice() {
  const state = useSignInState();
  const isMissing = state.name === 'signed-in' && state.session.areLicencesMissing;
  return isMissing ? <ProblemNotice>{texts.licencesMissing}</ProblemNotice> : null;
}
