import { lookup } from 'node:dns/promises';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { X509Certificate } from 'node:crypto';
import { isLoopback } from '@lectern/services/loopback';
import { localHost, type Ports } from './addresses.ts';
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
  /** Other devices reach it, so that the demo accounts cannot sign in. */
  readonly isForOthers: boolean;
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
  const place = { host, listensOn: listenAddressOf(host), isForOthers: !isLoopback(host) };
  if (certificate) {
    requireUsableCertificate(certificate, host);
    return { ...place, ...certificate };
  }
  const { authority, trustedFile, ...files } = await ensureOwnCertificate(folder, host);
  return { ...place, ...files, own: { authority, trustedFile } };
}

/** With that of the page for devices, where there will be one. */
export function portsToListenOn(
  ports: Ports,
  network: NetworkOptions | undefined,
): Ports & { readonly authority?: number } {
  if (!network || network.certificate) return ports;
  return { ...ports, authority: network.authorityPort };
}

/** Addresses that a device finds only with the name of a network interface beside them (RFC 4291, section 2.5.6). */
export function isLinkLocal(address: string): boolean {
  return isIPv6(address) && linkLocal.check(address, 'ipv6');
}

const linkLocal = new BlockList();
linkLocal.addSubnet('fe80::', 10, 'ipv6');

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
  // Names under `localhost` lead nowhere else.
  if (isLoopback(host)) return localHost;
  return ownAddresses().some((address) => isIP(address) === 6) ? '::' : '0.0.0.0';
}

async function requireOwnHost(host: string): Promise<void> {
  const found = await lookup(host, { all: true }).catch(() => []);
  const addresses = found.map(({ address }) => address);
  const own = ownAddresses();
  if (addresses.some((address) => own.includes(address) || isLoopback(address))) return;
  const where = addresses.length > 0 ? `leads to ${addresses.join(', ')}` : 'is not found';
  const offered = own.filter((address) => !isLoopback(address) && !isLinkLocal(address));
  throw new StartProblem(
    `--host ${host} ${where}, and has to lead to this machine. Its addresses are ${offered.join(', ')}.`,
  );
}
