import type { Contract, ServiceCalls } from '@lectern/contracts';
import { localStoreItemHandlers } from './annotations/localStoreItem.ts';
import { annotationsSubjectData } from './annotations/subject-data.ts';
import { fileHandlers } from './files/file.ts';
import type { FileGateway } from './files/file-gateway.ts';
import { groupManagementHandlers } from './group-management/calls.ts';
import { groupProductsHandlers } from './group-products/groups.ts';
import { groupServiceHandlers } from './groups/calls.ts';
import { groupsSubjectData } from './groups/subject-data.ts';
import type { Handlers } from './http/routes.ts';
import { dataHandlers } from './learning-records/data.ts';
import { learningRecordsSubjectData } from './learning-records/subject-data.ts';
import { licensesHandlers, type LicensesParts } from './licenses/calls.ts';
import { licensesSubjectData } from './licenses/subject-data.ts';
import type { ServedCalls } from './open-calls.ts';
import { ordersHandlers, type OrdersParts } from './orders/calls.ts';
import { ordersSubjectData } from './orders/subject-data.ts';
import { usersHandlers, type UsersParts } from './users/calls.ts';
import { usersSubjectData } from './users/subject-data.ts';

/** The handlers of every service: one that is missing does not compile, unless it is listed as open. */
export type AllHandlers = {
  readonly [Service in keyof Contract]: HandlersOf<ServedCalls<Service>>;
};

type HandlersOf<Calls> = Calls extends ServiceCalls ? Handlers<Calls> : never;

/** Where the ten services meet; none of them knows another. */
export function createHandlers(
  parts: UsersParts & LicensesParts,
  orders: OrdersParts,
  files: FileGateway | undefined,
): AllHandlers {
  const { database } = parts;
  const ping = async () => ({});
  return {
    atma: { ...fileHandlers(files), ping },
    aua: { ...usersHandlers(parts), ping },
    clag: { ...localStoreItemHandlers(database), ping },
    gms: { ...groupManagementHandlers(parts), ping },
    gp: groupProductsHandlers(database),
    gres: groupServiceHandlers(parts),
    lars: { ...dataHandlers(database, parts.identityProviders[0].issuer), ping },
    lima: { ...licensesHandlers(parts), ping },
    osc: { ...ordersHandlers(orders), ping },
    stats: { statsPing: ping },
  };
}

/** What each service does with the data of a subject that is erased, moved or exported. */
export const subjectDataByService = {
  aua: usersSubjectData,
  clag: annotationsSubjectData,
  gres: groupsSubjectData,
  lars: learningRecordsSubjectData,
  lima: licensesSubjectData,
  osc: ordersSubjectData,
} as const;
