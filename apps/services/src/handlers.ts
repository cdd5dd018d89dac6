import type { Contract, ServiceCalls } from '@lectern/contracts';
import { localStoreItemHandlers } from './annotations/localStoreItem.ts';
import { annotationsSubjectData } from './annotations/subject-data.ts';
import { groupsHandlers } from './group-management/groups.ts';
import { groupsSubjectData } from './groups/subject-data.ts';
import type { Handlers } from './http/routes.ts';
import { dataHandlers } from './learning-records/data.ts';
import { learningRecordsSubjectData } from './learning-records/subject-data.ts';
import { deviceHandlers } from './licenses/device.ts';
import { licenseHandlers } from './licenses/license.ts';
import { licensesSubjectData } from './licenses/subject-data.ts';
import type { ServedCalls } from './open-calls.ts';
import { usersHandlers, type UsersParts } from './users/calls.ts';
import { usersSubjectData } from './users/subject-data.ts';

/** The handlers of every service: one that is missing does not compile, unless it is listed as open. */
export type AllHandlers = {
  readonly [Service in keyof Contract]: HandlersOf<ServedCalls<Service>>;
};

type HandlersOf<Calls> = Calls extends ServiceCalls ? Handlers<Calls> : never;

/** Where the ten services meet; none of them knows another. */
export function createHandlers(parts: UsersParts): AllHandlers {
  const { database } = parts;
  const ping = async () => ({});
  return {
    atma: { ping },
    aua: { ...usersHandlers(parts), ping },
    clag: { ...localStoreItemHandlers(database), ping },
    gms: { ...groupsHandlers(database), ping },
    gp: {},
    gres: {},
    lars: { ...dataHandlers(database, parts.identityProviders[0].issuer), ping },
    lima: { ...deviceHandlers(database), ...licenseHandlers(database), ping },
    osc: { ping },
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
} as const;
