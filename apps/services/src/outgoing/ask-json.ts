import { hasTooManyValues } from '../json-survey.ts';
import { exchange, NoUsableAnswer, type Exchanged, type ExchangeLimits } from './client.ts';

export interface AskLimits extends ExchangeLimits {
  /** Of the answer as it is read, in bytes: after decompression. */
  readonly sizeMaximumInBytes: number;
}

/** JSON by any of its media types, such as `application/scim+json` or `application/x-amz-json-1.1`. */
const jsonMediaType = /^application\/(?:[\w.-]+[+-])?json(?:-[\d.]+)?\s*(?:;|$)/i;

/**
 * Asks another server for JSON; time and size are limited, and how many values it holds, as of a body.
 *
 * @returns what an answer with a status from 200 to 299 holds; its shape is the caller's to check.
 * @throws {NoUsableAnswer}
 */
export async function askJson(
  request: Request,
  { sizeMaximumInBytes, ...limits }: AskLimits,
): Promise<unknown> {
  return exchange(request, limits, (answer) => readJson(answer, sizeMaximumInBytes));
}

/**
 * Content of an answer with a status from 200 to 299.
 *
 * @throws {NoUsableAnswer}
 */
export async function readJson(answer: Exchanged, sizeMaximumInBytes: number): Promise<unknown> {
  const { status, mediaType } = answer;
  if (status < 200 || status > 299) {
    throw new NoUsableAnswer(`answered with status ${status}`, { status });
  }
  if (!jsonMediaType.test(mediaType)) {
    throw new NoUsableAnswer('did not answer with JSON', { status });
  }
  const json = await readBytes(answer, sizeMaximumInBytes);
  if (hasTooManyValues(json)) throw new NoUsableAnswer('answered with too many values', { status });
  return parse(decode(json, status));
}

async function readBytes({ status, body }: Exchanged, maximumInBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.byteLength;
    if (size > maximumInBytes) {
      throw new NoUsableAnswer(`answered with more than ${maximumInBytes} bytes`, { status });
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function decode(json: Buffer, status: number): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(json);
  } catch (cause) {
    throw new NoUsableAnswer('did not answer in UTF-8', { status, cause });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new NoUsableAnswer('did not answer with JSON', { cause });
  }
}
