import { openAsBlob } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { AuthorProblem } from '../problem.ts';

/** A file on its way to the file gateway. */
export interface Upload {
  readonly path: string;
  /** Where it lies here. */
  readonly file: string;
  /** Where its bytes go; whoever has the address may. */
  readonly address: string;
  readonly media_type: string;
  readonly size_in_bytes: number;
}

/** Pauses before further attempts, in milliseconds, where the gateway does not say how long. */
const pausesInMs = [500, 2_000, 5_000, 15_000] as const;
const longestPauseInMs = 60_000;
const passingStatuses: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/**
 * Sends the bytes of a file. After a broken connection it goes on where the gateway has them.
 *
 * @throws {AuthorProblem} when the file has changed meanwhile, or the gateway does not take it
 */
export async function upload(
  given: Upload,
  { signal, send = fetch }: { readonly signal?: AbortSignal; readonly send?: typeof fetch } = {},
): Promise<void> {
  for (let attempt = 0, from = 0; ; attempt++) {
    const response = await put(given, from, signal, send).catch((error: unknown) => {
      signal?.throwIfAborted();
      if (pausesInMs[attempt] === undefined) throw unreachable(given, error);
      return undefined;
    });
    if (response?.status === 201) return;
    if (response && !passingStatuses.has(response.status) && response.status !== 409) {
      throw await refused(given, response);
    }
    await response?.body?.cancel();
    const asked = Number(response?.headers.get('Retry-After')) * 1_000;
    const waiting = pausesInMs[attempt];
    if (waiting === undefined) throw await refused(given, response!);
    await pause(Math.min(asked || waiting, longestPauseInMs), undefined, { signal });
    from = await keptBytes(given, signal, send);
  }
}

async function put(
  { file, address, media_type, size_in_bytes }: Upload,
  from: number,
  signal: AbortSignal | undefined,
  send: typeof fetch,
): Promise<Response> {
  // Read piece by piece as it is sent.
  const bytes = (await openAsBlob(file)).slice(from, size_in_bytes);
  const range = `bytes ${from}-${size_in_bytes - 1}/${size_in_bytes}`;
  return send(address, {
    method: 'PUT',
    body: bytes,
    headers: { 'Content-Type': media_type, ...(from > 0 ? { 'Content-Range': range } : {}) },
    ...(signal ? { signal } : {}),
  });
}

/** How many bytes the gateway has; 0 where it does not say. */
async function keptBytes(
  { address, size_in_bytes }: Upload,
  signal: AbortSignal | undefined,
  send: typeof fetch,
): Promise<number> {
  try {
    const response = await send(address, { method: 'HEAD', ...(signal ? { signal } : {}) });
    const offset = Number(response.headers.get('Upload-Offset') ?? 0);
    return response.ok && Number.isInteger(offset) && offset < size_in_bytes ? offset : 0;
  } catch {
    return 0;
  }
}

async function refused({ path, media_type }: Upload, response: Response): Promise<AuthorProblem> {
  const text = await response.text().catch(() => '');
  if (response.status === 422 || response.status === 400 || response.status === 413) {
    return new AuthorProblem(
      `${path} has changed while it was published. Readers see what they saw before: publish again.`,
    );
  }
  const code = /"code"\s*:\s*"([A-Z_]+)"/.exec(text)?.[1] ?? '';
  if (code === 'UPLOAD_TYPE') {
    return new AuthorProblem(
      `${path}: its bytes are no ${media_type}. Readers see what they saw before.`,
    );
  }
  return new AuthorProblem(
    `The file gateway did not take ${path} (${response.status}${code ? ` ${code}` : ''}). Readers see what they saw before.`,
  );
}

function unreachable({ path }: Upload, cause: unknown): AuthorProblem {
  return new AuthorProblem(
    `${path} could not be sent to the file gateway: the connection broke again and again. Readers see what they saw before: publish again to go on.`,
    { cause },
  );
}
