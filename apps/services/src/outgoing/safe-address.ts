/** Hosts that a request reaches without leaving the machine (RFC 6761, section 6.3, for the names). */
const loopbackHosts = /^(localhost|.+\.localhost|127(\.\d+){3}|::1|\[::1\])$/i;

/** @param host Name or address, as in an address of the web or alone. */
export function isLoopback(host: string): boolean {
  return loopbackHosts.test(host);
}

/** True for an address of https, or within the machine: nobody on the way reads messages to it. */
export function isSafeAddress({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}
