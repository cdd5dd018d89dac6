import type { FastifyInstance, preParsingHookHandler } from 'fastify';
import { LimitReached, type Limits } from './limits.ts';

/** Up to here a body counts for nothing: as many of these as there may be requests fit into memory. */
const smallMaximumInBytes = 1024 * 1024;

/**
 * Bounds the bytes of large bodies that are in memory at once, whoever sends them: `holdBody` is the hook of
 * those whose calls take more than others and write none of it to the disk. They count from when their body is
 * awaited until their answer has been sent.
 */
export function boundHeldBodies(
  server: FastifyInstance,
  { heldBytesAtOnce }: Pick<Limits, 'heldBytesAtOnce'>,
): void {
  let held = 0;
  server.decorate<preParsingHookHandler>(
    'holdBody',
    ({ headers, routeOptions }, { raw }, _, done) => {
      // In chunks it may become as large as the call takes it.
      const isChunked = headers['transfer-encoding'] !== undefined;
      const size = isChunked ? routeOptions.bodyLimit : Number(headers['content-length'] ?? 0);
      if (size === undefined || size <= smallMaximumInBytes || raw.destroyed) return done();
      if (held + size > heldBytesAtOnce) return done(new LimitReached('OVERLOADED'));
      held += size;
      raw.once('close', () => {
        held -= size;
      });
      return done();
    },
  );
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly holdBody: preParsingHookHandler;
  }
}
