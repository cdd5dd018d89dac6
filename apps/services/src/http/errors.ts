import { generalErrors, type GeneralErrorCode, type ResultMessage } from '@lectern/contracts';
import { NotAuthorized } from '../authorization/authorize.ts';
import { IdentityProviderUnavailable, SubjectMissing } from '../authorization/provider-errors.ts';
import {
  isDatabaseReadOnly,
  isDatabaseUnavailable,
  isStatementCanceled,
} from '../storage/database-errors.ts';

/** A refusal in the contract's words: what a handler or a guard throws. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number;
  readonly messages: readonly ResultMessage[];

  constructor(status: number, messages: readonly ResultMessage[]) {
    super(messages.map(({ code }) => code).join(' '));
    this.status = status;
    this.messages = messages;
  }
}

/** A general error, with its own text or a more telling one. */
export function generalError(
  code: GeneralErrorCode,
  text: string = generalErrors[code].text,
): CallError {
  return new CallError(generalErrors[code].status, [{ code, text }]);
}

/**
 * System codes of a disk that is full, read-only since a fault, or out of reach, such as one of a network or of a program
 * that has ended (ENOTCONN), and of a limit of open files.
 */
const passingCodes = new Set([
  'EDQUOT',
  'EHOSTDOWN',
  'EIO',
  'EMFILE',
  'ENFILE',
  'ENODEV',
  'ENOSPC',
  'ENOTCONN',
  'EREMOTEIO',
  'EROFS',
  'ESTALE',
  'ETIMEDOUT',
]);

/** True for a fault of a disk that may pass without a change of settings. */
export function isOfDisk(error: unknown): error is Error & { readonly path: string } {
  return (
    error instanceof Error &&
    'path' in error &&
    'code' in error &&
    passingCodes.has(String(error.code))
  );
}

/** Refusals of Fastify itself, in the contract's codes. */
const fastifyCodes: Readonly<Record<string, GeneralErrorCode>> = {
  FST_ERR_BAD_URL: 'REQUEST_INVALID',
  FST_STATIC_FORBIDDEN_PATH: 'CALL_UNKNOWN',
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'MEDIA_TYPE_UNSUPPORTED',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'REQUEST_INVALID',
  FST_ERR_CTP_INVALID_JSON_BODY: 'REQUEST_INVALID',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'REQUEST_INVALID',
};

/**
 * Turns any error into what a caller may know of it. Texts of unexpected errors stay in the log: they can hold
 * queries, paths and data.
 */
export function toCallError(error: unknown): CallError {
  if (error instanceof CallError) return error;
  if (error instanceof NotAuthorized) return generalError(error.code);
  if (isDatabaseReadOnly(error)) {
    const text = 'The database takes no changes now. What is there can be read. Try again later.';
    return generalError('UNAVAILABLE', text);
  }
  const isProviderAtFault =
    error instanceof IdentityProviderUnavailable || error instanceof SubjectMissing;
  if (isProviderAtFault || isDatabaseUnavailable(error)) return generalError('UNAVAILABLE');
  if (isStatementCanceled(error)) return generalError('TOOK_TOO_LONG');
  if (!(error instanceof Error)) return generalError('INTERNAL');
  const code = 'code' in error ? String(error.code) : '';
  if (passingCodes.has(code)) return generalError('UNAVAILABLE');
  const refused = fastifyCodes[code];
  if (refused) return generalError(refused);
  // Refusals of the server's parts: a range outside a file, a method without a route.
  const status = 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status < 400 || status >= 500) return generalError('INTERNAL');
  const refusal = status === 404 ? 'CALL_UNKNOWN' : 'REQUEST_INVALID';
  return new CallError(status, [{ code: refusal, text: generalErrors[refusal].text }]);
}
