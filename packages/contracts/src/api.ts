import { createClient, requireFetch, type Client, type ClientOptions } from './client.ts';
import type { ServiceCalls } from './define.ts';
import { services, type ServiceCode } from './services.ts';

/** The clients of several services. */
export type Api<Calls extends Partial<Record<ServiceCode, ServiceCalls>>> = {
  readonly [Service in keyof Calls]: Client<NonNullable<Calls[Service]>>;
};

/** Options that the clients of all services share. */
export interface ApiOptions extends Omit<ClientOptions, 'base' | 'service'> {
  /** Address of the services' host, without a slash at its end; default: the page's own. */
  readonly host?: string;
  /** Whole base addresses, where the configuration gives other ones. */
  readonly bases?: Partial<Record<ServiceCode, string>>;
}

/** Section 9: without configuration the licence and the order service have an empty base. */
const unconfigured: Partial<Record<ServiceCode, string>> = { lima: '', osc: '' };

/** One registration a page, also where the page holds this module twice. */
const registration = Symbol.for('@lectern/contracts/api');
const scope = globalThis as { [registration]?: true };

/**
 * Makes the clients of the given services, once a page.
 *
 * @throws {Error} when called twice, or where no fetch implementation exists (section 8).
 */
export function registerApi<const Calls extends Partial<Record<ServiceCode, ServiceCalls>>>(
  calls: Calls,
  { host = '', bases = {}, ...options }: ApiOptions = {},
): Api<Calls> {
  if (scope[registration]) {
    throw new Error('The API is registered already: register it once and pass it on.');
  }
  requireFetch(options.fetch);
  const clients = Object.entries(calls).map(([code, serviceCalls]) => {
    const service = code as ServiceCode;
    const base = bases[service] ?? unconfigured[service] ?? host + services[service].base;
    return [service, createClient(serviceCalls, { ...options, service, base })];
  });
  scope[registration] = true;
  return Object.fromEntries(clients);
}
