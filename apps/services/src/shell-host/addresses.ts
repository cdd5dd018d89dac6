/**
 * The parts of the configuration document that the host needs to know. The shell checks the document
 * and says which field is wrong; the host takes from it what can be meant, and leaves out the rest.
 */
export interface Addresses {
  readonly project: {
    readonly contentOrigin: string;
    readonly title?: unknown;
    readonly favicon?: unknown;
  };
  readonly signIn: { readonly authority: string; readonly mode?: unknown };
  readonly services: { readonly clusterBase: string };
  readonly analytics?: { readonly address: string };
  readonly tokenProvider?: { readonly address: string };
  readonly environment?: object;
  readonly logging?: { readonly address?: string };
  /** Origins of the sites that may show the shell in a frame. */
  readonly embeddedBy?: unknown;
  /** BCP 47 tag. */
  readonly locale?: unknown;
}

/** An empty base is the shell's own origin, which needs no mention; neither does what is absent. */
export function originOf(base = ''): string {
  return base === '' ? '' : new URL(base).origin;
}
