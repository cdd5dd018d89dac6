import { lookup as lookupByName, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { AddressRefused, type AddressRule } from './client.ts';

/**
 * Networks that are not part of the internet (IANA, special-purpose address registries): loopback,
 * link-local, private, shared, for documentation, for benchmarks, multicast, reserved.
 */
const specialNetworks = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  // Parts of 2000::/3 that are special, or lead to an IPv4 address that they hold (Teredo, 6to4).
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
];
/** All that is assigned of IPv6 (RFC 4291, section 2.4): the rest is local, mapped or reserved. */
const publicIpv6Network = '2000::/3';
/** An IPv4 address in the clothes of an IPv6 one, as `URL` and the resolver write it. */
const mappedNetwork = '::ffff:0:0/96';
/** Beginning of the IPv6 address that DNS64 gives for an IPv4 one, on machines that have none (RFC 6052, section 2.1). */
const translated = /^64:ff9b::(?=[\da-f]+:[\da-f]+$)/i;

/** How long a look-up may take, in milliseconds: a person waits for it. */
const lookupTimeInMs = 3_000;

/** The rule for addresses that others have told the services. */
export interface NetworkRule extends AddressRule {
  /**
   * Looks the name up. One that leads nowhere yet is no reason to refuse https: it is looked up again when
   * it is asked.
   */
  permitsNow(url: URL): Promise<boolean>;
}

/** `10.0.0.0/8`, or one address. */
export function networkList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/', 2);
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, /^\d+$/.test(bits) ? Number(bits) : Number.NaN, family);
  }
  return list;
}

/**
 * Permits public addresses by https alone, so that others cannot make the services ask servers that only they
 * reach, and addresses in the networks that the operator allows by http, too.
 *
 * @param allowedNetworks Such as `10.1.2.0/24`.
 */
export function createNetworkRule(
  allowedNetworks: readonly string[],
  resolve: typeof lookupByName = lookupByName,
): NetworkRule {
  const allowed = networkList(allowedNetworks);
  const special = networkList(specialNetworks);
  const publicIpv6 = networkList([publicIpv6Network]);
  const mapped = networkList([mappedNetwork]);

  const isPublic = (given: string) => {
    if (isIP(given) === 4) return !special.check(given, 'ipv4');
    // Rules for IPv4 hold for mapped addresses, too.
    const address = given.replace(translated, '::ffff:');
    if (mapped.check(address, 'ipv6')) return !special.check(address, 'ipv6');
    return publicIpv6.check(address, 'ipv6') && !special.check(address, 'ipv6');
  };
  const isReachable = (address: string, protocol: string) =>
    allowed.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4') ||
    (protocol === 'https:' && isPublic(address));

  const lookupFor =
    (protocol: string): LookupFunction =>
    (hostname, options, callback) => {
      resolve(hostname, { ...options, all: true }, (error, addresses) => {
        if (error) return callback(error, '', 0);
        // One closed address among several is an attack, or a mistake that would show every other time.
        if (
          addresses.length === 0 ||
          !addresses.every(({ address }) => isReachable(address, protocol))
        ) {
          return callback(new AddressRefused('The name leads into a closed network'), '', 0);
        }
        const [{ address, family }] = addresses as [LookupAddress, ...LookupAddress[]];
        // The connection is made to the checked address; the name is not looked up a second time.
        return options.all ? callback(null, addresses) : callback(null, address, family);
      });
    };

  const permits = (url: URL) => {
    const { protocol } = url;
    if (protocol !== 'https:' && protocol !== 'http:') return false;
    const host = hostOf(url);
    return isIP(host) === 0 || isReachable(host, protocol);
  };

  return {
    permits,
    refusal: 'has an address in a network that may not be asked, or one that is not https',
    dispatcher: connectingBy(lookupFor),
    async permitsNow(url) {
      if (!permits(url)) return false;
      if (isIP(hostOf(url)) !== 0) return true;
      const leads = await lookUp(url.hostname, lookupFor(url.protocol));
      return leads === 'where it may' || (leads === 'nowhere' && url.protocol === 'https:');
    },
  };
}

/** Connects to what the lookup gives: a name that was looked up before may lead elsewhere by then. */
function connectingBy(lookupFor: (protocol: string) => LookupFunction): Dispatcher {
  const [https, http] = ['https:', 'http:'].map((protocol) =>
    buildConnector({ lookup: lookupFor(protocol) }),
  );
  return new Agent({
    connect: (options, callback) =>
      (options.protocol === 'https:' ? https! : http!)(options, callback),
  });
}

/** Without the brackets that stand around an IPv6 address. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** A name that cannot be looked up in time counts as one that leads nowhere. */
function lookUp(
  hostname: string,
  lookup: LookupFunction,
): Promise<'where it may' | 'astray' | 'nowhere'> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve('nowhere'), lookupTimeInMs);
    lookup(hostname, { all: true }, (error) => {
      clearTimeout(timer);
      if (error) resolve(error instanceof AddressRefused ? 'astray' : 'nowhere');
      else resolve('where it may');
    });
  });
}
