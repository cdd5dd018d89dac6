import { CallError } from '../../http/errors.ts';

/** Refusals of the record store beside those of every service: code to HTTP status and text. */
const refusals = {
  VERSION_UNSUPPORTED: {
    status: 400,
    text: 'The header X-Experience-API-Version must be 1.0, 1.0.x, 2.0 or 2.0.x.',
  },
  PARAMETER_INVALID: { status: 400, text: 'A query parameter is missing, unknown or malformed.' },
  HEADER_INVALID: { status: 400, text: 'A header is malformed.' },
  ALTERNATE_REQUEST_INVALID: {
    status: 400,
    text: 'This is not a request in the alternate syntax (xAPI 1.0.3, Communication 1.3).',
  },
  DOCUMENT_NOT_MERGEABLE: {
    status: 400,
    text: 'Only JSON objects can be merged: what is stored and what is sent must both be one, as application/json.',
  },
  PRECONDITION_MISSING: {
    status: 400,
    text: 'Say with If-None-Match: * that the document is a new one, or with If-Match which state of it is to be replaced.',
  },
  BODY_INVALID: { status: 400, text: 'The body is malformed.' },
  CREDENTIALS_REQUIRED: {
    status: 401,
    text: 'A valid bearer token, or the key and secret of an API key (Basic), is required.',
  },
  KEY_REFUSED: { status: 401, text: 'Unknown API key or wrong secret.' },
  SESSION_REFUSED: {
    status: 401,
    text: 'Unknown session, wrong secret, or the session has ended.',
  },
  SESSION_CLOSED: {
    status: 403,
    text: 'The learner may not open this course any more: the licence, the role or the course is gone. Launch the unit again once it is open.',
  },
  SCOPE_MISSING: { status: 403, text: 'The scopes of the API key do not allow this.' },
  SUBJECT_FORBIDDEN: {
    status: 403,
    text: 'The agent is not the caller, who may not do this for others.',
  },
  SUBJECT_ERASED: {
    status: 403,
    text: 'It is about a person who was erased here. Nothing is kept of that person until the next sign-in.',
  },
  PERMISSION_MISSING: { status: 403, text: 'The caller lacks a permission that this needs.' },
  DOCUMENT_FORBIDDEN: {
    status: 403,
    text: 'The document does not belong to the session, or the session may only read it.',
  },
  SESSION_FORBIDDEN: { status: 403, text: 'This is not for sessions of cmi5.' },
  STATEMENT_REFUSED: { status: 403, text: 'The statement is against the rules of cmi5.' },
  DOCUMENT_NOT_FOUND: { status: 404, text: 'There is no such document.' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    text: 'The resource does not support this method. The header Allow lists those it supports.',
  },
  STATEMENT_NOT_FOUND: { status: 404, text: 'There is no such statement.' },
  STATEMENT_CONFLICT: { status: 409, text: 'Another statement has this id. Nothing was stored.' },
  DOCUMENT_EXISTS: {
    status: 409,
    text: 'There is such a document already. Fetch it, and say with the header If-Match which state of it is to be replaced.',
  },
  PRECONDITION_FAILED: {
    status: 412,
    text: 'The document is not in the state that If-Match or If-None-Match asks for. Nothing was changed.',
  },
  DOCUMENTS_TOO_LARGE: {
    status: 413,
    text: 'The documents of this agent, or of this registration for a course, would exceed their limit. Delete some first.',
  },
  ATTACHMENTS_TOO_LARGE: {
    status: 413,
    text: 'The attachments would exceed the limit for one person, one registration for a course, or one key.',
  },
  SESSION_BUSY: {
    status: 409,
    text: 'Another request is writing to this session. Nothing was stored; try again.',
  },
  BODY_TOO_LARGE: { status: 413, text: 'The body is larger than the resource accepts.' },
} as const;

export type RefusalCode = keyof typeof refusals;

/** A refusal of the record store: `throw refusal('DOCUMENT_NOT_FOUND')`. */
export function refusal(code: RefusalCode, text: string = refusals[code].text): CallError {
  return refusalOfBatch([{ code, text }]);
}

/** A refusal of several statements; the first one says with which status. */
export function refusalOfBatch(
  faults: readonly { readonly code: RefusalCode; readonly text: string }[],
): CallError {
  return new CallError(refusals[faults[0]!.code].status, faults);
}
