import {
  answersWithFile,
  type Answer,
  type BinaryAnswer,
  type Body,
  type Call,
  type CallErrors,
  type ErrorCode,
  type Query,
  type ResultMessage,
  type ServiceCalls,
} from '@lectern/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { recordAudit } from '../authorization/audit-log.ts';
import { NotAuthorized, type Caller } from '../authorization/authorize.ts';
import { holdsMore, permissionsNow } from '../authorization/permissions-now.ts';
import type { Database } from '../storage/database.ts';
import { clientLeft } from './request-body.ts';
import { CallError } from './errors.ts';
import { sendFile, type FileAnswer } from './file-answer.ts';
import { formRouteOf } from './form-body.ts';
import type { Guard } from './guard.ts';
import { isChecked } from './heavy-bodies.ts';
import { isStorable, notStorable } from './json-body.ts';
import { createValidate } from './validation.ts';

/** A change for the audit log; `subject`: the person whose data it changes. */
export interface Change {
  readonly subject?: string;
  readonly [detail: string]: unknown;
}

/** The request as a handler gets it: everything has been checked against the contract. */
export interface CallRequest<C extends Call> {
  readonly body: Body<C>;
  readonly query: Query<C>;
  readonly caller: C['permission'] extends 'public' ? undefined : Caller;
  readonly correlationId: string;
  /** Aborted where the client leaves: what costs much is not done for nobody. */
  readonly signal: C extends { readonly oneAtATime: true } ? AbortSignal : undefined;
  /** Makes the error of the contract with this code: `throw request.refusal('USER_NOT_FOUND')`. */
  readonly refusal: (code: ErrorCode<C>, text?: string) => CallError;
  /** Writes an administrative change to the audit log, in the transaction that makes it. */
  readonly record: C extends { readonly administrative: true | 'for-others' }
    ? (transaction: Database, change: Change) => Promise<void>
    : undefined;
}

/** Absent: OK. WARNING: a part of a batch was not done, and the messages say which. */
type ResultStateOf =
  | { readonly result_state?: 'IA_OK' }
  | { readonly result_state: 'WARNING'; readonly result_messages: readonly ResultMessage[] };

/** The result of a handler: the payload, with `IA_OK` when nothing had to change; or a file. */
export type CallResult<C extends Call> = C['answer'] extends BinaryAnswer
  ? FileAnswer
  : Answer<C> & ResultStateOf;

export type Handler<C extends Call> = (request: CallRequest<C>) => Promise<CallResult<C>>;

/** A handler as its route calls it: the contract has checked body and query. */
type RoutedHandler = (request: {
  readonly body: unknown;
  readonly query: unknown;
  readonly caller: Caller | undefined;
  readonly correlationId: string;
  readonly signal: AbortSignal | undefined;
  readonly refusal: (code: string, text?: string) => CallError;
  readonly record: ReturnType<typeof recorder> | undefined;
}) => Promise<unknown>;

/** A handler for each call: one that is missing does not compile. */
export type Handlers<Calls extends ServiceCalls> = {
  readonly [Name in keyof Calls]: Handler<Calls[Name]>;
};

/**
 * Registers the calls of one service. A request passes, in this order: identity headers (400), token
 * (401), subject, roles and permission (403), body and query (400), whose data (403), handler.
 */
export function registerCalls<Calls extends ServiceCalls>(
  server: FastifyInstance,
  base: string,
  calls: Calls,
  handlers: Handlers<Calls>,
  guard: Guard,
): void {
  for (const [name, handler] of Object.entries(handlers)) {
    const call = calls[name]!;
    server.route({
      method: call.method,
      url: base + call.path,
      ...(call.bodyLimitInBytes ? { bodyLimit: call.bodyLimitInBytes } : {}),
      ...(call.bodyFormat === 'multipart'
        ? { config: { form: formOf(call, guard), streamsBody: true } }
        : {}),
      onRequest: (request) => guard.admit(call, request),
      handler: answerer(call, handler as RoutedHandler, guard),
    });
  }
}

function formOf(call: Call, guard: Guard) {
  return formRouteOf(call, (request, fields) => guard.admitBody(call, request, fields));
}

function answerer(call: Call, handler: RoutedHandler, guard: Guard) {
  const validate = { body: createValidate(call.body), query: createValidate(call.query) };
  const validateQuery = (query: unknown) => {
    if (call.query && !isStorable(query)) throw notStorable();
    return validate.query(query);
  };
  const refusal = (code: string, text?: string) => contractError(call.errors, code, text);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { caller, correlationId } = request;
    const body = await guard.admitBody(
      call,
      request,
      isChecked(request.body) ? request.body : validate.body(request.body),
    );
    const perform = handler({
      body,
      query: validateQuery(request.query),
      caller,
      correlationId,
      signal: call.oneAtATime && signalOf(reply),
      refusal,
      record: call.administrative && recorder(request, call),
    });
    const result = await (call.administrative
      ? perform.catch((error: unknown) => refuseChange(guard, request, body, error))
      : perform);
    void reply.header('X-Ia-Correlation-Id', correlationId);
    if (answersWithFile(call)) {
      return sendFile(reply, call.answer.mediaType, result as FileAnswer);
    }
    // `result_state` first, so that it leads the answer in a trace.
    return { result_state: 'OK', ...(result as object) };
  };
}

function signalOf({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  const leave = () => {
    if (!raw.writableFinished) leaving.abort(clientLeft());
  };
  if (raw.closed) leave();
  else raw.once('close', leave);
  return leaving.signal;
}

/** Records a refused administrative change, too: the token of an administrator may be in other hands. */
async function refuseChange(
  guard: Guard,
  request: FastifyRequest,
  body: unknown,
  error: unknown,
): Promise<never> {
  if (error instanceof CallError && (error.status === 403 || error.status === 409)) {
    await guard.recordRefusal(request, error.messages[0]?.code ?? '', body);
  }
  if (error instanceof NotAuthorized) await guard.recordRefusal(request, error.code, body);
  throw error;
}

/** A change takes the permissions as they are now, and a change of a person no less rights than that person has. */
function recorder({ caller, correlationId, routeOptions }: FastifyRequest, call: Call) {
  const isOfPerson = call.permissionForOthers !== undefined && call.forPublishers === undefined;
  return async (transaction: Database, change: Change) => {
    if (caller) {
      const held = await permissionsNow(transaction, caller);
      // Whatever it is: another one may say for whom a call is made, or for which publishers.
      if (![...caller.permissions].every((permission) => held.has(permission))) {
        throw new NotAuthorized('PERMISSION_MISSING', caller);
      }
      const { subject = caller.subject } = change;
      const isOther = isOfPerson && !caller.aliases.has(subject);
      if (isOther && (await holdsMore(transaction, subject, held))) {
        throw new NotAuthorized('SUBJECT_HOLDS_MORE', caller);
      }
    }
    await recordAudit(transaction, {
      kind: 'change',
      call: routeOptions.url ?? '',
      tokenSubject: caller?.tokenSubject,
      loginSubject: caller?.loginSubject,
      clientId: caller?.clientId,
      subject: change.subject,
      correlationId,
      change,
    });
  };
}

function contractError(errors: CallErrors, code: string, detail?: string): CallError {
  const { status, text } = errors[code]!;
  return new CallError(status, [{ code, text: detail ?? text }]);
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Absent on public calls. */
    caller: Caller | undefined;
    correlationId: string;
  }
}
