import type { IncomingMessage } from 'node:http';
import { errors } from 'oidc-provider';

/**
 * Reads a posted form whose fields come once each.
 *
 * @throws {errors.InvalidRequest} 415 for another media type, 413 beyond the limit, 400 for a repeated
 * field or a body that breaks off.
 */
export async function readForm(
  request: IncomingMessage,
  limitInBytes: number,
): Promise<ReadonlyMap<string, string>> {
  const mediaType = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/x-www-form-urlencoded') {
    throw new errors.InvalidRequest('only forms are accepted here', 415);
  }
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(await readText(request, limitInBytes))) {
    if (fields.has(name)) throw new errors.InvalidRequest('a form field came twice', 400);
    fields.set(name, value);
  }
  return fields;
}

async function readText(request: IncomingMessage, limitInBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // The socket must outlive a refusal, or nobody would receive the answer.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += (chunk as Buffer).length;
      if (size > limitInBytes) break;
      chunks.push(chunk as Buffer);
    }
  } catch (cause) {
    throw new errors.InvalidRequest('the body broke off', 400, { cause });
  }
  if (size > limitInBytes) throw new errors.InvalidRequest('the form is too large', 413);
  return Buffer.concat(chunks).toString('utf8');
}
