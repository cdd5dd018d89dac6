import { readFile } from 'node:fs/promises';
import fastifyStatic from '@fastify/static';
import { services } from '@lectern/contracts';
import type { FastifyInstance } from 'fastify';

export interface ShellHostOptions {
  /** Folder with the built shell. */
  readonly directory: string;
  /** File with the configuration document. */
  readonly configuration: string;
}

/** The parts of the configuration document that the host needs to know. */
interface Addresses {
  readonly project: { readonly contentOrigin: string };
  readonly signIn: { readonly authority: string };
  readonly services: { readonly clusterBase: string };
}

/** A hashed name never changes its content. */
const immutable = 'public, max-age=31536000, immutable';
/** Kept, but asked for every time; an unchanged file costs one small answer. */
const revalidated = 'no-cache';
/**
 * Nothing waits for the configuration that was here less than an hour ago: it is used as it was, and
 * asked for at the same time for the next visit. On a slow network that saves one of three round
 * trips before the content is asked for.
 */
const usedWhileRevalidated = 'max-age=0, stale-while-revalidate=3600';

/**
 * Serves the shell beside the services: its files, the configuration document, and its page for
 * every address that is not a file.
 */
export async function registerShellHost(
  server: FastifyInstance,
  options: ShellHostOptions,
): Promise<void> {
  const configuration = await readFile(options.configuration, 'utf8');
  const addresses = JSON.parse(configuration) as Addresses;
  const policy = contentSecurityPolicy(addresses);
  // The browser can open a connection to the content while it reads the shell's script.
  const preconnect = `<${addresses.project.contentOrigin}>; rel=preconnect`;

  await server.register(fastifyStatic, {
    root: options.directory,
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders(reply, path) {
      void reply.header('Cache-Control', isHashed(path) ? immutable : revalidated);
      if (!isPage(path)) return;
      void reply
        .header('Content-Security-Policy', policy)
        .header('Referrer-Policy', 'strict-origin-when-cross-origin')
        .header('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=()')
        .header('Link', preconnect);
    },
  });

  server.get('/assets/config/config.json', (_request, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .header('Cache-Control', usedWhileRevalidated)
      .send(configuration),
  );
}

/** Whether an unknown address is one of the shell's routes (section 2) rather than a call or a file. */
export function isShellRoute(method: string, url: string, accept: string | undefined): boolean {
  const path = url.split('?', 1)[0]!;
  return (
    method === 'GET' &&
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

/** An empty base is the shell's own origin. */
function originOf(base: string): string {
  return base === '' ? '' : new URL(base).origin;
}

function contentSecurityPolicy({ project, signIn, services }: Addresses): string {
  const authority = new URL(signIn.authority).origin;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${authority} ${originOf(services.clusterBase)}`,
    `frame-src 'self' ${project.contentOrigin} ${authority}`,
    // Only the shell itself frames one of its pages: the one that ends a silent renewal.
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
