/*
 * Constants of the consent dialog (specification, section 9). The revision, which is 1, stands in the
 * configuration with the other defaults.
 */

/** Name of the cookie that keeps the choice. Its path is `/`, and it is SameSite Lax. */
export const consentCookie = 'cc_cookie';
export const consentLifetimeInDays = 182;

/** From the dialog's opening until it begins to appear. */
export const animationDelayInMs = 100;
/**
 * From a choice until the page can be used again. The second half of a double click, or a key that is
 * still held, must not press what stood behind the dialog.
 */
export const lockReleaseInMs = 500;

/** 13 months, and 6 months, as Matomo itself rounds them. */
export const visitorCookieLifetimeInSeconds = 393 * 86_400;
export const referrerCookieLifetimeInSeconds = 182.5 * 86_400;
