import { randomBytes } from 'node:crypto';
import { csrf } from '@lectern/contracts';
import type { FastifyRequest } from 'fastify';

const lengthInBytes = 24;
/** {@link lengthInBytes} as base64url. */
const form = /^[\w-]{32}$/;

/**
 * Makes a token that only pages of this origin can read. A request with a cookie must show
 * that it can (specification, section 7).
 *
 * @param isSecure Whether browsers come by https alone.
 * @returns the header Set-Cookie; `undefined` where the browser has a token. What another port or a
 *   neighbour under the same domain has put in its place is none.
 */
export function csrfCookieFor(
  { headers }: Pick<FastifyRequest, 'headers'>,
  isSecure: boolean,
): string | undefined {
  const cookies = headers.cookie?.split(';').map((cookie) => cookie.trim()) ?? [];
  const start = `${csrf.cookie}=`;
  const hasToken = cookies.some(
    (cookie) => cookie.startsWith(start) && form.test(cookie.slice(start.length)),
  );
  if (hasToken) return undefined;
  const token = randomBytes(lengthInBytes).toString('base64url');
  return `${start}${token}; Path=/; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}
