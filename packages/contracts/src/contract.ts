import { localStoreItemCalls } from './annotations/localStoreItem.ts';
import { groupsCalls } from './group-management/groups.ts';
import { dataCalls } from './learning-records/data.ts';
import { deviceCalls } from './licenses/device.ts';
import { licenseCalls } from './licenses/license.ts';
import type { ServiceCalls } from './define.ts';
import { ping } from './ping.ts';
import type { ServiceCode } from './services.ts';
import { userCalls } from './users/user.ts';

/** Every call of the platform: by service, then by client method. */
export const contract = {
  atma: { ping: ping('/v1/ping') },
  aua: { ...userCalls, ping: ping('/ping') },
  clag: { ...localStoreItemCalls, ping: ping('/v1/ping') },
  gms: { ...groupsCalls, ping: ping('/v1/ping') },
  gp: {},
  gres: {},
  lars: { ...dataCalls, ping: ping('/v1/ping') },
  lima: { ...deviceCalls, ...licenseCalls, ping: ping('/ping') },
  osc: { ping: ping('/ping') },
  stats: { statsPing: ping('/v1/stats/ping') },
} as const satisfies Record<ServiceCode, ServiceCalls>;

export type Contract = typeof contract;
