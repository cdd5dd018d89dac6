import type { FastifyInstance } from 'fastify';
import { generalError } from './errors.ts';
import { knownCallOf } from './known-calls.ts';
import type { Limits } from './limits.ts';

type BodyTimeouts = Pick<Limits, 'bodyTimeoutInMs' | 'fileTimeoutInMs'>;

/**
 * Ends the wait for a body that does not arrive. Node's own limit knows one time for all requests,
 * and a file may take longer than anything else.
 *
 * To be called last of what waits before a body is read: the time runs from there.
 */
export function limitBodyTime(server: FastifyInstance, timeouts: BodyTimeouts): void {
  server.addHook('preParsing', async (request, reply) => {
    const { raw } = request;
    if (raw.complete) return;
    const carriesFile = knownCallOf(request)?.call.bodyFormat === 'multipart';
    const timer = setTimeout(
      () => {
        void reply.header('Connection', 'close');
        // Whoever reads the body hears of it as of any transfer that breaks off. Destroying the
        // request instead would close the connection before the answer.
        if (raw.listenerCount('error') > 0) raw.emit('error', generalError('REQUEST_TIMEOUT'));
      },
      carriesFile ? timeouts.fileTimeoutInMs : timeouts.bodyTimeoutInMs,
    );
    raw.once('end', () => clearTimeout(timer));
    raw.once('close', () => clearTimeout(timer));
  });
}
