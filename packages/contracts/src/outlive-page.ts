/**
 * Most bytes under way at once of bodies whose requests outlive their page. Browsers fail a request that goes
 * beyond 64 KiB (Fetch, section 4.6); other scripts of the page have their share.
 */
const outlivingMaximumInBytes = 48 * 1024;

let underWayInBytes = 0;

/**
 * Sends a request that the browser goes on with when the page is closed, as far as there is room:
 * without room, or with a body that is no text, it is a request like any other.
 */
export async function sendOutlivingPage(
  send: typeof fetch,
  url: string,
  init: RequestInit,
): Promise<Response> {
  if (typeof init.body !== 'string') return send(url, init);
  const { length } = new TextEncoder().encode(init.body);
  if (underWayInBytes + length > outlivingMaximumInBytes) return send(url, init);
  underWayInBytes += length;
  try {
    return await send(url, { ...init, keepalive: true });
  } finally {
    underWayInBytes -= length;
  }
}
