import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Ends a service worker of what stood at this address before: it would show that again from its cache, for years.
 * Lectern has none. Pages that it has served are loaded anew.
 */
const script = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
  for (const client of await clients.matchAll({ type: 'window' })) void client.navigate(client.url);
})()));
`;

/** True for the request by which a browser looks for a newer version of a service worker (Service Workers, section 6.5). */
export function asksForWorker({ headers }: FastifyRequest): boolean {
  return headers['service-worker'] === 'script';
}

export function endWorker(reply: FastifyReply): FastifyReply {
  return (
    reply
      .type('text/javascript; charset=utf-8')
      // Its scope may have been wider than its folder.
      .headers({ 'Service-Worker-Allowed': '/', 'Cache-Control': 'no-store' })
      .send(script)
  );
}
