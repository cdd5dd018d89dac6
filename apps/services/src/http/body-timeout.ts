import type { IncomingMessage } from 'node:http';
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
  server.addHook('preParsing', (request, reply, _payload, done) => {
    const { raw } = request;
    const carriesFile = knownCallOf(request)?.call.bodyFormat === 'multipart';
    const timeInMs = carriesFile ? timeouts.fileTimeoutInMs : timeouts.bodyTimeoutInMs;
    whenStillIncomplete(raw, timeInMs, () => {
      void reply.header('Connection', 'close');
      // Whoever reads the body hears of it as of any transfer that breaks off. Destroying the request
      // instead would close the connection before the answer.
      if (raw.listenerCount('error') > 0) raw.emit('error', generalError('REQUEST_TIMEOUT'));
    });
    done();
  });
  // Nobody waits for the rest of a request that has been answered; but cutting the connection at once
  // would cost the client the answer.
  server.addHook('onSend', ({ raw }, _reply, _payload, done) => {
    whenStillIncomplete(raw, timeouts.bodyTimeoutInMs, () => raw.destroy());
    done();
  });
}

function whenStillIncomplete(raw: IncomingMessage, timeInMs: number, act: () => void): void {
  if (raw.complete) return;
  const timer = setTimeout(act, timeInMs);
  const forget = () => clearTimeout(timer);
  raw.once('end', forget).once('close', forget);
}
