import { originOf, type Addresses } from './addresses.ts';
import { callbackPolicy, contentSecurityPolicy } from './content-security-policy.ts';
import { inlineSources } from './inline-sources.ts';
import { permissionsPolicy } from './permissions-policy.ts';

/** The shell's pages as files. Every route is the first one's. */
export type PageFile = 'index.html' | 'silent-callback.html' | 'popup-callback.html';

export type Headers = Readonly<Record<string, string>>;

/** Kept, but asked for every time; an unchanged file costs one small answer. */
export const revalidated = 'no-cache';

/**
 * The same for a page, unchanged on its way (RFC 9111, section 5.2.2.6). A content network that rewrites inline scripts
 * breaks their hashes in the content policy, so the page stays empty.
 */
const asSent = `${revalidated}, no-transform`;

/** The same, and kept by nobody between host and browser: it has a cookie (RFC 9111, section 7.3). */
export const ofOneBrowser = `private, ${asSent}`;

/** Two years. */
const defaultHstsMaxAgeInSeconds = 63_072_000;

/**
 * Headers of every file of the shell.
 *
 * @param publicUrl Address under which browsers reach the shell.
 * @param hstsMaxAgeInSeconds How long browsers remember to come by https alone, to every port of that host name
 *   (RFC 6797); 0 has them forget it.
 */
export function fileHeaders(
  publicUrl: string,
  hstsMaxAgeInSeconds = defaultHstsMaxAgeInSeconds,
): Headers {
  return {
    'X-Content-Type-Options': 'nosniff',
    // A page's address has held a code or a state; no request says where it came from.
    'Referrer-Policy': 'no-referrer',
    ...(publicUrl.startsWith('https:')
      ? { 'Strict-Transport-Security': `max-age=${hstsMaxAgeInSeconds}` }
      : {}),
  };
}

/**
 * Further headers of each page.
 *
 * @param page The page as it is sent.
 */
export function pageHeaders(addresses: Addresses, file: PageFile, page: string): Headers {
  const common = {
    'Cache-Control': asSent,
    'Permissions-Policy': permissionsPolicy(addresses),
  };
  const content = originOf(addresses.project.contentOrigin);
  const ofFile: Readonly<Record<PageFile, Headers>> = {
    'index.html': {
      'Content-Security-Policy': contentSecurityPolicy(addresses, inlineSources(page)),
      // Other sites' windows and this one do not know each other, but for the popup of a sign-in.
      'Cross-Origin-Opener-Policy':
        addresses.signIn.mode === 'popup' ? 'same-origin-allow-popups' : 'same-origin',
      // The browser can open a connection to the content while it reads the shell's script.
      ...(content ? { Link: `<${content}>; rel=preconnect` } : {}),
    },
    'silent-callback.html': {
      'Content-Security-Policy': callbackPolicy(addresses, 'silent'),
      'Cross-Origin-Opener-Policy': 'same-origin',
    },
    'popup-callback.html': {
      'Content-Security-Policy': callbackPolicy(addresses, 'popup'),
      // Anything else would take the opener away, to which the answer is handed.
      'Cross-Origin-Opener-Policy': 'unsafe-none',
    },
  };
  return { ...common, ...ofFile[file] };
}
