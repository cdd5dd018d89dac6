import type { FastifyInstance, FastifyRequest, preParsingHookHandler } from 'fastify';
import { LimitReached, type Limits } from './limits.ts';

/** Up to here a body counts for nothing: as many of these as there may be requests fit into memory. */
const smallMaximumInBytes = 1024 * 1024;

/**
 * Bounds the bytes of large bodies that are in memory at once, of all and of one caller: `holdBody` is the hook
 * of those whose calls take more than others and write none of it to the disk. They count from when their body
 * is awaited until they are answered, also where the client has left meanwhile.
 */
export function boundHeldBodies(
  server: FastifyInstance,
  {
    heldBytesAtOnce,
    heldBytesAtOncePerCaller,
  }: Pick<Limits, 'heldBytesAtOnce' | 'heldBytesAtOncePerCaller'>,
): void {
  let held = 0;
  const heldBy = new Map<string, number>();
  const add = (caller: string, size: number) => {
    held += size;
    const ofCaller = (heldBy.get(caller) ?? 0) + size;
    if (ofCaller === 0) heldBy.delete(caller);
    else heldBy.set(caller, ofCaller);
  };
  server.decorateRequest('releaseBody', undefined);
  server.decorate<preParsingHookHandler>('holdBody', (request, { raw }, _payload, done) => {
    const size = heldSizeOf(request);
    if (size <= smallMaximumInBytes || raw.destroyed) return done();
    if (held + size > heldBytesAtOnce) return done(new LimitReached('OVERLOADED'));
    const caller = request.turnOf?.name ?? request.caller?.tokenSubject ?? '';
    if ((heldBy.get(caller) ?? 0) + size > heldBytesAtOncePerCaller) {
      return done(new LimitReached('TOO_MANY_REQUESTS'));
    }
    add(caller, size);
    request.releaseBody = () => {
      request.releaseBody = undefined;
      add(caller, -size);
    };
    // What breaks off is not answered; what has arrived is, when it is done.
    raw.once('close', () => request.body === undefined && request.releaseBody?.());
    return done();
  });
  server.addHook('onSend', ({ releaseBody }, _reply, _payload, done) => {
    releaseBody?.();
    done();
  });
}

/** In chunks a body may become as large as its call takes it; one that is larger is refused unread. */
function heldSizeOf({ method, headers, routeOptions }: FastifyRequest): number {
  if (method === 'GET' || method === 'HEAD') return 0;
  const { bodyLimit } = routeOptions;
  if (headers['transfer-encoding'] !== undefined) return bodyLimit;
  const size = Number(headers['content-length'] ?? 0);
  return size <= bodyLimit ? size : 0;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Its body counts for nothing from then on. */
    releaseBody: (() => void) | undefined;
  }
  interface FastifyInstance {
    readonly holdBody: preParsingHookHandler;
  }
}
