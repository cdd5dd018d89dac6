import type { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { html } from '../identity-provider/pages/html.ts';
import { contentPolicy, document } from '../identity-provider/pages/layout.ts';
import { spokenOf } from '../identity-provider/pages/texts/texts.ts';
import { StartProblem, systemErrorCode } from '../problem.ts';

/** Content of the page, and where it is served. */
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

/**
 * Serves the authority to devices, with what to do there. Over plain http, since no device trusts it yet: the page has
 * its fingerprint, to be compared with the one at the terminal.
 *
 * @throws {StartProblem} where the port is taken
 */
export async function serveAuthority({
  authority,
  listensOn,
  port,
  shell,
}: AuthorityPageOptions): Promise<{ close(): Promise<void> }> {
  const server = createServer((request, response) => {
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Cache-Control', 'no-store');
    if (request.url === certificatePath) {
      // iOS takes it for a profile by this type, and every device knows DER.
      response.setHeader('Content-Type', 'application/x-x509-ca-cert').end(authority.raw);
    } else if (request.url === '/') {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.setHeader('Content-Security-Policy', contentPolicy([]));
      response.end(pageOf(request.headers['accept-language'], authority, shell));
    } else response.writeHead(404).end();
  });
  server.listen(port, listensOn);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new StartProblem(
      `Port ${port} cannot be used for the page with the certificate (${systemErrorCode(error)}). Choose another one with --authority-port or LECTERN_AUTHORITY_PORT.`,
      { cause: error },
    );
  }
  return {
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function pageOf(languages = '', authority: X509Certificate, shell: string): string {
  // In the order in which browsers write them, which is that of their weights.
  const spoken = spokenOf(languages.split(',').map((one) => one.split(';', 1)[0]!.trim()));
  const { authority: texts, to } = spoken.texts;
  return document({
    spoken,
    title: texts.title,
    content: html`
      <h1>${texts.title}</h1>
      <p class="lead">${texts.once(new URL(shell).hostname)}</p>
      <p><a class="button" href="${certificatePath}">${texts.download}</a></p>
      <dl>
        <dt>iPad, iPhone</dt>
        <dd>${texts.ios}</dd>
        <dt>Android</dt>
        <dd>${texts.android}</dd>
        <dt>${texts.computer}</dt>
        <dd>${texts.onComputers}</dd>
      </dl>
      <p><a class="button" href="${shell}">${to('Lectern')}</a></p>
      <details>
        <summary>${spoken.texts.support}</summary>
        <dl>
          <dt>SHA-256</dt>
          <dd><code>${authority.fingerprint256}</code></dd>
        </dl>
      </details>
    `,
  });
}
