import type { FastifyReply, FastifyRequest } from 'fastify';
import { CallError } from '../http/errors.ts';

/*
 * The core of tus 1.0.0 (https://tus.io/protocols/resumable-upload), without extensions: an upload is
 * created by announcing its file.
 */

const version = '1.0.0';

/** Of every answer about an upload. */
export const tusHeaders = { 'Tus-Resumable': version } as const;

/** Answer to `OPTIONS`. No maximum: the size of an upload is checked when it is announced. */
export const tusDescription = { ...tusHeaders, 'Tus-Version': version } as const;

/** Type of the bytes of a `PATCH`, whatever that of the file is. */
export const tusMediaType = 'application/offset+octet-stream';

/** The method that counts: some networks let no `PATCH` through. A request that only reads has no body to take. */
export function tusMethod({ method, headers }: FastifyRequest): string {
  if (method === 'GET' || method === 'HEAD') return method;
  const [instead] = [headers['x-http-method-override']].flat();
  return instead ?? method;
}

/** @throws {CallError} for what is not said in this version of the protocol */
export function requireTus({ headers }: FastifyRequest, reply: FastifyReply): void {
  if (headers['tus-resumable'] === version) return;
  void reply.header('Tus-Version', version);
  const text = `Tus-Resumable has to be ${version}.`;
  throw new CallError(412, [{ code: 'UPLOAD_VERSION', text }]);
}
