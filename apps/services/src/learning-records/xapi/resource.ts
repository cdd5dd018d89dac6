import type { IncomingHttpHeaders } from 'node:http';
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { generalError, type CallError } from '../../http/errors.ts';
import type { Guard } from '../../http/guard.ts';
import { readCorrelationId } from '../../http/identity-headers.ts';
import type { Access } from '../access/access.ts';
import type { AdmitRequest } from '../access/admit.ts';
import { alternateMethod, isAlternate, readAlternateRequest } from './alternate-request.ts';
import { challenges, preflightHeaders } from './answer-headers.ts';
import { readQuery, requireKnown, type Parameters } from './query.ts';
import { refusal, type RefusalCode } from './refusals.ts';
import { storeAnswers } from './store-address.ts';
import type { XapiVersion } from '../model/check.ts';
import { knownVersion, negotiateVersion, versionHeader } from './version.ts';

/** A request to a resource, in whichever syntax it came. */
export interface XapiRequest {
  readonly version: XapiVersion;
  readonly access: Access;
  /** Purpose of its method. */
  readonly intent: 'read' | 'write';
  /** Known to the resource, each there once. */
  readonly parameters: Parameters;
  readonly headers: IncomingHttpHeaders;
  /** As it came, whatever its media type; empty where there is none. */
  readonly body: Buffer;
  /** For status and headers. What the handler returns is sent. */
  readonly reply: FastifyReply;
  /** Records that the caller may not do this, and makes the error: `throw await request.forbid(…)`. */
  readonly forbid: (code: RefusalCode, subject?: string) => Promise<CallError>;
}

/** @returns JSON, or bytes with the content type of `reply`; nothing where the status is 204. */
export type XapiHandler = (request: XapiRequest) => Promise<object | Buffer | undefined>;
/** For a resource that anybody may read. */
export type PublicHandler = (
  request: Pick<XapiRequest, 'version' | 'parameters' | 'reply'>,
) => Promise<object>;

type Method = 'DELETE' | 'GET' | 'POST' | 'PUT';

/** A handler by method; what is got can be asked for by HEAD, too (Communication 1.1). */
export type XapiHandlers = { readonly [M in Method]?: XapiHandler };

export interface ResourceOptions {
  /** Names of all parameters that any of its methods knows. */
  readonly parameters: readonly string[];
  /** Largest body, in bytes; absent: none of its methods has one. */
  readonly bodyLimitInBytes?: number;
  /** Open to sessions of cmi5; resources for others are closed to them. */
  readonly isForSessions?: boolean;
  /** True for a request whose writes are gathered with others' and hold no connection meanwhile. */
  readonly isGathered?: (request: FastifyRequest) => boolean;
  /** Sets headers of every answer to what was read, refusals too. */
  readonly readHeaders?: (reply: FastifyReply) => Promise<void>;
}

/** One base address of the store, with what its resources need. */
export interface XapiScope {
  readonly server: FastifyInstance;
  readonly base: string;
  /** Named in answers to those who named none. */
  readonly defaultVersion: XapiVersion;
  readonly admit: AdmitRequest;
  readonly guard: Pick<Guard, 'recordRefusal'>;
}

/** Room for the parameters and headers of any request. */
const formMaximumInBytes = 64 * 1024;

const allMethods = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'] as const;

/** Facts of a request known from its headers. */
interface Begun {
  readonly method: string;
  readonly query: Parameters;
  readonly isAlternate: boolean;
  /** Absent where the form is to say who calls. */
  readonly access: Access | undefined;
}

/**
 * Registers a resource: `resource(scope, '/activities/state', { GET, PUT, … }, options)`. A request
 * passes, in this order: method (405), version (400), who calls (401, 403), body (413), parameters (400).
 */
