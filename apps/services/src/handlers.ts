import type { Contract } from '@lectern/contracts';
import { assignmentHandlers } from './annotations/assignment.ts';
import { contentItemsHandlers } from './annotations/content-items.ts';
import { classAnswersHandlers } from './annotations/exercise/class-answers.ts';
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
import type { Cmi5Dependencies } from './learning-records/cmi5/own-statements.ts';
import { dataHandlers } from './learning-records/data.ts';
import { progressHandlers } from './learning-records/progress/calls.ts';
import type { Records } from './learning-records/store/records.ts';
import { learningRecordsSubjectData } from './learning-records/subject-data.ts';
import { licensesHandlers } from './licenses/calls.ts';
import type { LicensesDependencies } from './licenses/dependencies.ts';
import { licensesSubjectData } from './licenses/subject-data.ts';
import { ordersHandlers, type OrdersDependencies } from './orders/calls.ts';
import { ordersSubjectData } from './orders/subject-data.ts';
import { usersHandlers, type UsersDependencies } from './users/calls.ts';
import { usersSubjectData } from './users/subject-data.ts';

/** The handlers of every service: one that is missing does not compile. */
export type AllHandlers = {
  readonly [Service in keyof Contract]: Handlers<Contract[Service]>;
};

/** Every call of the ten services. */
export function createHandlers(
  dependencies: UsersDependencies & LicensesDependencies,
  orders: OrdersDependencies,
  files: FileGateway | undefined,
  videos: ConversionQueue | undefined,
  records: Records,
  cmi5: Cmi5Dependencies,
  door: CourseDoor,
): AllHandlers {
  const { database } = dependencies;
  const ping = async () => ({});
  // No process remembers what this call could drop.
  const cacheFlush = async () => ({ dropped_entries: 0, result_state: 'IA_OK' }) as const;
  return {
    atma: {
      ...filesHandlers({ database, pool: dependencies.pool, gateway: files, videos }),
      cacheFlush,
      ping,
    },
    aua: { ...usersHandlers(dependencies), ping },
    clag: {
      ...contentItemsHandlers(database),
      ...classAnswersHandlers(database, door),
      ...assignmentHandlers(database, door),
      ...searchHandlers(database, dependencies.pool, door),
      ...exerciseTocHandlers(database, door),
      ...linkHandlers(database, door),
      ...userDataHandlers(database),
      ...topicTocReadHandlers(database, door),
      ...publishingHandlers(database, door),
      ping,
    },
    gms: { ...groupManagementHandlers(dependencies), ping },
    gp: groupProductsHandlers(database),
    gres: groupServiceHandlers(dependencies),
    lars: {
      ...dataHandlers(database, records, dependencies.identityProviders[0].issuer),
      ...progressHandlers(database, dependencies.pool, door),
      ...cmi5Handlers(cmi5, createStructureAccess(database, dependencies.pool, door)),
      ping,
    },
    lima: { ...licensesHandlers(dependencies), cacheFlush, ping },
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
