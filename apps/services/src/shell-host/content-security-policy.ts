/** The parts of the configuration document that the host needs to know. */
export interface Addresses {
  readonly project: { readonly contentOrigin: string };
  readonly signIn: { readonly authority: string };
  readonly services: { readonly clusterBase: string };
  readonly analytics?: { readonly address: string };
  readonly tokenProvider?: { readonly address: string };
  readonly logging?: { readonly address?: string };
}

/** What the shell's pages may load, call and frame: what the configuration names, and no more. */
export function contentSecurityPolicy({
  project,
  signIn,
  services,
  analytics,
  tokenProvider,
  logging,
}: Addresses): string {
  const authority = new URL(signIn.authority).origin;
  // Two files of Matomo's, and not its whole server. Whether they may be used is the user's choice.
  const [script, reports] = ['matomo.js', 'matomo.php'].map((file) =>
    analytics ? sourceOf(new URL(file, analytics.address)) : '',
  );
  const called = [
    authority,
    originOf(services.clusterBase),
    originOf(tokenProvider?.address),
    reports,
    // Nothing else of that host: log entries come in there, and nothing is asked of it.
    logging?.address === undefined ? '' : sourceOf(new URL(logging.address)),
  ];
  return [
    "default-src 'none'",
    `script-src 'self' ${script}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${called.filter(Boolean).join(' ')}`,
    `frame-src 'self' ${project.contentOrigin} ${authority}`,
    // Only the shell itself frames one of its pages: the one that ends a silent renewal.
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ]
    .map((directive) => directive.trimEnd())
    .join('; ');
}

/** A source expression knows no query, and keeps what would end it apart (CSP 3, section 2.3.1). */
function sourceOf({ origin, pathname }: URL): string {
  return origin + pathname.replaceAll(';', '%3B').replaceAll(',', '%2C');
}

/** An empty base is the shell's own origin, which needs no mention; neither does what is absent. */
function originOf(base = ''): string {
  return base === '' ? '' : new URL(base).origin;
}
