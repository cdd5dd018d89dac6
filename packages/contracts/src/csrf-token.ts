import { csrf } from './headers.ts';

/**
 * Section 7: requests that are not GET and go to a relative address carry the token of the cookie. So do
 * those to the whole address of the page's own origin: the browser sends the cookie along there, too.
 *
 * The token as it stands, since that is what the services compare. Neighbours under the same domain can
 * set cookies of the same name: of several the last one, because browsers put those of narrower paths
 * first (RFC 6265, section 5.4), which may not go along to the services.
 */
export function csrfToken(method: string, address: string): string | undefined {
  const { document, location } = globalThis as {
    readonly document?: { readonly cookie: string };
    readonly location?: { readonly href: string };
  };
  const page = location?.href ?? 'https://page.invalid';
  // Browsers read `/\host` and an address with a tab between its slashes as another host, and so does URL.
  const isOwn =
    URL.canParse(address, page) && new URL(address, page).origin === new URL(page).origin;
  if (method === 'GET' || !isOwn) return undefined;
  return document?.cookie
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie.startsWith(`${csrf.cookie}=`))
    .map((cookie) => cookie.slice(csrf.cookie.length + 1))
    .findLast((token) => sendable.test(token));
}

/** Characters of a header (RFC 9110, section 5.5) that mean the same in a cookie. */
const sendable = /^[\x21-\x7e]+$/;
