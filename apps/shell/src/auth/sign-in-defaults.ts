/* Defaults of sign-in (specification, section 9), and limits of ours where it is silent. */

/** How long the hidden frame may take before renewal fails with 'Frame window timed out'. */
export const silentRenewTimeoutInSeconds = 10;
/** How often the provider's session frame is asked whether its session is still the same. */
export const sessionCheckIntervalInMs = 2000;
/** How long it may leave that unanswered: the browser may not let it be framed. */
export const sessionCheckAnswerLimitInMs = 10_000;
/** How long it is left alone after its session changed and the provider did not say who is signed in. */
export const sessionCheckPauseInMs = 60_000;
/** How long before its expiry the access token is renewed. */
export const accessTokenExpiringNoticeInSeconds = 60;
/** Lifetime of access tokens whose provider does not say it; they are renewed earlier when a service refuses them. */
export const assumedLifetimeInSeconds = 300;
/** How long a user may take at the identity provider before the sign-in is stale. */
export const staleStateAgeInSeconds = 900;
/** How far the clocks of this device and the identity provider may differ. */
export const clockSkewInSeconds = 300;

/**
 * How far this device's clock must differ from the shell's host for being to blame: when a check of a time
 * fails, the identity provider's clock may have the other part in it.
 */
export const clockFaultInSeconds = clockSkewInSeconds / 2;
/** How often it is looked whether the popup is still open. */
export const popupCheckIntervalInMs = 500;
/** How long a popup may take to show its own page, before it goes to the provider without. */
export const popupOpenLimitInMs = 10_000;
/** How long content may go on saving after the user has asked to sign out. */
export const askedGraceInMs = 5000;
/** How long a sign-out waits for what the same person has not saved in other tabs. */
export const otherTabsSavingLimitInMs = 5000;
/** Time limit of a request to the identity provider. */
export const providerTimeoutInSeconds = 10;
/** Signing out goes on after this, whether the provider has revoked the tokens or not. */
export const revocationTimeoutInMs = 3_000;
/** Pauses between renewals while the provider cannot be reached; the last one repeats. */
export const renewalRetryPausesInSeconds = [1, 2, 4, 8, 15] as const;
/** A token that a service refuses is not renewed again within this time. */
export const renewalMinimumIntervalInSeconds = 10;
/** How long a reloaded page waits for its own lock before it takes itself for a copied tab. */
export const tabLockTimeoutInSeconds = 1;
