import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Ends the service worker of a former site, which would answer from its cache for years. Lectern has none.
 *
 * Loads its pages anew where a cache may have answered; frames, popups and callbacks stay, because a code holds once.
 * Without its fragment an address is loaded from the host.
 */
const script = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil((async () => {
  await registration.unregister();
  const names = await caches.keys().catch(() => undefined);
  const pages = names?.length === 0 ? [] : await clients.matchAll({ type: 'window' });
  for (const page of pages) {
    const url = new URL(page.url);
    url.hash = '';
    if (page.frameType === 'top-level' && !url.pathname.includes('-callback'))
      void page.navigate?.(url.href);
  }
  if (names && registration.scope === new URL('/', location).href)
    await Promise.allSettled(names.map((name) => caches.delete(name)));
})()));
`;

/**
 * True for the request by which a browser looks for a newer version of a service worker (Service Workers, appendix B),
 * but for names of Lectern's own files.
 */
export function asksForWorker({ method, url, headers }: FastifyRequest): boolean {
  return method === 'GET' && headers['service-worker'] === 'script' && !url.startsWith('/assets/');
}

export function endWorker(reply: FastifyReply): FastifyReply {
  return (
    reply
      .type('text/javascript; charset=utf-8')
      // Its scope may have been wider than its folder.
      .headers({
        'Service-Worker-Allowed': '/',
        'Cache-Control': 'no-store',
        Vary: 'Service-Worker',
      })
      .send(script)
  );
}
