import type { Readable } from 'node:stream';
import { endBody } from '../http/body-time.ts';
import { generalError } from '../http/errors.ts';
import { UploadRefused } from './upload-refused.ts';

/** How much of a body has to come in the time that any other body has, in bytes. */
const progressInBytes = 64 * 1024;

/** How a body may end before it has come. */
export interface PieceLimits {
  /** The time for each {@link progressInBytes}; that in which its pieces are worked on does not count. */
  readonly bodyTimeoutInMs: number;
  readonly overtaken: AbortSignal;
}

/**
 * The pieces of a body as they come. Its connection stays: whoever is refused is to hear why.
 *
 * @throws {UploadRefused} when another request has taken its place
 * @throws {CallError} REQUEST_TIMEOUT
 */
export async function* piecesOf(
  body: Readable,
  { bodyTimeoutInMs, overtaken }: PieceLimits,
): AsyncGenerator<Buffer, void> {
  let came = 0;
  let leftInMs = bodyTimeoutInMs;
  let waitingSince = 0;
  let timer: NodeJS.Timeout | undefined;
  const wait = () => {
    waitingSince = performance.now();
    timer = setTimeout(timeOut, leftInMs);
  };
  const timeOut = () => endBody(body, generalError('REQUEST_TIMEOUT'));
  const leave = () => endBody(body, new UploadRefused('UPLOAD_OVERTAKEN'));
  if (overtaken.aborted) throw new UploadRefused('UPLOAD_OVERTAKEN');
  overtaken.addEventListener('abort', leave);
  try {
    wait();
    for await (const piece of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      clearTimeout(timer);
      leftInMs -= performance.now() - waitingSince;
      came += piece.length;
      if (came >= progressInBytes) [came, leftInMs] = [0, bodyTimeoutInMs];
      yield piece;
      wait();
    }
  } finally {
    clearTimeout(timer);
    overtaken.removeEventListener('abort', leave);
  }
}
