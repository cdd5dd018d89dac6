import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { X509Certificate } from 'node:crypto';
import { isLoopback } from '@lectern/services/loopback';
import { StartProblem } from './problem.ts';
import {
  requireUsableCertificate,
  type GivenCertificate,
} from './certificates/given-certificate.ts';
import { ensureOwnCertificate } from './certificates/own-certificate.ts';

/** How other devices reach the platform. */
export interface NetworkOptions {
  /** Name or address of this machine, as browsers write it without brackets. */
  readonly host: string;
  /** Port of the page from which devices get the platform's own authority. */
  readonly authorityPort: number;
  /** Absent: the platform certifies itself, by an authority of its own. */
  readonly certificate?: GivenCertificate;
}

/** Address, certificate and authority of the servers. */
export interface Network extends GivenCertificate {
  readonly host: string;
  /** Address that the servers listen on. */
  readonly listensOn: string;
  /** Absent with a certificate that somebody else has signed. */
  readonly own?: { readonly authority: X509Certificate; readonly trustedFile: string };
}

/**
 * @param folder Of the platform's own certificates.
 * @throws {StartProblem} where the host is not this machine, or the certificate not for the host
 */
export async function prepareNetwork(
  { host, certificate }: NetworkOptions,
  folder: string,
): Promise<Network> {
  await requireOwnHost(host);
  const listensOn = listenAddressOf(host);
  if (certificate) {
    requireUsableCertificate(certificate, host);
    return { host, listensOn, ...certificate };
  }
  const { authority, trustedFile, ...files } = await ensureOwnCertificate(folder, host);
  return { host, listensOn, ...files, own: { authority, trustedFile } };
}

/** Has a process trust the platform's own authority, beside those that it trusts anyway. */
export function trustOf(network: Network | undefined): { readonly NODE_EXTRA_CA_CERTS?: string } {
  return network?.own ? { NODE_EXTRA_CA_CERTS: network.own.trustedFile } : {};
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((all = []) =>
    all.map(({ address }) => address),
  );
}

/** A machine's own name often leads to a loopback address on the machine itself, and elsewhere for others. */
export function listenAddressOf(host: string): string {
  if (isIP(host)) return host;
  return ownAddresses().some((address) => isIP(address) === 6) ? '::' : '0.0.0.0';
}

async function requireOwnHost(host: string): Promise<void> {
  const found = await lookup(host, { all: true }).catch(() => []);
  const addresses = found.map(({ address }) => address);
  const own = ownAddresses();
  if (addresses.some((address) => own.includes(address) || isLoopback(address))) return;
  const where = addresses.length > 0 ? `leads to ${addresses.join(', ')}` : 'is not found';
  throw new StartProblem(
    `--host ${host} ${where}, and has to lead to this machine. Its addresses are ${own.filter((address) => !isLoopback(address)).join(', ')}.`,
  );
}
