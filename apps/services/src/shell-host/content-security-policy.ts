/** The parts of the configuration document that the host needs to know. */
export interface Addresses {
  readonly project: { readonly contentOrigin: string };
  readonly signIn: { readonly authority: string };
  readonly services: { readonly clusterBase: string };
}

/** What the shell's pages may load, call and frame: what the configuration names, and no more. */
export function contentSecurityPolicy({ project, signIn, services }: Addresses): string {
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

/** An empty base is the shell's own origin. */
function originOf(base: string): string {
  return base === '' ? '' : new URL(base).origin;
}
