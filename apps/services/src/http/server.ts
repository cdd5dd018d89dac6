import { generalErrors, identityHeaders } from '@lectern/contracts';
import Fastify, {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { NotAuthorized } from '../authorization/authorize.ts';
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
    logger: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: requestTimeoutInMs,
    bodyLimit: bodyLimitInBytes,
    // What fails before a route is found, such as a malformed address.
    frameworkErrors: sendError,
  });
  server.decorateRequest('caller', undefined);
  server.decorateRequest('correlationId', '');
  acceptJsonOnly(server);
  server.addHook('onRequest', async (_request, reply) => {
    void reply.header('X-Content-Type-Options', 'nosniff').header('Cache-Control', 'no-store');
  });
  server.setErrorHandler(sendError);
  return server;
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, messages } = toCallError(error);
  const { correlationId } = request;
  const entry = {
    correlationId,
    call: request.routeOptions.url,
    status,
    codes: messages.map(({ code }) => code),
    ...(error instanceof NotAuthorized
      ? {
          tokenSubject: error.tokenSubject,
          namedSubject: request.headers[identityHeaders.subject.name.toLowerCase()],
        }
      : {}),
  };
  if (status >= 500) request.log.error({ ...entry, err: error });
  else request.log.info(entry);

  if (correlationId) void reply.header(identityHeaders.correlationId.name, correlationId);
  // RFC 6750, section 3: a refused token is told how to come back.
  if (status === 401) void reply.header('WWW-Authenticate', 'Bearer');
  if (status === generalErrors.UNAVAILABLE.status) void reply.header('Retry-After', '1');
  void reply.status(status).send({ result_state: 'ERROR', result_messages: messages });
}
