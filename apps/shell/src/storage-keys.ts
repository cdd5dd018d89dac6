/*
 * Every name under which the shell stores something (specification, sections 3 and 9). Session
 * storage holds what belongs to one sign-in in one tab; local storage outlives both.
 */

/** Session storage: the user session, so that a reload shows the content at once. */
export const userSessionKey = 'userSession';
/** Session storage: where the content opens after sign-in. */
export const deepLinkKey = 'deepLink';
/** Session storage: name of this tab, by which a copied tab is recognized. */
export const tabIdKey = 'tabId';
/** Session storage: what a redirect to the identity provider must come back with. */
export const pendingSignInKey = 'pendingSignIn';
/** Session storage: a coupon code that is redeemed after sign-in. */
export const couponKey = 'coupon';
/** Session storage: the seat of a licence that this tab holds, so that a reload keeps it. */
export const seatKey = 'seat';

/** Local storage: pseudonym of this browser for licence seats. */
export const deviceIdKey = 'deviceId';
/** Local storage: the settings of the environment file, as JSON. */
export const environmentKey = 'prosEnvironment';
/** Local storage: the last log entries. */
export const persistentLogsKey = 'persistentLogs';

/** What the login page removes from local storage begins with this. */
export const signInKeyPrefix = 'oidc.';

/** Session storage: the signed-in user's tokens. */
export function userRecordKey(authority: string, clientId: string): string {
  return `${signInKeyPrefix}user:${authority}:${clientId}`;
}
