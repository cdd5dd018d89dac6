import { isIPv6 } from 'node:net';

const mappedAddress = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** Some proxies add the port: `192.0.2.7:40123`, `[2001:db8::9]:40123`. */
const withPort = /^(?:(\d+\.\d+\.\d+\.\d+):\d+|\[(.+)\](?::\d+)?)$/;
/** Groups of an IPv6 address that name the network; a subscriber has all addresses below (RFC 6177). */
const networkGroups = 4;

/** The host for `listen`: empty for `::`, because Node then takes 0.0.0.0 where the kernel has no IPv6. */
export function hostToListenOn(host: string): string {
  return host === '::' ? '' : host;
}

/** A name or address of a machine as it stands in a web address. */
export function hostInUrl(host: string): string {
  return isIPv6(host) ? `[${host}]` : host;
}

/**
 * The network that an address belongs to, as a key for counting: one machine on IPv6 has more
 * addresses than can be counted one by one.
 *
 * @returns the address itself for IPv4, the first 64 bits for IPv6: `2001:db8:0:1`
 */
export function networkOf(forwarded: string): string {
  const [, ofIpv4, ofIpv6] = withPort.exec(forwarded) ?? [];
  const address = ofIpv4 ?? ofIpv6 ?? forwarded;
  if (!isIPv6(address)) return address;
  const mapped = mappedAddress.exec(address)?.[1];
  if (mapped) return mapped;
  const [head = '', tail] = address.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  const skipped = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  const groups = [...before, ...(tail === undefined ? [] : skipped), ...after];
  return groups
    .slice(0, networkGroups)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
