import { contract, services, type Call, type ServiceCode } from '@lectern/contracts';
import { exampleOf } from '@lectern/contracts/examples';

/** A call of the contract. */
export interface ServedCall {
  readonly service: ServiceCode;
  /** Client method. */
  readonly name: string;
  /** `aua.userGet` */
  readonly title: string;
  /** Address without the server's. */
  readonly path: string;
  readonly call: Call;
  readonly example: { readonly body?: unknown; readonly query?: Readonly<Record<string, unknown>> };
}

/** Every call that the services answer, in the order of the contract. */
export const servedCalls: readonly ServedCall[] = (Object.keys(contract) as ServiceCode[]).flatMap(
  (service) =>
    Object.entries(contract[service] as Readonly<Record<string, Call>>).map(([name, call]) => ({
      service,
      name,
      title: `${service}.${name}`,
      path: services[service].base + call.path,
      call,
      example: exampleOf(service, name) as ServedCall['example'],
    })),
);

/** Calls that need a token. */
export const guardedCalls = servedCalls.filter(({ call }) => call.permission !== 'public');
