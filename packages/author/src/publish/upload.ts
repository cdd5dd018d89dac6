import { openAsBlob } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { AuthorProblem } from '../problem.ts';

/** A file on its way to the file gateway. */
export interface Upload {
  readonly path: string;
  /** Where it lies here. */
  readonly file: string;
  /** Address for its bytes; it needs no further right. */
  readonly address: string;
  readonly size_in_bytes: number;
  /** As it was announced. */
  readonly media_type: string;
}

/** Pauses before further attempts, in milliseconds, where the gateway does not say how long. */
const pausesInMs = [500, 2_000, 5_000, 15_000] as const;
const longestPauseInMs = 60_000;
const passingStatuses: ReadonlySet<number> = new Set([408, 409, 429, 500, 502, 503, 504]);

/** The version of the protocol by which bytes are sent (https://tus.io/protocols/resumable-upload). */
const protocol = { 'Tus-Resumable': '1.0.0' } as const;

/**
 * Sends the bytes of a file. After a broken connection it goes on where the gateway has them, and gives up once
 * several attempts in a row have brought nothing: a slow line may break often, and still come to its end.
 *
 * @throws {AuthorProblem} when the file has changed meanwhile, or the gateway does not take it
 */
export async function upload(
  file: Upload,
  { signal, send = fetch }: { readonly signal?: AbortSignal; readonly send?: typeof fetch } = {},
): Promise<void> {
  let [from, most] = [0, 0];
  for (let attempt = 0; ; attempt++) {
    // Read piece by piece as it is sent.
    const bytes = (await whole(file)).slice(from, file.size_in_bytes);
    const response = await patch(file.address, bytes, from, signal, send).catch(
      (error: unknown) => {
        signal?.throwIfAborted();
        if (pausesInMs[attempt] === undefined) throw unreachable(file, error);
        return undefined;
      },
    );
    if (response?.status === 204) {
      if (offsetIn(response) === file.size_in_bytes) return;
      throw changed(file);
    }
    if (response && !passingStatuses.has(response.status)) {
      throw await refused(file, response);
    }
    await response?.body?.cancel();
    const asked = Number(response?.headers.get('Retry-After')) * 1_000;
    const waiting = pausesInMs[attempt];
    if (waiting === undefined) throw await refused(file, response!);
    await pause(Math.min(asked || waiting, longestPauseInMs), undefined, { signal });
    from = await keptBytes(file, signal, send);
    // The answer to the last bytes was lost.
    if (from === file.size_in_bytes) return;
    // Progress starts the count of failed attempts anew; the loop adds one.
    if (from > most) [most, attempt] = [from, -1];
  }
}

async function whole(upload: Upload): Promise<Blob> {
  try {
    return await openAsBlob(upload.file);
  } catch {
    throw changed(upload);
  }
}

async function patch(
  address: string,
  bytes: Blob,
  from: number,
  signal: AbortSignal | undefined,
  send: typeof fetch,
): Promise<Response> {
  return send(address, {
    method: 'PATCH',
    body: bytes,
    headers: {
      ...protocol,
      'Content-Type': 'application/offset+octet-stream',
      'Upload-Offset': String(from),
    },
    ...(signal ? { signal } : {}),
  });
}

/** How many bytes the gateway has; 0 where it does not say. */
async function keptBytes(
  { address }: Upload,
  signal: AbortSignal | undefined,
  send: typeof fetch,
): Promise<number> {
  const options = { method: 'HEAD', headers: protocol, ...(signal ? { signal } : {}) };
  const response = await send(address, options).catch(() => undefined);
  return response?.ok ? offsetIn(response) : 0;
}

function offsetIn({ headers }: Response): number {
  return Number(headers.get('Upload-Offset'));
}

async function refused(file: Upload, response: Response): Promise<AuthorProblem> {
  const { path, media_type } = file;
  const text = await response.text().catch(() => '');
  if (response.status === 422 || response.status === 400 || response.status === 413) {
    return changed(file);
  }
  const code = /"code"\s*:\s*"([A-Z_]+)"/.exec(text)?.[1] ?? '';
  if (code === 'UPLOAD_TYPE') {
    return new AuthorProblem(
      `${path}: the content is not ${media_type}. Readers still see the previous version.`,
    );
  }
  if (code === 'UPLOAD_ANNOUNCED_BY_ANOTHER') {
    return new AuthorProblem(
      `${path}: somebody else publishes the same file at this moment. Readers still see the previous version: publish again once they are done.`,
    );
  }
  return new AuthorProblem(
    `The file gateway refused ${path} (${response.status}${code ? ` ${code}` : ''}). Readers still see the previous version.`,
  );
}

function changed({ path }: Upload): AuthorProblem {
  return new AuthorProblem(
    `${path} changed while it was being published. Readers still see the previous version: publish again.`,
  );
}

function unreachable({ path }: Upload, cause: unknown): AuthorProblem {
  return new AuthorProblem(
    `${path} could not be sent to the file gateway: the connection broke again and again. Readers see what they saw before: publish again to go on.`,
    { cause },
  );
}
