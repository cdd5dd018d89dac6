import type { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { html } from '../identity-provider/pages/html.ts';
import { contentPolicy, document } from '../identity-provider/pages/layout.ts';
import { spokenOf } from '../identity-provider/pages/texts/texts.ts';
import { StartProblem, systemErrorCode } from '../problem.ts';

export interface AuthorityPageOptions {
  readonly authority: X509Certificate;
  /** Address that the server listens on. */
  readonly listensOn: string;
  readonly port: number;
  /** Origin that the device opens once it trusts the authority. */
  readonly shell: string;
}

/** Its name decides what a device offers to do with it. */
const certificatePath = '/lectern.crt';

/** Anybody in the network reaches it, and no browser needs more. */
const connectionsMaximum = 100;
const headersTimeoutInMs = 10_000;

/**
 * Serves the authority to devices, with what to do there. Over plain http, since no device trusts it yet: the page names
 * no fingerprint, because an attacker who replaces the certificate replaces the page, too.
 *
 * @throws {StartProblem} where the port is taken
 */
export async function serveAuthority({
  authority,
  listensOn,
  port,
  shell,
}: AuthorityPageOptions): Promise<{ close(): Promise<void> }> {
  const timeouts = {
    headersTimeout: headersTimeoutInMs,
    requestTimeout: headersTimeoutInMs,
    connectionsCheckingInterval: headersTimeoutInMs / 10,
  };
  const server = createServer(timeouts, (request, response) => {
    const path = request.url?.split('?', 1)[0];
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Cache-Control', 'no-store');
    if (path === certificatePath) {
      // iOS takes it for a profile by this type, and every device knows DER.
      response.setHeader('Content-Type', 'application/x-x509-ca-cert').end(authority.raw);
    } else if (path === '/') {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.setHeader('Content-Security-Policy', contentPolicy([]));
      response.end(pageOf(request.headers['accept-language'], shell));
    } else response.writeHead(404).end();
  });
  server.maxConnections = connectionsMaximum;
  server.listen(port, listensOn);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new StartProblem(
      `Port ${port} cannot be used for the page with the certificate (${systemErrorCode(error)}). Choose another one with --authority-port or LECTERN_AUTHORITY_PORT.`,
      { cause: error },
    );
  }
  // A connection that cannot be accepted (EMFILE) must not end the starter.
  server.on('error', () => {});
  return {
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function pageOf(languages = '', shell: string): string {
  // In the order in which browsers write them, which is that of their weights.
  const spoken = spokenOf(languages.split(',').map((one) => one.split(';', 1)[0]!.trim()));
  const { authority: texts, to } = spoken.texts;
  const { hostname } = new URL(shell);
  return document({
    spoken,
    title: texts.title,
    content: html`
      <h1>${texts.title}</h1>
      <p class="lead">${texts.once(hostname)}</p>
      <p><a class="button" href="${certificatePath}">${texts.download}</a></p>
      <dl>
        <dt>iPad, iPhone</dt>
        <dd>${texts.ios}</dd>
        <dt>Android</dt>
        <dd>${texts.android}</dd>
        <dt>${texts.computer}</dt>
        <dd>${texts.onComputers}</dd>
        <dt>SHA-256</dt>
        <dd>${texts.compare(hostname)}</dd>
      </dl>
      <p><a class="button" href="${shell}">${to('Lectern')}</a></p>
    `,
  });
}
