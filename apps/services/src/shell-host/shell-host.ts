import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import fastifyStatic from '@fastify/static';
import { services } from '@lectern/contracts';
import { isSameIssuer } from '@lectern/contracts/calls/issuer';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IdentityProvider } from '../authorization/identity-provider.ts';
import { readAddresses, type Addresses } from './addresses.ts';
import { brandedPage } from './branded-page.ts';
import { compressPage, type CompressedPage } from './compressed-page.ts';
import { csrfCookieFor } from './csrf-token.ts';
import {
  fileHeaders,
  ofOneBrowser,
  pageHeaders,
  revalidated,
  type Headers,
  type PageFile,
} from './file-headers.ts';
import { asksForWorker, endWorker } from './former-worker.ts';
import { sharedSites } from './shared-sites.ts';
import { uncoveredEndpoints } from './uncovered-endpoints.ts';

export interface ShellHostOptions {
  /** Folder with the built shell. */
  readonly directory: string;
  /** The configuration document: JSON, without a byte order mark. */
  readonly configuration: string;
  /** Where files are fetched; absent: nowhere. */
  readonly filesOrigin?: string | undefined;
  /** How long browsers remember to come by https alone, in seconds. Absent: two years. */
  readonly hstsMaxAgeInSeconds?: number | undefined;
  /** How long after a failure the provider is asked for its endpoints again, in milliseconds. Absent: ten seconds. */
  readonly endpointsPauseInMs?: number | undefined;
}

const defaultEndpointsPauseInMs = 10_000;

/** A provider as far as the page's content policy has to do with it. */
type AskedProvider = Pick<IdentityProvider, 'issuer' | 'metadata'>;

