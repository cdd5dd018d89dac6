import { generalErrors, identityHeaders } from '@lectern/contracts';
import Fastify, { type FastifyInstance } from 'fastify';
import { toCallError } from './errors.ts';
import { acceptJsonOnly } from './json-body.ts';

/** How long a client may take to send a request, in milliseconds. */
const requestTimeoutInMs = 60_000;
/** Largest body of calls that set no limit of their own, in bytes. */
const bodyLimitInBytes = 1024 * 1024;

/**
 * An empty server with what holds for every answer: errors in the contract's form, the correlation
 * id, and headers that keep browsers from reading an answer as anything but data.
 */
export function createServer(options: { readonly logger: boolean }): FastifyInstance {
  const server = Fastify({
    logger: options.logger
      ? { redact: ['req.headers.authorization', 'req.headers.cookie'] }
      : false,
    disableRequestLogging: true,
    requestTimeout: requestTimeoutInMs,
    bodyLimit: bodyLimitInBytes,
  });
  server.decorateRequest('caller', undefined);
  server.decorateRequest('correlationId', '');
  acceptJsonOnly(server);

  server.addHook('onRequest', async (_request, reply) => {
    void reply.header('X-Content-Type-Options', 'nosniff').header('Cache-Control', 'no-store');
  });

  server.setErrorHandler((error, request, reply) => {
    const { status, messages } = toCallError(error);
    const log = status >= 500 ? request.log.error : request.log.info;
    log.call(request.log, {
      correlationId: request.correlationId,
      call: request.routeOptions.url,
      status,
      codes: messages.map(({ code }) => code),
      ...(status >= 500 ? { err: error } : {}),
    });
    if (request.correlationId)
      void reply.header(identityHeaders.correlationId.name, request.correlationId);
    // RFC 6750, section 3: a refused token is told how to come back.
    if (status === 401) void reply.header('WWW-Authenticate', 'Bearer');
    if (status === generalErrors.UNAVAILABLE.status) void reply.header('Retry-After', '1');
    return reply.status(status).send({ result_state: 'ERROR', result_messages: messages });
  });

  return server;
}
