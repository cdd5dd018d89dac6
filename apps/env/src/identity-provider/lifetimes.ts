/*
 * How long things live, in seconds.
 *
 * A sign-in holds for a school day and is never extended by use: on a shared computer nobody stays
 * signed in over night. Everything issued under it ends with it.
 */

/** Access tokens are opaque and short, so that a lost one is soon worthless. */
export const accessTokenLifetimeInSeconds = 5 * 60;
export const idTokenLifetimeInSeconds = 5 * 60;
/** A code is redeemed at once by the page that receives it. */
export const authorizationCodeLifetimeInSeconds = 60;
/** Time to type name and password. */
export const interactionLifetimeInSeconds = 60 * 60;
export const sessionLifetimeInSeconds = 8 * 60 * 60;
/** From the first token of a family; rotation does not extend it (RFC 9700, section 4.14.2). */
export const refreshTokenLifetimeInSeconds = 8 * 60 * 60;
/**
 * Long enough that a grant made at the beginning of a session still outlives a refresh token that is
 * issued at its end.
 */
export const grantLifetimeInSeconds = sessionLifetimeInSeconds + refreshTokenLifetimeInSeconds;
