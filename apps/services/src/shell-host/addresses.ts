/**
 * The parts of the configuration document that the host needs to know. The shell checks the document
 * and says which field is wrong; the host takes from it what can be meant, and leaves out the rest, so
 * that there is a page that can say so.
 */
export interface Addresses {
  readonly project: {
    readonly contentOrigin?: unknown;
    readonly title?: unknown;
    readonly favicon?: unknown;
  };
  readonly signIn: {
    readonly authority?: unknown;
    readonly mode?: unknown;
    readonly silentRedirect?: unknown;
    /** Further origins of the identity provider. */
    readonly providerOrigins?: unknown;
  };
  readonly services: { readonly clusterBase?: unknown };
  readonly tokenProvider: { readonly address?: unknown };
  readonly logging: { readonly address?: unknown };
  readonly analytics: { readonly address?: unknown };
  /** Origin of the files, which the document does not name; absent: none are served. */
  readonly filesOrigin?: string | undefined;
  /** Absent: there is no environment file. */
  readonly environment?: unknown;
  /** Origins of the sites that may show the shell in a frame. */
  readonly embeddedBy?: unknown;
  /** BCP 47 tag. */
  readonly locale?: unknown;
}

/** @param document The configuration document, parsed. */
export function readAddresses(document: unknown): Addresses {
  const root = section(document);
  return {
    ...root,
    project: section(root['project']),
    signIn: section(root['signIn']),
    services: section(root['services']),
    tokenProvider: section(root['tokenProvider']),
    logging: section(root['logging']),
    analytics: section(root['analytics']),
  };
}

function section(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** An address of the web; nothing for any other value. */
export function webAddress(value: unknown): URL | undefined {
  const address = typeof value === 'string' ? URL.parse(value) : null;
  return address && /^https?:$/.test(address.protocol) ? address : undefined;
}

/**
 * Empty for what is none: an empty base is the shell's own origin, which needs no mention, and neither
 * does what is absent.
 */
export function originOf(value: unknown): string {
  return webAddress(value)?.origin ?? '';
}

/**
 * The origins in a list. What is none is left out, and the shell says that the field is wrong. A pattern is none, and
 * neither is what would end a directive of the content policy, though both could be the name of a host.
 */
export function originsIn(list: unknown): string[] {
  const origins: readonly unknown[] = Array.isArray(list) ? list : [];
  return origins.flatMap((origin) => {
    const isOne = /^https?:\/\/([\w.-]+|\[[\da-f:]+\])(:\d+)?\/?$/i.test(String(origin));
    return isOne ? [originOf(origin)].filter(Boolean) : [];
  });
}
