import * as keys from '../storage-keys.ts';
import { consentCookie } from './consent-defaults.ts';
import type { ConsentTexts } from './consent-texts.ts';

/** Purpose and lifetime of a stored name, in the dialog's words. */
type Entry = readonly [purpose: keyof ConsentTexts, lifetime: keyof ConsentTexts];

const session: Entry = ['purposeOfSession', 'untilTabCloses'];
const device: Entry = ['purposeOfDevice', 'untilCleared'];
const signOut: Entry = ['purposeOfSignOut', 'untilCleared'];

/** Everything that the shell stores without consent. A name that is not told here does not compile. */
const storedNames: Readonly<Record<NecessaryName, Entry>> = {
  [consentCookie]: ['purposeOfChoice', 'days182'],
  'XSRF-TOKEN': ['purposeOfCsrf', 'untilBrowserCloses'],
  'oidc.user': session,
  [keys.userSessionKey]: session,
  [keys.pendingSignInKey]: session,
  [keys.deepLinkKey]: session,
  [keys.placeKey]: session,
  [keys.tabIdKey]: session,
  [keys.couponKey]: session,
  [keys.unclearCouponKey]: session,
  [keys.joinCodeKey]: session,
  [keys.opensKey]: session,
  [keys.seatKey]: session,
  [keys.signedOutKey]: signOut,
  [keys.askAnewKey]: signOut,
  [keys.leftPlacesKey]: ['purposeOfPlace', 'days14'],
  [keys.deviceIdKey]: device,
  [keys.deviceHistoryKey]: device,
  [keys.environmentKey]: ['purposeOfSettings', 'untilCleared'],
  [keys.persistentLogsKey]: ['purposeOfLogs', 'untilCleared'],
};

type Stored = keys.StorageKeys['session'] | keys.StorageKeys['local'];
/** Names of authors' tools are left out, and the sign-in has one name for all providers. */
type NecessaryName =
  | Exclude<
      Stored,
      `oidc.${string}` | typeof keys.testingOverlayKey | typeof keys.forceTestingModeKey
    >
  | typeof consentCookie
  | 'XSRF-TOKEN'
  | 'oidc.user';

/** The names by purpose: what serves the same and lasts as long is told together. */
export function storedNecessary(
  texts: ConsentTexts,
): readonly (readonly [names: string, purpose: string, lifetime: string])[] {
  const byEntry = Map.groupBy(Object.entries(storedNames), ([, entry]) => entry);
  return Array.from(byEntry, ([[purpose, lifetime], names]) => [
    names.map(([name]) => name).join(', '),
    texts[purpose],
    texts[lifetime],
  ]);
}
