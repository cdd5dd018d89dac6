/** TCP ports of the platform. The services answer on the shell's. */
export interface Ports {
  readonly shell: number;
  readonly identityProvider: number;
  readonly content: number;
  readonly files: number;
}

/** Origins of the platform, without a slash at the end. */
export interface Addresses {
  readonly shell: string;
  readonly identityProvider: string;
  readonly content: string;
  /** Where uploaded files are fetched; the services serve it. */
  readonly files: string;
}

/**
 * Everything listens on the machine's own name only. A browser treats `localhost` as a secure
 * context, and two of its ports as two origins, which is what keeps the content apart.
 */
export const host = 'localhost';

/** @param issuer Another identity provider than the embedded one. */
export function addressesOf(ports: Ports, issuer?: string): Addresses {
  return {
    shell: originOf(ports.shell),
    identityProvider: issuer ?? originOf(ports.identityProvider),
    content: originOf(ports.content),
    files: originOf(ports.files),
  };
}

/** As browsers write it: without the port that is the scheme's own. */
function originOf(port: number): string {
  return new URL(`http://${host}:${port}`).origin;
}
