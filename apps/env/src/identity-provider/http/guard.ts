import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isDatabaseUnavailable } from '@lectern/services/database-errors';
import { createOutageFilter } from '@lectern/services/outages';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { describeError, type Log } from '../log.ts';
import { errorPage } from '../pages/error.ts';
import type { Problem } from '../pages/problem.ts';
import { contentPolicy } from '../pages/layout.ts';
import { paths } from '../paths.ts';
import type { Middleware } from './middleware.ts';
import { spokenIn } from './spoken.ts';

/** The request under way, for what the library calls without it, such as its store. */
export const currentRequest = new AsyncLocalStorage<Parameters<Middleware>[0]>();

/** Options of the outermost step. */
export interface GuardOptions {
  readonly shellOrigin: string;
  readonly log: Log;
}

/**
 * The outermost step: security headers, an error page for whatever the inner steps throw, and one log
 * line for every request that was refused or failed; while the database is away, one a minute.
 */
export function guard({ shellOrigin, log }: GuardOptions): Middleware {
  const isTold = createOutageFilter(isDatabaseUnavailable);
  return async (ctx, next) => {
    const reference = randomUUID();
    ctx.state['reference'] = reference;
    ctx.set({
      // Before the inner steps, because the library adds the hashes of its own scripts to it.
      'Content-Security-Policy': contentPolicy([shellOrigin]),
      'X-Content-Type-Options': 'nosniff',
      // Not 'no-referrer': under it browsers post forms with `Origin: null`, which the sign-in refuses.
      'Referrer-Policy': 'same-origin',
    });
    try {
      // An address in absolute form would become the base of every address in the answer.
      if (!ctx.req.url?.startsWith('/')) throw new errors.InvalidRequest('malformed address', 400);
      const twice = nameGivenTwice(ctx.req.headers.cookie);
      if (twice) throw new errors.InvalidRequest(`two cookies of the name ${twice}`, 400);
      await currentRequest.run(ctx, next);
      if (ctx.status === 404 && !ctx.body) answerMissing(ctx, shellOrigin);
    } catch (error) {
      answerError(ctx, error, shellOrigin);
    }
    // The silent renewal passes through redirects in a frame of the shell; only pages resist framing.
    if (ctx.status >= 300 && ctx.status < 400) ctx.remove('Content-Security-Policy');
    withholdFromOtherOrigins(ctx, shellOrigin);

    const failure: unknown = ctx.state['failure'];
    if (ctx.status === 500 && isDatabaseUnavailable(failure)) {
      ctx.status = 503;
      ctx.set('Retry-After', '1');
    }
    const request = { reference, method: ctx.method, path: ctx.path.slice(0, 200) };
    if (failure) {
      const err = describeError(failure);
      if (isTold(failure)) log('error', 'request failed', { ...request, err });
    } else if (ctx.status >= 400) {
      log('warn', 'request refused', { ...request, status: ctx.status, code: codeOf(ctx) });
    }
  };
}

/**
 * A cookie of ours that came twice: one is of another path or host, which somebody else has set, and nobody
 * can tell which.
 */
function nameGivenTwice(cookies = ''): string | undefined {
  const names = cookies.split(';').map((cookie) => cookie.split('=')[0]!.trim());
  return names.find(
    (name, place) => /^(__Host-)?lectern_/.test(name) && names.indexOf(name) < place,
  );
}

/**
 * Makes the request appear at the issuer's own address. Every address that the library hands out
 * derives from these headers, and they are the sender's to choose. Behind a proxy, which ends TLS, they
 * also tell the library that the connection to the browser is secure.
 */
export function pinToIssuer(request: IncomingMessage, issuer: URL): void {
  request.headers.host = issuer.host;
  delete request.headers['x-forwarded-host'];
  request.headers['x-forwarded-proto'] = issuer.protocol.slice(0, -1);
}

/** Answers with a page to browsers and in the protocol's JSON to programs. */
export function answerError(ctx: KoaContext, error: unknown, applicationUrl: string): void {
  const expected = error instanceof errors.OIDCProviderError && error.expose ? error : undefined;
  ctx.status = expected?.statusCode ?? 500;
  // The rest of a refused body is not waited for.
  if (ctx.status === 413) ctx.set('Connection', 'close');
  if (!expected) ctx.state['failure'] = error;
  const code = expected?.error ?? 'server_error';
  if (expected instanceof errors.SessionNotFound) answer(ctx, 'expired', code, applicationUrl);
  else answer(ctx, expected ? 'request' : 'server', code, applicationUrl);
}

type KoaContext = Parameters<Middleware>[0] | KoaContextWithOIDC;

function answerMissing(ctx: KoaContext, applicationUrl: string): void {
  // Setting a body turns Koa's unset 404 into 200; setting the status makes it stay.
  ctx.status = 404;
  answer(ctx, 'missing', 'not_found', applicationUrl);
}

function answer(ctx: KoaContext, problem: Problem, code: string, applicationUrl: string): void {
  ctx.state['code'] = code;
  if (ctx.accepts('json', 'html') === 'html') {
    ctx.type = 'html';
    const reference: string = ctx.state['reference'];
    ctx.body = errorPage({ spoken: spokenIn(ctx), problem, code, reference, applicationUrl });
  } else {
    ctx.body = { error: code };
  }
}

/**
 * Scripts of other origins than the shell's may read what is public anyway (discovery, keys) and
 * nothing else. The library decides this by client, and leaves answers open where none was named.
 */
function withholdFromOtherOrigins(ctx: KoaContext, shellOrigin: string): void {
  const isPublic = ctx.path.startsWith('/.well-known/') || ctx.path === paths.jwks;
  if (!isPublic && ctx.get('Origin') !== shellOrigin) ctx.remove('Access-Control-Allow-Origin');
}

function codeOf(ctx: KoaContext): unknown {
  return ctx.state['code'] ?? (ctx.body as { readonly error?: unknown } | undefined)?.error;
}
