/*
 * Every name under which the shell stores something (specification, sections 3 and 9), and what goes on
 * without it where storage is full or switched off. Session storage holds what belongs to one sign-in in
 * one tab; local storage outlives both.
 */

/** Session storage: the user session, so that a reload shows the content at once. Without: sign in again. */
export const userSessionKey = 'userSession';
/** Session storage: where the content opens after sign-in. Without: it opens at its first page. */
export const deepLinkKey = 'deepLink';
/**
 * Session storage: name of this tab, by which a copied tab is recognized. Without: the copy signs in
 * again once its token is refused.
 */
export const tabIdKey = 'tabId';
/**
 * Session storage: what a redirect to the identity provider must come back with. Without: nobody can
 * sign in by redirect, and the login page says that nothing fits the answer.
 */
export const pendingSignInKey = 'pendingSignIn';
/**
 * Session storage: where the user is, as the content has said. Without: a reload, and a session that is
 * lost, do not lead back there.
 */
export const placeKey = 'place';
/** Session storage: a coupon code that is redeemed after sign-in. Without: it is typed again. */
export const couponKey = 'coupon';
/** Session storage: what an address gave as a code but cannot be one. Without: it is typed again. */
export const unclearCouponKey = 'unclearCoupon';
/** Session storage: a class's code, for joining it after sign-in. Without: it is typed again. */
export const joinCodeKey = 'joinCode';
/** Session storage: what of the shell opens after sign-in. Without: it is opened by hand. */
export const opensKey = 'opens';
/**
 * Session storage: the seat of a licence that this tab holds, so that a reload keeps it. Without: a
 * reload obtains another one.
 */
export const seatKey = 'seat';
/** Session storage: how the testing overlay was left. Without: it comes closed. */
export const testingOverlayKey = 'testingOverlay';

/** Local storage: pseudonym of this browser for licence seats. Without: it is derived for each sign-in. */
export const deviceIdKey = 'deviceId';
/**
 * Local storage: since when this browser has been a device, and when the publication last changed here.
 * Without: both are now.
 */
export const deviceHistoryKey = 'deviceHistory';
/** Local storage: the settings of the environment file, as JSON. Without: there are none. */
export const environmentKey = 'prosEnvironment';
/**
 * Local storage: 'true' shows the testing overlay in production, where section 6 allows it. Without:
 * it does not show there.
 */
export const forceTestingModeKey = 'forceTestingMode';
/** Local storage: the last log entries. Without: the console has them, and the logging address. */
export const persistentLogsKey = 'persistentLogs';

/**
 * Local storage: where those were whose sessions were lost, each under a hash of who it is. Without: the
 * content opens at its first page.
 */
export const leftPlacesKey = 'leftPlaces';
/**
 * Local storage, only for an instant: a hash of who has just signed out, for the other tabs of the same
 * person. Without: they notice at their next renewal.
 */
export const signedOutKey = 'signedOut';
/**
 * Local storage: 'true' after a sign-out that could not end the provider's session: the next sign-in asks
 * for the password. Without: the next person may be signed in as the one before.
 */
export const askAnewKey = 'askAnew';

/** Prefix of the entries that the login page removes from local storage. */
export const signInKeyPrefix = 'oidc.';

/** Session storage: the signed-in user's tokens. Without: a reload signs in again. */
export function userRecordKey(authority: string, clientId: string): UserRecordKey {
  return `${signInKeyPrefix}user:${authority}:${clientId}`;
}

type UserRecordKey = `${typeof signInKeyPrefix}user:${string}`;

/** The kinds of storage, and the names that belong to each. */
export interface StorageKeys {
  readonly session:
    | typeof userSessionKey
    | typeof deepLinkKey
    | typeof tabIdKey
    | typeof pendingSignInKey
    | typeof placeKey
    | typeof couponKey
    | typeof unclearCouponKey
    | typeof joinCodeKey
    | typeof opensKey
    | typeof seatKey
    | typeof testingOverlayKey
    | UserRecordKey;
  readonly local:
    | typeof deviceIdKey
    | typeof deviceHistoryKey
    | typeof environmentKey
    | typeof forceTestingModeKey
    | typeof persistentLogsKey
    | typeof leftPlacesKey
    | typeof signedOutKey
    | typeof askAnewKey;
}