export function resource(
  scope: XapiScope,
  path: string,
  handlers: XapiHandlers,
  {
    parameters: known,
    bodyLimitInBytes = 0,
    isForSessions = false,
    isGathered,
    readHeaders,
  }: ResourceOptions,
): void {
  const { server, admit, guard } = scope;
  const begun = new WeakMap<FastifyRequest, Begun>();
  const allowed = allowedMethods(handlers);

  const begin = async (request: FastifyRequest, reply: FastifyReply): Promise<Begun> => {
    const query = readQuery(request.raw.url ?? '');
    const alternate = request.method === 'POST' && isAlternate(query, request.headers);
    const method = alternate ? alternateMethod(query, request) : request.method;
    if (!handlerOf(handlers, method)) {
      void reply.header('Allow', allowed);
      throw refusal('METHOD_NOT_ALLOWED');
    }
    if (!alternate) negotiateVersion(request.headers[versionHeader]);
    const isKnown = !alternate || request.headers.authorization !== undefined;
    const access = isKnown ? await admit(request, intentOf(method)) : undefined;
    const { principal } = request;
    if (principal?.kind === 'key' && isGathered?.(request)) {
      request.principal = { ...principal, name: `gathered ${principal.name}`, kind: 'gathered' };
    }
    return { method, query, isAlternate: alternate, access };
  };

  /** Reads credentials from a form, as if the request had come with them. */
  const admitForm = (request: FastifyRequest, method: string, headers: IncomingHttpHeaders) => {
    request.headers.authorization = headers.authorization;
    return server.admitLate(request, () => admit(request, intentOf(method)));
  };

  route(scope, path, bodyLimitInBytes, allowed, {
    async onRequest(request, reply) {
      begun.set(request, await begin(request, reply));
    },
    async handle(request, reply) {
      const { method, query, isAlternate, access: early } = begun.get(request)!;
      const whole = isAlternate
        ? readAlternateRequest(bodyOf(request), request.headers, method)
        : { parameters: query, headers: request.headers, body: bodyOf(request) };
      const version = negotiateVersion(whole.headers[versionHeader]);
      if (isAlternate && version !== '1.0.3') throw refusal('ALTERNATE_REQUEST_INVALID');
      void reply.header('X-Experience-API-Version', version);
      const isOther = whole.headers.authorization !== request.headers.authorization;
      const access = early && !isOther ? early : await admitForm(request, method, whole.headers);
      const forbid = async (code: RefusalCode, subject?: string) => {
        await guard.recordRefusal(request, code, { subject });
        return refusal(code);
      };
      if (access.session && !isForSessions) throw await forbid('SESSION_FORBIDDEN');
      if (intentOf(method) === 'read') await readHeaders?.(reply);
      requireKnown(whole.parameters, known);
      return handlerOf(handlers, method)!({
        ...whole,
        version,
        access,
        intent: intentOf(method),
        reply,
        forbid,
      });
    },
  });
}

/** Registers a resource that anybody may read, in any version or none. */
export function publicResource(
  scope: XapiScope,
  path: string,
  handler: PublicHandler,
  known: readonly string[],
): void {
  const allowed = allowedMethods({ GET: handler });
  route(scope, path, 0, allowed, {
    async onRequest({ method }, reply) {
      if (method === 'GET' || method === 'HEAD') return;
      void reply.header('Allow', allowed);
      throw refusal('METHOD_NOT_ALLOWED');
    },
    handle(request, reply) {
      const parameters = readQuery(request.raw.url ?? '');
      requireKnown(parameters, known);
      const version = knownVersion(request.headers[versionHeader]) ?? scope.defaultVersion;
      return handler({ version, parameters, reply });
    },
  });
}

/** Registers what no resource is: it refuses, after a preflight that lets browsers hear so. */
export function unknownResource(scope: XapiScope): void {
  for (const path of ['', '/*']) {
    route(scope, path, 0, allMethods.join(', '), {
      async onRequest() {
        throw generalError('CALL_UNKNOWN', 'The record store has no such resource.');
      },
      handle: async () => undefined,
    });
  }
}

interface Route {
  onRequest(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  handle(request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
}

function route(
  { server, base }: XapiScope,
  path: string,
  bodyLimitInBytes: number,
  allowed: string,
  { onRequest, handle }: Route,
): void {
  server.route({
    method: [...allMethods],
    url: base + path,
    exposeHeadRoute: false,
    config: { holdsBody: true },
    // Also what has no body can be asked for by a form.
    bodyLimit: Math.max(formMaximumInBytes, bodyLimitInBytes),
    async onRequest(request, reply) {
      request.correlationId = readCorrelationId(request.headers) ?? randomUUID();
      void reply.header('X-Ia-Correlation-Id', request.correlationId);
      // Of the route, because an address may be written in other ways, such as percent-encoded.
      void reply.headers(storeAnswers.headersOf(base, request.headers)!);
      // RFC 9110, section 9.3.7: what one may do here is no secret, and asked without credentials.
      if (request.method === 'OPTIONS') {
        void reply.headers(preflightHeaders).header('Allow', allowed);
        return reply.header('Access-Control-Allow-Methods', allowed).status(204).send();
      }
      await onRequest(request, reply);
      // Which may have found one in an identity header.
      void reply.header('X-Ia-Correlation-Id', request.correlationId);
      return undefined;
    },
    onSend(_request, reply, _payload, done) {
      if (reply.statusCode === 401) void reply.header('WWW-Authenticate', challenges);
      done();
    },
    async handler(request, reply) {
      const answer = await handle(request, reply);
      return reply.send(answer);
    },
  });
}

function bodyOf({ body }: FastifyRequest): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

function intentOf(method: string): 'read' | 'write' {
  return method === 'GET' || method === 'HEAD' ? 'read' : 'write';
}

function handlerOf(handlers: XapiHandlers, method: string): XapiHandler | undefined {
  const name = method === 'HEAD' ? 'GET' : method;
  return Object.hasOwn(handlers, name) ? handlers[name as Method] : undefined;
}

function allowedMethods(handlers: { readonly [M in Method]?: unknown }): string {
  const methods = Object.keys(handlers);
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort().join(', ');
}
