import { generalErrors, identityHeaders } from '@lectern/contracts';
import Fastify, {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { admitRequests } from './admission.ts';
import {
  completeAllAnswers,
  completeHeaders,
  noAnswerRules,
  type AnswerRules,
} from './answer-rules.ts';
import { isStatementCanceled } from '../storage/database-errors.ts';
import { answerClientError } from './client-errors.ts';
import { Connections } from './connections.ts';
import { toCallError } from './errors.ts';
import { acceptForms } from './form-body.ts';
import { readCorrelationId } from './identity-headers.ts';
import { acceptJsonOnly } from './json-body.ts';
import { defaultLimits, LimitReached, type Limits } from './limits.ts';
import { loggerOptions, logRequests, type LogLevel } from './log.ts';
import { createOutageFilter } from './told-outages.ts';
import type { Traffic } from './traffic.ts';
import { followCertificate, type Tls } from './tls.ts';

/** Clients do not repeat by themselves what is to wait this long. */
const afterSlownessInSeconds = 30;

/** Largest body of calls that set no limit of their own, in bytes. */
const bodyLimitInBytes = 1024 * 1024;

export interface ServerOptions {
  /** Absent: nothing is logged. */
  readonly logLevel?: LogLevel | undefined;
  readonly limits?: Partial<Limits> | undefined;
  /** Addresses or networks of reverse proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** Absent: it speaks plain HTTP, to browsers of this machine or to a reverse proxy. */
  readonly tls?: Tls | undefined;
}

/**
 * An empty server with what holds for every answer: errors in the contract's form, the correlation
 * id, limits, and headers that keep browsers from reading an answer as anything but data.
 */
export function createServer(
  options: ServerOptions,
  answerRules: AnswerRules = noAnswerRules,
): FastifyInstance {
  const limits = { ...defaultLimits, ...options.limits };
  const sendError = createErrorSender();
  const clients = options.trustedProxies?.length ? 'proxies' : 'browsers';
  const connections = new Connections(limits, clients, (error, socket, isAnswered) => {
    const code = answerClientError(error, socket, isAnswered, answerRules);
    if (code) server.log.info({ status: generalErrors[code].status, codes: [code] });
  });
  const server = Fastify({
    ...loggerOptions(options.logLevel),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustedProxies ? [...options.trustedProxies] : false,
    bodyLimit: bodyLimitInBytes,
    serverFactory: (handle) => {
      const listener = connections.createServer(handle, options.tls);
      followCertificate(listener, options.tls, (err) => {
        server.log.error({ err }, 'The certificate has changed and cannot be used.');
      });
      return listener;
    },
    // Fastify hangs its own on the first of several listeners only; `Connections` does so on each.
    clientErrorHandler: () => {},
    return503OnClosing: false,
    rewriteUrl: ({ url = '' }) => answerRules.addressOf(url),
    // Errors before a route is found, such as a malformed address.
    frameworkErrors: (error, request, reply) => {
      completeHeaders(answerRules, request, reply);
      sendError(error, request, reply);
      server.log.info({ status: reply.statusCode, codes: request.refusedWith });
    },
  });
  server.decorateRequest('caller', undefined);
  server.decorateRequest('correlationId', '');
  server.decorateRequest('refusedWith', undefined);
  server.addHook('onRequest', (_request, reply, done) => {
    void reply.header('X-Content-Type-Options', 'nosniff').header('Cache-Control', 'no-store');
    done();
  });
  completeAllAnswers(server, answerRules);
  warnOfUnknownProxy(server);
  const traffic = admitRequests(server, limits);
  acceptJsonOnly(server);
  acceptForms(server, limits);
  server.decorate('traffic', traffic);
  logRequests(server.log, traffic);

  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (connections.isDraining) void reply.header('Connection', 'close');
    done();
  });
  // No `preClose` hook: Fastify allows those as little time as the start of a plugin.
  server.decorate('drain', (lingerInMs: number) => connections.drain(lingerInMs));
  server.setErrorHandler(sendError);
  return server;
}

/** Behind a proxy that nobody has named all people are one network, and share its limits. */
function warnOfUnknownProxy(server: FastifyInstance): void {
  let isTold = false;
  server.addHook('onRequest', (request, _reply, done) => {
    // `ips` begins with the connection's address, and goes on where that is trusted.
    const isTrusted = () => (request.ips?.length ?? 1) > 1;
    if (!isTold && request.headers['x-forwarded-for'] && !isTrusted()) {
      isTold = true;
      server.log.warn(
        'A request with X-Forwarded-For came from an address that LECTERN_TRUSTED_PROXIES does not name. If it is that of your proxy, name it there: all behind it count as one network.',
      );
    }
    done();
  });
}

function isUnavailable(error: Error): boolean {
  return toCallError(error).messages.some(({ code }) => code === 'UNAVAILABLE');
}

function createErrorSender() {
  const isTold = createOutageFilter(isUnavailable);
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const { status, messages } = toCallError(error);
    const correlationId = request.correlationId || readCorrelationId(request.headers);
    request.refusedWith = [...new Set(messages.map(({ code }) => code))];
    // A transfer that the client broke off is no failure of the services.
    const isFailure = error !== request.raw.errored && !(error instanceof LimitReached);
    if (status >= 500 && isFailure && isTold(error)) {
      const call = request.routeOptions.url;
      request.log.error({ correlationId, call, status, codes: request.refusedWith, err: error });
    }

    if (correlationId) void reply.header(identityHeaders.correlationId.name, correlationId);
    // RFC 6750, section 3: a refused token is told how to come back.
    if (status === 401) void reply.header('WWW-Authenticate', 'Bearer');
    if (error instanceof LimitReached) void reply.header('Retry-After', error.retryAfterInSeconds);
    else if (status === 503) {
      void reply.header('Retry-After', isStatementCanceled(error) ? afterSlownessInSeconds : 1);
    }
    void reply.status(status).send({ result_state: 'ERROR', result_messages: messages });
  };
}

declare module 'fastify' {
  interface FastifyInstance {
    traffic: Traffic;
    /** Answers what has been asked and accepts nothing more; then the server can be closed. */
    drain: Connections['drain'];
  }
  interface FastifyRequest {
    /** Codes of the answer, where it is an error. */
    refusedWith: readonly string[] | undefined;
  }
}
