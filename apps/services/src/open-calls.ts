import type { Contract } from '@lectern/contracts';

/**
 * Calls of the contract that have no handler yet. They are described and not served: nobody gets a
 * pretended answer. The list only ever gets shorter, and ends empty.
 */
export const openCalls = {
  atma: [],
  clag: [],
} as const satisfies {
  readonly [Service in keyof Contract]?: readonly (keyof Contract[Service])[];
};

type OpenCalls = typeof openCalls;

/** The calls of a service that are served. */
export type ServedCalls<Service extends keyof Contract> = Omit<
  Contract[Service],
  Service extends keyof OpenCalls ? OpenCalls[Service][number] : never
>;