/** Answers a request for an unknown address, if it is one of the shell's. */
export type AnswerUnknown = (
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply | Promise<FastifyReply> | undefined;

/** For files that can never change under their address. */
const immutable = 'public, max-age=31536000, immutable';

/** Where the configuration document stands, too (specification, section 7). */
const configurationPath = '/assets/config/config.json';

/**
 * Serves the shell beside the services: its files, the configuration document, and its pages.
 *
 * The page holds the configuration. So it costs no request of its own, and page, content policy and
 * configuration are always of one piece.
 *
 * @param publicUrl Address under which browsers reach the shell.
 * @param providers One of them signs users in: it is asked whether the page's policy lets the shell reach it.
 * @returns how to answer for the addresses that only the shell knows.
 */
export async function registerShellHost(
  server: FastifyInstance,
  {
    directory,
    configuration: document,
    filesOrigin,
    hstsMaxAgeInSeconds,
    endpointsPauseInMs = defaultEndpointsPauseInMs,
  }: ShellHostOptions,
  publicUrl: string,
  providers: readonly AskedProvider[] = [],
): Promise<AnswerUnknown> {
  const addresses = { ...readAddresses(JSON.parse(document)), filesOrigin };
  const warning = sharedSites(addresses, publicUrl);
  if (warning) server.log.warn(warning);
  const provider = providers.find(({ issuer }) =>
    isSameIssuer(issuer, String(addresses.signIn.authority)),
  );
  if (provider) void compareEndpoints(server, addresses, provider, publicUrl, endpointsPauseInMs);
  const ofFiles = fileHeaders(publicUrl, hstsMaxAgeInSeconds);

  await server.register(async (files) => {
    // No file has such a path, like one that begins with two slashes: it is an address like any other.
    files.setErrorHandler<FastifyError>((error, _request, reply) => {
      if (error.code !== 'FST_STATIC_FORBIDDEN_PATH') throw error;
      reply.callNotFound();
    });
    await files.register(fastifyStatic, {
      root: directory,
      preCompressed: true,
      index: false,
      cacheControl: false,
      // Pages are sent with what the configuration says in them.
      allowedPath: (path) => !isPage(path),
      setHeaders(reply, path) {
        void reply
          .headers(ofFiles)
          .header('Cache-Control', isHashed(path) ? immutable : revalidated);
      },
    });
  });

  const ready = new Map<PageFile, { readonly built: string; readonly page: CompressedPage }>();
  async function send(
    reply: FastifyReply,
    file: PageFile,
    ofVisitor: Headers = {},
  ): Promise<FastifyReply> {
    // Read each time: the shell may have been built anew.
    const built = await readFile(join(directory, file), 'utf8');
    let cached = ready.get(file);
    if (cached?.built !== built) {
      const page = brandedPage(built, addresses, document, publicUrl);
      const headers = { ...ofFiles, ...pageHeaders(addresses, file, page) };
      cached = { built, page: compressPage(page, headers) };
      ready.set(file, cached);
    }
    return cached.page.send(reply, ofVisitor);
  }
  const sendPage = (reply: FastifyReply) => {
    if (asksForWorker(reply.request)) return endWorker(reply.headers(ofFiles));
    const cookie = csrfCookieFor(reply.request, publicUrl.startsWith('https:'));
    const headers = cookie && { 'Set-Cookie': cookie, 'Cache-Control': ofOneBrowser };
    return send(reply, 'index.html', headers || {});
  };
  server.get('/', (_request, reply) => sendPage(reply));
  server.get('/index.html', (_request, reply) => sendPage(reply));
  server.get('/silent-callback.html', (_request, reply) => send(reply, 'silent-callback.html'));
  server.get('/popup-callback.html', (_request, reply) => send(reply, 'popup-callback.html'));
  server.get(configurationPath, (_request, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .headers(ofFiles)
      .header('Cache-Control', revalidated)
      .send(document),
  );
  return (request, reply) =>
    asksForWorker(request) || isShellRoute(request) ? sendPage(reply) : undefined;
}

/** Warns of what is missing. Nothing waits for it: the provider may start later than the services. */
async function compareEndpoints(
  server: FastifyInstance,
  addresses: Addresses,
  provider: AskedProvider,
  publicUrl: string,
  pauseInMs: number,
): Promise<void> {
  const metadata = await metadataOnceThere(server, provider, pauseInMs);
  const warning = metadata && uncoveredEndpoints(addresses, { ...metadata }, publicUrl);
  if (warning) server.log.warn(warning);
}

/** @returns nothing where the server closes before the provider has answered. */
async function metadataOnceThere(
  server: FastifyInstance,
  provider: AskedProvider,
  pauseInMs: number,
): Promise<Awaited<ReturnType<AskedProvider['metadata']>> | undefined> {
  const closing = new AbortController();
  server.addHook('onClose', async () => closing.abort());
  for (let failures = 0; !closing.signal.aborted; failures++) {
    try {
      return await provider.metadata();
    } catch {
      if (failures === 0) {
        server.log.warn(
          'The identity provider could not be asked for its endpoints: whether browsers let the shell reach them is not known until it answers.',
        );
      }
    }
    await setTimeout(pauseInMs, undefined, { ref: false, signal: closing.signal }).catch(() => {});
  }
  return undefined;
}

/** True for an unknown address that is one of the shell's routes (section 2) rather than a call or a file. */
function isShellRoute({ method, url, headers }: FastifyRequest): boolean {
  const path = url.split('?', 1)[0]!;
  return (
    (method === 'GET' || method === 'HEAD') &&
    headers.accept?.includes('text/html') === true &&
    !reserved.some((base) => path.startsWith(`${base}/`))
  );
}

/** Addresses beside the shell's routes. */
const reserved = ['/assets', '/docs', ...Object.values(services).map(({ base }) => base)];

/** `name-<hash>.ext`, or one of its compressed forms. */
function isHashed(path: string): boolean {
  return /-[\w-]{8}\.\w+(\.(br|gz))?$/.test(path);
}

function isPage(path: string): boolean {
  return /\.html(\.(br|gz))?$/.test(path);
}
