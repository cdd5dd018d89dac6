/*
 * Defaults of sign-in (specification, section 9), and limits of ours where it is silent.
 */

/** How long the hidden frame may take before renewal fails with 'Frame window timed out'. */
export const silentRenewTimeoutInSeconds = 10;
/** How long before its expiry the access token is renewed. */
export const accessTokenExpiringNoticeInSeconds = 60;
/** How long a user may take at the identity provider before the sign-in is stale. */
export const staleStateAgeInSeconds = 900;
/** How far the clocks of this device and the identity provider may differ. */
export const clockSkewInSeconds = 300;

/** Time limit of a request to the identity provider. */
export const providerTimeoutInSeconds = 10;
/** Signing out goes on after this, whether the provider has revoked the tokens or not. */
export const revocationTimeoutInSeconds = 3;
/** Pauses between renewals while the provider cannot be reached; the last one repeats. */
export const renewalRetryPausesInSeconds = [1, 2, 4, 8, 15] as const;
/** A token that a service refuses is not renewed again within this time. */
export const renewalMinimumIntervalInSeconds = 10;
/** How long a reloaded page waits for its own lock before it takes itself for a copied tab. */
export const tabLockTimeoutInSeconds = 1;
