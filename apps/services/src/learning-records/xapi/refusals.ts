import { withStatus } from '@lectern/contracts';
import { CallError } from '../../http/errors.ts';

/** Refusals of the record store beside those of every service: code to HTTP status and text. */
const refusals = {
  ...withStatus(400, {
    VERSION_UNSUPPORTED: 'The header X-Experience-API-Version must be 1.0, 1.0.x, 2.0 or 2.0.x.',
    PARAMETER_INVALID: 'A query parameter is missing, unknown or malformed.',
    HEADER_INVALID: 'A header is malformed.',
    ALTERNATE_REQUEST_INVALID:
      'This is not a request in the alternate syntax (xAPI 1.0.3, Communication 1.3).',
    DOCUMENT_NOT_MERGEABLE:
      'Only JSON objects can be merged: what is stored and what is sent must both be one, as application/json.',
    PRECONDITION_MISSING:
      'Say with If-None-Match: * that the document is a new one, or with If-Match which state of it is to be replaced.',
    BODY_INVALID: 'The body is malformed.',
  }),
  ...withStatus(401, {
    CREDENTIALS_REQUIRED:
      'A valid bearer token, or the key and secret of an API key (Basic), is required.',
    KEY_REFUSED: 'Unknown API key or wrong secret.',
    SESSION_REFUSED: 'Unknown session, wrong secret, or the session has ended.',
  }),
  ...withStatus(403, {
    SESSION_CLOSED:
      'The learner may not open this course any more: the licence, the role or the course is gone. Launch the unit again once it is open.',
    SCOPE_MISSING: 'The scopes of the API key do not allow this.',
    SUBJECT_FORBIDDEN: 'The agent is not the caller, who may not do this for others.',
    SUBJECT_ERASED:
      'It is about a person who was erased here. Nothing is kept of that person until the next sign-in.',
    PERMISSION_MISSING: 'The caller lacks a permission that this needs.',
    DOCUMENT_FORBIDDEN:
      'The document does not belong to the session, or the session may only read it.',
    SESSION_FORBIDDEN: 'This is not for sessions of cmi5.',
    STATEMENT_REFUSED: 'The statement is against the rules of cmi5.',
  }),
  ...withStatus(404, { DOCUMENT_NOT_FOUND: 'There is no such document.' }),
  ...withStatus(405, {
    METHOD_NOT_ALLOWED:
      'The resource does not support this method. The header Allow lists those it supports.',
  }),
  ...withStatus(404, { STATEMENT_NOT_FOUND: 'There is no such statement.' }),
  ...withStatus(409, {
    STATEMENT_CONFLICT: 'Another statement has this id. Nothing was stored.',
    DOCUMENT_EXISTS:
      'There is such a document already. Fetch it, and say with the header If-Match which state of it is to be replaced.',
  }),
  ...withStatus(412, {
    PRECONDITION_FAILED:
      'The document is not in the state that If-Match or If-None-Match asks for. Nothing was changed.',
  }),
  ...withStatus(413, {
    DOCUMENTS_TOO_LARGE:
      'The documents of this agent, or of this registration for a course, would exceed their limit. Delete some first.',
    ATTACHMENTS_TOO_LARGE:
      'The attachments would exceed the limit for one person, one registration for a course, or one key.',
  }),
  ...withStatus(409, {
    SESSION_BUSY: 'Another request is writing to this session. Nothing was stored; try again.',
  }),
  ...withStatus(413, { BODY_TOO_LARGE: 'The body is larger than the resource accepts.' }),
};

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
