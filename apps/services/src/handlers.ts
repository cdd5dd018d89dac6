import type { Contract, ServiceCalls } from '@lectern/contracts';
import { contentItemsHandlers } from './annotations/content-items.ts';
import { exerciseTocHandlers } from './annotations/exerciseToc.ts';
import { linkHandlers } from './annotations/link.ts';
import { topicTocReadHandlers } from './annotations/topicToc-read.ts';
import { publishingHandlers } from './annotations/publishing/calls.ts';
import { searchHandlers } from './annotations/search/calls.ts';
import { followCourse } from './annotations/search/follow-course.ts';
import { annotationsSubjectData } from './annotations/subject-data.ts';
import { userDataHandlers } from './annotations/user-data/calls.ts';
import type { CourseDoor } from './authorization/course-door.ts';
import { courseAccess } from './course-access.ts';
import { deviceLicenses } from './device-licenses.ts';
import { filesHandlers } from './files/calls.ts';
import type { FileGateway } from './files/file-gateway.ts';
import { deletedFiles, missingFiles } from './files/stored-files.ts';
import { filesSubjectData } from './files/subject-data.ts';
import type { VideoConversions } from './files/video/conversions.ts';
import { groupManagementHandlers } from './group-management/calls.ts';
import { groupProductsHandlers } from './group-products/groups.ts';
import { seatsHandlers } from './group-products/seats.ts';
import { groupServiceHandlers } from './groups/calls.ts';
import { groupsSubjectData } from './groups/subject-data.ts';
import type { Handlers } from './http/routes.ts';
import { cmi5Handlers } from './learning-records/cmi5/calls.ts';
import type { Cmi5Parts } from './learning-records/cmi5/parts.ts';
import { dataHandlers } from './learning-records/data.ts';
import { progressHandlers } from './learning-records/progress/calls.ts';
import type { Records } from './learning-records/store/records.ts';
import { learningRecordsSubjectData } from './learning-records/subject-data.ts';
import { licensesHandlers, type LicensesParts } from './licenses/calls.ts';
import { licensesSubjectData } from './licenses/subject-data.ts';
import { groupStandings } from './storage/group-standings.ts';
import { ordersHandlers, type OrdersParts } from './orders/calls.ts';
import { ordersSubjectData } from './orders/subject-data.ts';
import { usersHandlers, type UsersParts } from './users/calls.ts';
import { usersSubjectData } from './users/subject-data.ts';

/** The handlers of every service: one that is missing does not compile. */
export type AllHandlers = {
  readonly [Service in keyof Contract]: HandlersOf<Contract[Service]>;
};

type HandlersOf<Calls> = Calls extends ServiceCalls ? Handlers<Calls> : never;

/** Where the ten services meet; none of them knows another. */
export function createHandlers(
  parts: UsersParts & LicensesParts,
  orders: OrdersParts,
  files: FileGateway | undefined,
  videos: VideoConversions | undefined,
  records: Records,
  cmi5: Cmi5Parts,
  door: CourseDoor,
): AllHandlers {
  const { database } = parts;
  const ping = async () => ({});
  const lima = licensesHandlers(parts);
  const licenses = deviceLicenses(lima);
  return {
    atma: {
      ...filesHandlers({ database, gateway: files, videos, licenses, standings: groupStandings }),
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
      ...publishingHandlers({
        database,
        gateway: { deleted: deletedFiles, missing: missingFiles },
        door,
        listeners: [followCourse],
      }),
      ping,
    },
    gms: { ...groupManagementHandlers(parts), ping },
    gp: { ...groupProductsHandlers(database), ...seatsHandlers(database) },
    gres: groupServiceHandlers(parts),
    lars: {
      ...dataHandlers(database, records, parts.identityProviders[0].issuer),
      ...progressHandlers(database, door),
      ...cmi5Handlers(cmi5, courseAccess(database, licenses, door)),
      ping,
    },
    lima: { ...lima, ping },
    osc: { ...ordersHandlers(orders), ping },
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
