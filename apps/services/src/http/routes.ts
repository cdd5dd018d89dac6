import { randomUUID } from 'node:crypto';
import type {
  Answer,
  Body,
  Call,
  ErrorCode,
  Query,
  ServiceCalls,
  CallErrors,
} from '@lectern/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { NotAuthorized, type Authorize, type Caller } from '../authorization/authorize.ts';
import { CallError, generalError } from './errors.ts';
import { readCorrelationId, readIdentityHeaders } from './identity-headers.ts';

/** What a handler gets: everything has been checked against the contract. */
export interface CallRequest<C extends Call> {
  readonly body: Body<C>;
  readonly query: Query<C>;
  readonly caller: C['permission'] extends 'public' ? undefined : Caller;
  readonly correlationId: string;
  /** Makes the error of the contract with this code: `throw request.refusal('USER_NOT_FOUND')`. */
  readonly refusal: (code: ErrorCode<C>) => CallError;
}

/** What a handler gives: the payload, with `IA_OK` when nothing had to change. */
export type CallResult<C extends Call> = Answer<C> & { readonly result_state?: 'IA_OK' };

export type Handler<C extends Call> = (request: CallRequest<C>) => Promise<CallResult<C>>;

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
  authorize: Authorize,
): void {
  for (const [name, call] of Object.entries(calls)) {
    const handler = handlers[name] as unknown as Handler<Call>;
    server.route({
      method: call.method,
      url: base + call.path,
      ...(call.bodyLimitInBytes ? { bodyLimit: call.bodyLimitInBytes } : {}),
      // Before the body is read: nobody unknown makes the service parse megabytes.
      onRequest: async (request) => {
        request.correlationId = readCorrelationId(request.headers) ?? randomUUID();
        const { subject, roles } = readIdentityHeaders(
          call.headers,
          request.headers,
          request.raw.rawHeaders,
        );
        if (call.permission === 'public') return;
        request.caller = await authorize(
          { token: bearerToken(request), subject, roles },
          call.permission,
        );
        checkActing(call, request, request.caller);
      },
      handler: async (request, reply) => answer(call, handler, request, reply),
    });
  }
}

async function answer(
  call: Call,
  handler: Handler<Call>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { caller, correlationId } = request;
  const body = parse(call.body, request.body);
  if (caller) requireOwnSubject(call, caller, body);
  const result = await handler({
    body: body as never,
    query: parse(call.query, request.query) as never,
    caller: caller as Caller,
    correlationId,
    refusal: (code) => contractError(call.errors, code),
  });
  // `result_state` first, so that it leads the answer in a trace.
  void reply.header('X-Ia-Correlation-Id', correlationId);
  return { result_state: 'OK', ...result };
}

/** A body that names a subject speaks of the caller, unless the call and the caller may do otherwise. */
function requireOwnSubject(call: Call, caller: Caller, body: unknown): void {
  if (typeof body !== 'object' || body === null || !('subject' in body)) return;
  if (body.subject === caller.subject) return;
  if (call.permissionForOthers && caller.permissions.has(call.permissionForOthers)) return;
  throw new NotAuthorized('SUBJECT_FORBIDDEN', caller.tokenSubject);
}

/** Acting for another leaves a trace, whatever comes of the call; some calls do not bear it. */
function checkActing({ ownTokenOnly }: Call, request: FastifyRequest, caller: Caller): void {
  const { subject, tokenSubject, clientId } = caller;
  if (subject === tokenSubject) return;
  const { correlationId } = request;
  const call = request.routeOptions.url;
  request.log.info({ correlationId, call, tokenSubject, clientId, actingFor: subject });
  if (ownTokenOnly) throw new NotAuthorized('NOT_OWN_TOKEN', tokenSubject);
}

function parse(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  throw generalError('REQUEST_INVALID', z.prettifyError(result.error));
}

function contractError(errors: CallErrors, code: string): CallError {
  const { status, text } = errors[code]!;
  return new CallError(status, [{ code, text }]);
}

/** RFC 6750, section 2.1. The other two ways of sending a token are not accepted. */
function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1];
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; absent on public calls. */
    caller: Caller | undefined;
    correlationId: string;
  }
}
