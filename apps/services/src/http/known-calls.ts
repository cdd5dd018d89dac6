import { contract, services, type Call, type ServiceCode } from '@lectern/contracts';
import type { FastifyRequest } from 'fastify';

/** A call of the contract with its names there: `aua`, `userGet`. */
export interface KnownCall {
  readonly service: ServiceCode;
  readonly name: string;
  readonly call: Call;
}

const knownCalls = new Map<string, KnownCall>(
  (Object.keys(contract) as ServiceCode[]).flatMap((service) =>
    Object.entries<Call>(contract[service]).map(([name, call]): [string, KnownCall] => [
      services[service].base + call.path,
      { service, name, call },
    ]),
  ),
);

/**
 * The call that a request makes.
 *
 * @returns `undefined` for what is no call: a file of the shell, an unknown address.
 */
export function knownCallOf(request: FastifyRequest): KnownCall | undefined {
  return knownCallAt(request.routeOptions.url ?? '');
}

/** @param url Path of a route. */
export function knownCallAt(url: string): KnownCall | undefined {
  return knownCalls.get(url);
}
