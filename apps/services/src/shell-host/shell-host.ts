import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { csrf, services } from '@lectern/contracts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { contentSecurityPolicy, type Addresses } from './content-security-policy.ts';

export interface ShellHostOptions {
  /** Folder with the built shell. */
  readonly directory: string;
  /** File with the configuration document. */
  readonly configuration: string;
}

/** Answers a request with the shell's page. */
export type SendPage = (reply: FastifyReply) => Promise<FastifyReply>;

/** What can never change under its address. */
const immutable = 'public, max-age=31536000, immutable';
/** Kept, but asked for every time; an unchanged file costs one small answer. */
const revalidated = 'no-cache';
/** Where the shell finds its configuration document (specification, section 7). */
const configurationPath = '/assets/config/config.json';

/**
 * Serves the shell beside the services: its files, the configuration document, and its page.
 *
 * The page names the configuration by its hash. So the browser keeps it without asking again, and
 * page, content policy and configuration are always of one piece.
 *
 * @param publicUrl Address under which browsers reach the shell.
 * @returns how to answer with the page, for the addresses that only the shell knows.
 */
export async function registerShellHost(
  server: FastifyInstance,
  { directory, configuration }: ShellHostOptions,
  publicUrl: string,
): Promise<SendPage> {
  const document = await readFile(configuration, 'utf8');
  const version = createHash('sha256').update(document).digest('base64url');
  const addresses = JSON.parse(document) as Addresses;
  const pageHeaders = {
    'Cache-Control': revalidated,
    'Content-Security-Policy': contentSecurityPolicy(addresses),
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    // The browser can open a connection to the content while it reads the shell's script.
    Link: `<${addresses.project.contentOrigin}>; rel=preconnect`,
  };

  await server.register(fastifyStatic, {
    root: directory,
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders(reply, path) {
      void reply.header('Cache-Control', isHashed(path) ? immutable : revalidated);
      if (isPage(path)) void reply.headers(pageHeaders);
    },
  });

  const sendPage: SendPage = async (reply) => {
    const page = await readFile(join(directory, 'index.html'), 'utf8');
    giveCsrfToken(reply, publicUrl.startsWith('https:'));
    return reply
      .type('text/html; charset=utf-8')
      .headers(pageHeaders)
      .send(page.replace(configurationPath, `${configurationPath}?v=${version}`));
  };
  server.get('/', (_request, reply) => sendPage(reply));
  server.get('/index.html', (_request, reply) => sendPage(reply));
  server.get<{ Querystring: { v?: string } }>(configurationPath, ({ query }, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .header('Cache-Control', query.v === version ? immutable : revalidated)
      .send(document),
  );
  return sendPage;
}

/**
 * Gives the browser a token that only pages of this origin can read. Whoever sends a request with a
 * cookie must show that it can (specification, section 7).
 */
function giveCsrfToken(reply: FastifyReply, isSecure: boolean): void {
  if (reply.request.headers.cookie?.includes(`${csrf.cookie}=`)) return;
  const secure = isSecure ? '; Secure' : '';
  const token = randomBytes(24).toString('base64url');
  void reply.header('Set-Cookie', `${csrf.cookie}=${token}; Path=/; SameSite=Lax${secure}`);
}

/** Whether an unknown address is one of the shell's routes (section 2) rather than a call or a file. */
export function isShellRoute(method: string, url: string, accept: string | undefined): boolean {
  const path = url.split('?', 1)[0]!;
  return (
    (method === 'GET' || method === 'HEAD') &&
    accept?.includes('text/html') === true &&
    !reserved.some((base) => path.startsWith(`${base}/`))
  );
}

/** What is served beside the shell's routes. */
const reserved = ['/assets', '/docs', ...Object.values(services).map(({ base }) => base)];

/** `name-<hash>.ext`, or one of its compressed forms. */
function isHashed(path: string): boolean {
  return /-[\w-]{8}\.\w+(\.(br|gz))?$/.test(path);
}

function isPage(path: string): boolean {
  return /\.html(\.(br|gz))?$/.test(path);
}
