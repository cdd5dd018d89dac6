import type { Contract } from '@lectern/contracts';
import { contentItemsHandlers } from './annotations/content-items.ts';
import { exerciseTocHandlers } from './annotations/exercise-toc.ts';
import { linkHandlers } from './annotations/link.ts';
import { topicTocReadHandlers } from './annotations/topic-toc/read.ts';
import { publishingHandlers } from './annotations/publishing/calls.ts';
import { searchHandlers } from './annotations/search/calls.ts';
import { annotationsSubjectData } from './annotations/subject-data.ts';
import { userDataHandlers } from './annotations/user-data/calls.ts';
import type { CourseDoor } from './course-access/public.ts';
import { filesHandlers } from './files/calls.ts';
import type { FileGateway } from './files/file-gateway.ts';
import { filesSubjectData } from './files/subject-data.ts';
import type { ConversionQueue } from './files/video/queue.ts';
import { groupManagementHandlers } from './group-management/calls.ts';
import { groupProductsHandlers } from './group-products/groups.ts';
import { groupServiceHandlers } from './groups/calls.ts';
import { groupsSubjectData } from './groups/subject-data.ts';
import type { Handlers } from './http/routes.ts';
import { cmi5Handlers } from './learning-records/cmi5/calls.ts';
import { createStructureAccess } from './learning-records/cmi5/structure-access.ts';
import type { Cmi5Parts } from './learning-records/cmi5/parts.ts';
import { dataHandlers } from './learning-records/data.ts';
import { progressHandlers } from './learning-records/progress/calls.ts';
import type { Records } from './learning-records/store/records.ts';
import { learningRecordsSubjectData } from './learning-records/subject-data.ts';
import { licensesHandlers } from './licenses/calls.ts';
import type { LicensesParts } from './licenses/parts.ts';
import { licensesSubjectData } from './licenses/subject-data.ts';
import { ordersHandlers, type OrdersParts } from './orders/calls.ts';
import { ordersSubjectData } from './orders/subject-data.ts';
import { usersHandlers, type UsersParts } from './users/calls.ts';
import { usersSubjectData } from './users/subject-data.ts';

/** The handlers of every service: one that is missing does not compile. */
export type AllHandlers = {
  readonly [Service in keyof Contract]: Handlers<Contract[Service]>;
};

/** Every call of the ten services. */
export function createHandlers(
  parts: UsersParts & LicensesParts,
  orders: OrdersParts,
  files: FileGateway | undefined,
  videos: ConversionQueue | undefined,
  records: Records,
  cmi5: Cmi5Parts,
  door: CourseDoor,
): AllHandlers {
  const { database } = parts;
  const ping = async () => ({});
  // No process remembers what this call could drop.
  const cacheFlush = async () => ({ dropped_entries: 0, result_state: 'IA_OK' }) as const;
  return {
    atma: {
      ...filesHandlers({ database, pool: parts.pool, gateway: files, videos }),
      cacheFlush,
      ping,
    },
    aua: { ...usersHandlers(parts), ping },
    clag: {
      ...contentItemsHandlers(database),
      ...searchHandlers(database, parts.pool, door),
      ...exerciseTocHandlers(database, door),
      ...linkHandlers(database, door),
      ...userDataHandlers(database),
      ...topicTocReadHandlers(database, door),
      ...publishingHandlers(database, door),
      ping,
    },
    gms: { ...groupManagementHandlers(parts), ping },
    gp: groupProductsHandlers(database),
    gres: groupServiceHandlers(parts),
    lars: {
      ...dataHandlers(database, records, parts.identityProviders[0].issuer),
      ...progressHandlers(database, door),
      ...cmi5Handlers(cmi5, createStructureAccess(database, parts.pool, door)),
      ping,
    },
    lima: { ...licensesHandlers(parts), cacheFlush, ping },
    osc: { ...ordersHandlers(orders), cacheFlush, ping },
    stats: { statsPing: ping },
  };
}

/**
 * Each service's functions for the data of a subject that is erased, moved or exported.
 *
 * @param issuers of the platform's users, its own first; needed for erasing and moving
 */
export function subjectDataByService(issuers: readonly string[]) {
  return {
    atma: filesSubjectData,
    aua: usersSubjectData,
    clag: annotationsSubjectData,
    gres: groupsSubjectData,
    lars: learningRecordsSubjectData(issuers),
    lima: licensesSubjectData,
    osc: ordersSubjectData,
  } as const;
}
