/** How long a download may take, in milliseconds. */
const downloadTimeoutInMs = 15_000;

/** A file was not fetched; the message says why. */
export class DownloadError extends Error {
  override readonly name = 'DownloadError';
}

/**
 * Fetches a file as text, in UTF-8. The request goes where the gateway has said and nowhere else:
 * without cookies, without following redirects, and no further than its largest size.
 *
 * @param address What the gateway gave.
 * @throws {DownloadError}
 */
export async function download(
  address: string | undefined,
  maximumInBytes: number,
): Promise<string> {
  if (!/^https?:/i.test(address ?? '')) throw new DownloadError('no address of the web');
  const response = await fetch(address!, {
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(downloadTimeoutInMs),
  });
  if (!response.ok) throw new DownloadError(`HTTP ${response.status}`);
  return readText(response, maximumInBytes);
}

async function readText({ body }: Response, maximumInBytes: number): Promise<string> {
  const reader = body?.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    size += read.value.byteLength;
    if (size > maximumInBytes) {
      await reader?.cancel();
      throw new DownloadError('too large');
    }
    chunks.push(read.value);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await new Blob(chunks).arrayBuffer());
  } catch {
    throw new DownloadError('not in UTF-8');
  }
}
