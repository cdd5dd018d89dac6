import { CallFailed } from '@lectern/contracts/client';
import * as oidc from 'openid-client';
import { SignInError } from '../auth/sign-in-error.ts';
import { UnknownActionError } from '../bridge/dispatch.ts';
import { ServiceError } from '../session/service-error.ts';
import { errorDetail, type Detail } from './detail.ts';
import { placeOf, UncaughtError } from './uncaught.ts';

/** The shape of the codes that the contract and the sign-in library have. */
const codeShape = /^([A-Z]{2,20}(_[A-Z]{1,20}){1,7}|INTERNAL|OVERLOADED)$/;
/** How programs write actions, such as `saveStatement`: no address, number, or name with its capitals. */
const actionShape = /^[a-z]{2,20}([A-Z][a-z]{1,20}){1,5}$/;
const correlationIdShape = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Errors of providers: RFC 6749, RFC 8693, and OpenID Connect Core, section 3.1.2.6. */
const providerErrors: ReadonlySet<string> = new Set([
  'access_denied',
  'account_selection_required',
  'consent_required',
  'interaction_required',
  'invalid_client',
  'invalid_grant',
  'invalid_request',
  'invalid_scope',
  'invalid_target',
  'login_required',
  'server_error',
  'temporarily_unavailable',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_response_type',
]);

/** Errors of chunks that load later; their messages are the program's own. */
const reasonNames: ReadonlySet<string> = new Set([
  'DownloadError',
  'EnvironmentError',
  'TranslationError',
]);

/**
 * Loggable fields of a cause: names, codes, texts of the program's own, and ids that lead to the services' log.
 * Never a message, a body, or a cause's cause.
 */
export function describeCause(cause: unknown): Detail {
  if (cause instanceof UncaughtError) return { ...describeCause(cause.thrown), ...placeOf(cause) };
  return { ...errorDetail(cause), ...knownFields(cause) };
}

function knownFields(cause: unknown): Detail {
  if (cause instanceof ServiceError) return { part: cause.service, ...callFields(cause.result) };
  if (cause instanceof CallFailed) return callFields(cause);
  if (cause instanceof UnknownActionError)
    return { ...only({ action: cause.action }, actionShape), count: cause.count };
  if (cause instanceof SignInError) return { reason: cause.reason };
  if (cause instanceof oidc.AuthorizationResponseError || cause instanceof oidc.ResponseBodyError) {
    const { error } = cause;
    return {
      ...('status' in cause ? { status: cause.status } : {}),
      ...(providerErrors.has(error) ? { error } : {}),
    };
  }
  if (cause instanceof Error && reasonNames.has(cause.name)) return { reason: cause.message };
  return cause instanceof oidc.ClientError ? only({ code: cause.code }, codeShape) : {};
}

function callFields(failure: CallFailed): Detail {
  const { service, call, kind, status, code, correlationId } = failure;
  return {
    service,
    call,
    kind,
    ...only({ code }, codeShape),
    ...(status === undefined ? {} : { status }),
    ...only({ correlationId }, correlationIdShape),
  };
}

/** The fields whose values have this shape. */
function only(fields: Readonly<Record<string, unknown>>, shape: RegExp): Detail {
  return Object.fromEntries(
    Object.entries(fields).filter(
      (field): field is [string, string] => typeof field[1] === 'string' && shape.test(field[1]),
    ),
  );
}
