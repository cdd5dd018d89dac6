import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';

/**
 * How long one address of a name may take. A lost first packet is sent again after a second (RFC 6298, section 2.1); two
 * seconds after it asked the monitor of the database gives up (`connection-monitor.ts`), and another address needs the rest.
 */
const attemptTimeInMs = 1_500;

/**
 * Lets this process reach servers behind slow networks. Node gives up each address of a name but the last one after a
 * quarter of a second, and that is often one of IPv6, where the network has none.
 */
export function allowSlowNetworks(): void {
  setDefaultAutoSelectFamilyAttemptTimeout(attemptTimeInMs);
}
