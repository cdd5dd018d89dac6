/**
 * Errors that any call may answer, with their HTTP status and the text for developers.
 * A call's own errors stand in its contract; together they are the closed union of its codes.
 */
export const generalErrors = {
  REQUEST_INVALID: {
    status: 400,
    text: 'The request does not have the shape that the contract gives.',
  },
  HEADER_INVALID: { status: 400, text: 'An identity header is missing, repeated or malformed.' },
  TOKEN_REQUIRED: { status: 401, text: 'A valid bearer token is required.' },
  SUBJECT_FORBIDDEN: {
    status: 403,
    text: 'The caller may not do this for this subject: for others it takes the permission that the call names, and mandant.any where the call concerns a person as a whole.',
  },
  ROLE_FORBIDDEN: { status: 403, text: 'The caller does not hold a role that X-Ia-Roles names.' },
  PERMISSION_MISSING: { status: 403, text: 'The caller lacks a permission that this call needs.' },
  CSRF_REFUSED: {
    status: 403,
    text: 'A request with a cookie and without a bearer token needs the header X-XSRF-TOKEN.',
  },
  SUBJECT_HOLDS_MORE: {
    status: 403,
    text: 'This person may do more than the caller, and is changed or erased by who may do all of it, or assigns and manages roles.',
  },
  SUBJECT_ERASED: {
    status: 403,
    text: 'This person was erased here. Nothing is stored of it until its next sign-in.',
  },
  SUBJECT_ERASING: {
    status: 403,
    text: 'The data of this subject is being erased. Try again in a few minutes.',
  },
  NOT_OWN_TOKEN: { status: 403, text: 'Only the token of the subject itself can do this.' },
  SIGN_IN_NOT_FRESH: {
    status: 403,
    text: 'This needs a sign-in of the last five minutes, and a token that tells its time (auth_time). Sign in again (prompt=login), then send the request with the new token.',
  },
  USER_NOT_FOUND: {
    status: 404,
    text: 'No user has this subject, or none that the caller may know of: its customers are.',
  },
  CALL_UNKNOWN: { status: 404, text: 'There is no such call.' },
  REQUEST_TIMEOUT: { status: 408, text: 'The request did not arrive in time.' },
  BODY_TOO_LARGE: { status: 413, text: 'The body is larger than this call accepts.' },
  MEDIA_TYPE_UNSUPPORTED: {
    status: 415,
    text: 'The media type of the body is not supported. Calls take application/json.',
  },
  EXPECTATION_FAILED: {
    status: 417,
    text: 'The only value of the header Expect that the services support is 100-continue.',
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    text: 'Too many requests. Retry-After says when to come back.',
  },
  HEADERS_TOO_LARGE: { status: 431, text: 'The headers are larger than the services accept.' },
  INTERNAL: { status: 500, text: 'The service failed. Look up the correlation id in its log.' },
  UNAVAILABLE: {
    status: 503,
    text: 'Something the service depends on cannot be reached. Try again.',
  },
  TOOK_TOO_LONG: {
    status: 503,
    text: 'The request took too long and was cancelled. An immediate retry will take as long.',
  },
  OVERLOADED: { status: 503, text: 'The service is overloaded. Try again later.' },
} as const satisfies CallErrors;

export type GeneralErrorCode = keyof typeof generalErrors;

/** A call's own errors: code to HTTP status and text. */
export type CallErrors = Readonly<
  Record<string, { readonly status: number; readonly text: string }>
>;
