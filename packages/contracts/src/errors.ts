import { withStatus } from './with-status.ts';

/**
 * Errors that any call may answer, with their HTTP status and the text for developers.
 * A call's own errors stand in its contract; together they are the closed union of its codes.
 */
export const generalErrors = {
  ...withStatus(400, {
    REQUEST_INVALID: 'The request does not have the shape that the contract gives.',
    HEADER_INVALID: 'An identity header is missing, repeated or malformed.',
  }),
  ...withStatus(401, { TOKEN_REQUIRED: 'A valid bearer token is required.' }),
  ...withStatus(403, {
    SUBJECT_FORBIDDEN:
      'The caller may not do this for this subject: for others it takes the permission that the call names, and mandant.any where the call concerns a person as a whole.',
    ROLE_FORBIDDEN: 'The caller does not hold a role that X-Ia-Roles names.',
    PERMISSION_MISSING: 'The caller lacks a permission that this call needs.',
    CSRF_REFUSED:
      'A request with a cookie and without a bearer token needs the header X-XSRF-TOKEN.',
    SUBJECT_HOLDS_MORE:
      'This person may do more than the caller, and is changed or erased by who may do all of it, or assigns and manages roles.',
    SUBJECT_ERASED: 'This person was erased here. Nothing is stored of it until its next sign-in.',
    SUBJECT_ERASING: 'The data of this subject is being erased. Try again in a few minutes.',
    NOT_OWN_TOKEN: 'Only the token of the subject itself can do this.',
    SIGN_IN_NOT_FRESH:
      'This needs a sign-in of the last five minutes, and a token that tells its time (auth_time). Sign in again (prompt=login), then send the request with the new token.',
  }),
  ...withStatus(404, {
    USER_NOT_FOUND:
      'No user has this subject, or none that the caller may know of: its customers are.',
    CALL_UNKNOWN: 'There is no such call.',
  }),
  ...withStatus(408, { REQUEST_TIMEOUT: 'The request did not arrive in time.' }),
  ...withStatus(413, { BODY_TOO_LARGE: 'The body is larger than this call accepts.' }),
  ...withStatus(415, {
    MEDIA_TYPE_UNSUPPORTED:
      'The media type of the body is not supported. Calls take application/json.',
  }),
  ...withStatus(417, {
    EXPECTATION_FAILED:
      'The only value of the header Expect that the services support is 100-continue.',
  }),
  ...withStatus(429, {
    TOO_MANY_REQUESTS: 'Too many requests. Retry-After says when to come back.',
  }),
  ...withStatus(431, { HEADERS_TOO_LARGE: 'The headers are larger than the services accept.' }),
  ...withStatus(500, { INTERNAL: 'The service failed. Look up the correlation id in its log.' }),
  ...withStatus(503, {
    UNAVAILABLE: 'Something the service depends on cannot be reached. Try again.',
    TOOK_TOO_LONG:
      'The request took too long and was cancelled. An immediate retry will take as long.',
    OVERLOADED: 'The service is overloaded. Try again later.',
  }),
} satisfies CallErrors;

export type GeneralErrorCode = keyof typeof generalErrors;

/** A call's own errors: code to HTTP status and text. */
export type CallErrors = Readonly<
  Record<string, { readonly status: number; readonly text: string }>
>;
