import { hostInUrl } from '@lectern/services/network';

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
 * The machine's own name, on which everything listens unless another host is named. A browser treats it as a
 * secure context, and two of its ports as two origins, which is what keeps the content apart.
 */
export const localHost = 'localhost';

/** Differences from a platform for this machine alone. */
interface AddressOptions {
  /** Name or address under which other devices reach the platform; over TLS, without which it is no secure context. */
  readonly host?: string | undefined;
  /** Another identity provider than the embedded one. */
  readonly issuer?: string | undefined;
}

export function addressesOf(
  ports: Ports,
  { host = localHost, issuer }: AddressOptions = {},
): Addresses {
  return {
    shell: originOf(host, ports.shell),
    identityProvider: issuer ?? originOf(host, ports.identityProvider),
    content: originOf(host, ports.content),
    files: originOf(host, ports.files),
  };
}

/** As browsers write it: without the port that is the scheme's own. */
function originOf(host: string, port: number): string {
  const scheme = host === localHost ? 'http' : 'https';
  return new URL(`${scheme}://${hostInUrl(host)}:${port}`).origin;
}
