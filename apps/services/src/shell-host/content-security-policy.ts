import { originOf, originsIn, webAddress, type Addresses } from './addresses.ts';
import type { InlineSources } from './inline-sources.ts';

/**
 * Names of the shell's Trusted Types policies. Each lets one thing through, and stands in the one
 * place that needs it: `consent/matomo.ts` and `environment/parse-environment.ts`.
 */
const trustedTypes = { analytics: 'lectern-analytics', environment: 'lectern-environment' };

/** Addresses that the shell's page may load, call and frame: those of the configuration, and no more. */
export function contentSecurityPolicy(addresses: Addresses, inline: InlineSources): string {
  const { project, signIn, services, analytics, environment, tokenProvider, logging } = addresses;
  const provider = [...new Set([originOf(signIn.authority), ...originsIn(signIn.providerOrigins)])];
  // Two files of Matomo's, and not its whole server. Whether they may be used is the user's choice.
  const matomo = webAddress(analytics.address);
  const [script, reports] = ['matomo.js', 'matomo.php'].map((file) =>
    sourceOf(matomo && new URL(file, matomo)),
  );
  const content = originOf(project.contentOrigin);
  const called = [
    ...provider,
    // The shell asks it where the frame stays silent; no answer of it can be read.
    content,
    originOf(services.clusterBase),
    originOf(addresses.filesOrigin),
    originOf(tokenProvider.address),
    reports,
    // Nothing else of that host: log entries come in there, and nothing is asked of it.
    sourceOf(webAddress(logging.address)),
  ];
  return policy([
    "default-src 'none'",
    sources('script-src', [...inline.scripts, script]),
    sources('style-src', inline.styles),
    "img-src 'self'",
    "font-src 'self'",
    sources('connect-src', called),
    // The own origin is that of `silent-callback.html`, as it is called here: a shell may have several
    // names. No other page there lets itself be framed.
    sources('frame-src', [content, ...provider]),
    ancestors(originsIn(addresses.embeddedBy)),
    ...formless,
    ...typed([
      ...(matomo ? [trustedTypes.analytics] : []),
      ...(environment !== undefined ? [trustedTypes.environment] : []),
    ]),
  ]);
}

/** Pages that end a sign-in in a hidden frame or a popup may run their own script. */
export function callbackPolicy(addresses: Addresses, kind: 'silent' | 'popup'): string {
  return policy([
    "default-src 'none'",
    "script-src 'self'",
    // The popup's page has an icon in its window's title.
    "img-src 'self'",
    // The shell frames the first itself, at a silent renewal.
    ancestors(kind === 'silent' ? ["'self'", ...originsIn(addresses.embeddedBy)] : []),
    ...formless,
    ...typed([]),
  ]);
}

const formless = ["base-uri 'none'", "form-action 'none'"];

/** Text becomes script or markup by these policies alone (Trusted Types, sections 4.4 and 4.5). */
function typed(policies: readonly string[]): string[] {
  return [
    "require-trusted-types-for 'script'",
    `trusted-types ${policies.length === 0 ? "'none'" : policies.join(' ')}`,
  ];
}

/**
 * Pages that may frame this one. Every frame around it is compared, not only the innermost: the shell itself is
 * none for its own page, or else content could open it in the content's frame, with the session of the tab.
 */
function ancestors(frames: readonly string[]): string {
  return ['frame-ancestors', ...(frames.length === 0 ? ["'none'"] : frames)].join(' ');
}

/** The shell's own origin, and these; empty ones are none. */
function sources(directive: string, others: readonly (string | undefined)[]): string {
  return [directive, "'self'", ...others.filter(Boolean)].join(' ');
}

/** A source expression knows no query, and keeps what would end it apart (CSP 3, section 2.3.1). */
function sourceOf(address: URL | undefined): string {
  if (!address) return '';
  const { origin, pathname } = address;
  return origin + pathname.replaceAll(';', '%3B').replaceAll(',', '%2C');
}

function policy(directives: readonly string[]): string {
  return directives.join('; ');
}
