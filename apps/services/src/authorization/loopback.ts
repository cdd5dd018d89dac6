/** Hosts that a request reaches without leaving the machine (RFC 6761, section 6.3, for the names). */
const loopbackHosts = /^(localhost|.+\.localhost|127(\.\d+){3}|::1|\[::1\])$/i;

/** @param host Name or address, as in an address of the web or alone. */
export function isLoopback(host: string): boolean {
  return loopbackHosts.test(host);
}
