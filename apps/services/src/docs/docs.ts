import type { FastifyInstance } from 'fastify';
import { contentOf, loadAssets, sendContent, type Asset, type Content } from './assets.ts';

const documentAddress = '/docs/openapi.json';
const immutable = 'public, max-age=31536000, immutable';

const pageHeaders = {
  'Cache-Control': 'no-cache',
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // The arrows and icons in the style sheet of Swagger UI.
    'img-src data:',
    // The document.
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
};

/**
 * Serves the API reference: a page at `/docs`, the OpenAPI document that it shows, and the files that
 * it loads. Nothing comes from another host.
 *
 * @param document Makes the contract as an OpenAPI document.
 */
export async function registerDocs(
  server: FastifyInstance,
  document: () => Readonly<Record<string, unknown>>,
): Promise<void> {
  const assets = await loadAssets();
  let json: Content | undefined;
  const html = page(assets);

  for (const address of ['/docs', '/docs/']) {
    server.get(address, (_request, reply) =>
      reply.type('text/html; charset=utf-8').headers(pageHeaders).send(html),
    );
  }
  server.get(documentAddress, (request, reply) => {
    // At the first request for it: making it takes a fifth of a start.
    json ??= contentOf(Buffer.from(JSON.stringify(document())), 'application/json; charset=utf-8');
    return sendContent(request, reply, json);
  });
  for (const { address, content } of assets) {
    server.get(address, (request, reply) =>
      sendContent(request, reply.header('Cache-Control', immutable), content),
    );
  }
}

function page(assets: readonly Asset[]): string {
  const tags = assets.map(({ address, kind }) =>
    kind === 'script'
      ? `<script src="${address}" defer></script>`
      : `<link rel="stylesheet" href="${address}">`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lectern API</title>
<link rel="icon" href="data:,">
<link rel="alternate" type="application/openapi+json" href="${documentAddress}">
${tags.join('\n')}
</head>
<body>
<div id="reference"></div>
<noscript><p>This page needs JavaScript. <a href="${documentAddress}">The OpenAPI document</a> does not.</p></noscript>
</body>
</html>
`;
}
