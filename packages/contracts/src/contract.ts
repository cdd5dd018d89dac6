import { annotationsCalls } from './annotations/annotations.ts';
import { assignmentCalls } from './annotations/assignment.ts';
import { assignmentReadCalls } from './annotations/assignment-read.ts';
import { cloudCalls } from './annotations/cloud.ts';
import { exerciseCalls } from './annotations/exercise.ts';
import { exerciseForGroupCalls } from './annotations/exercise-for-group.ts';
import { exerciseTocCalls } from './annotations/exercise-toc.ts';
import { feedbackCalls } from './annotations/feedback.ts';
import { linkCalls } from './annotations/link.ts';
import { localStoreItemCalls } from './annotations/local-store-item.ts';
import { searchCalls } from './annotations/search.ts';
import { topicTocCalls } from './annotations/topic-toc.ts';
import { userDataCalls } from './annotations/user-data.ts';
import { userTopicCalls } from './annotations/user-topic.ts';
import { fileCalls } from './files/file.ts';
import { fileConfigCalls } from './files/file-config.ts';
import { fileConfigExchangeCalls } from './files/file-config-exchange.ts';
import { fileExchangeCalls } from './files/file-exchange.ts';
import { videoConvertCalls } from './files/video-convert.ts';
import { groupsCalls as groupManagementGroupsCalls } from './group-management/groups.ts';
import { membersCalls } from './group-management/members.ts';
import { membershipCalls } from './group-management/membership.ts';
import { groupsCalls as groupProductsCalls } from './group-products/groups.ts';
import { seatsCalls } from './group-products/groups-seats.ts';
import { groupsCalls } from './groups/groups.ts';
import { membershipsCalls } from './groups/memberships.ts';
import { serviceCalls } from './groups/service.ts';
import { transactionsCalls } from './groups/transactions.ts';
import { usersCalls } from './groups/users.ts';
import { cmi5Calls } from './learning-records/cmi5.ts';
import { dataCalls } from './learning-records/data.ts';
import { progressCalls } from './learning-records/progress.ts';
import { deviceCalls } from './licenses/device.ts';
import { licenseCalls } from './licenses/license.ts';
import { licenseOrderCalls } from './licenses/license-order.ts';
import { licenseOverrideCalls } from './licenses/license-override.ts';
import { licenseUsageCalls } from './licenses/license-usage.ts';
import { productCalls } from './licenses/product.ts';
import type { ServiceCalls } from './define.ts';
import { couponAdministrationCalls } from './orders/coupon-administration.ts';
import { couponCalls } from './orders/coupon.ts';
import { orderCalls } from './orders/order.ts';
import { orderSystemCalls } from './orders/order-system.ts';
import { orderSystemUserRelationCalls } from './orders/order-system-user-relation.ts';
import { userCalls as orderUserCalls } from './orders/user.ts';
import { cacheFlush } from './cache-flush.ts';
import { barePing, ping } from './ping.ts';
import { publishingCalls } from './publishing/publishing.ts';
import type { ServiceCode } from './services.ts';
import { groupCalls } from './users/group.ts';
import { permissionCalls } from './users/permission.ts';
import { propertyCalls } from './users/property.ts';
import { providerCalls } from './users/provider.ts';
import { roleCalls } from './users/role.ts';
import { userAccountCalls } from './users/user-account.ts';
import { userAdministrationCalls } from './users/user-administration.ts';
import { ownAccountCalls } from './users/own-account.ts';
import { userLifecycleCalls } from './users/user-lifecycle.ts';
import { userSearchCalls } from './users/user-search.ts';
import { userCalls } from './users/user.ts';

/** The calls of the sheet: by service, then by client method. */
export const sheetContract = {
  atma: {
    ...fileCalls,
    ...fileConfigCalls,
    ...fileConfigExchangeCalls,
    ...fileExchangeCalls,
    ...videoConvertCalls,
    cacheFlush: cacheFlush('/v1/cache/flush', 'correlation-id'),
    ping: barePing('/v1/ping'),
  },
  aua: {
    ...userCalls,
    ...permissionCalls,
    ...roleCalls,
    ...propertyCalls,
    ...providerCalls,
    ...groupCalls,
    ...userSearchCalls,
    ...userAccountCalls,
    ...userAdministrationCalls,
    ...userLifecycleCalls,
    ping: ping('/ping'),
  },
  clag: {
    ...annotationsCalls,
    ...exerciseCalls,
    ...exerciseTocCalls,
    ...topicTocCalls,
    ...linkCalls,
    ...localStoreItemCalls,
    ...searchCalls,
    ...cloudCalls,
    ...userTopicCalls,
    ...userDataCalls,
    ping: ping('/v1/ping'),
  },
  gms: {
    ...groupManagementGroupsCalls,
    ...membersCalls,
    ...membershipCalls,
    ping: barePing('/v1/ping'),
  },
  gp: groupProductsCalls,
  gres: {
    ...groupsCalls,
    ...membershipsCalls,
    ...serviceCalls,
    ...transactionsCalls,
    ...usersCalls,
  },
  lars: { ...dataCalls, ping: ping('/v1/ping') },
  lima: {
    ...deviceCalls,
    ...licenseCalls,
    ...licenseUsageCalls,
    ...licenseOrderCalls,
    ...licenseOverrideCalls,
    ...productCalls,
    cacheFlush: cacheFlush('/cache/flush', 'none'),
    ping: ping('/ping'),
  },
  osc: {
    ...orderSystemCalls,
    ...orderCalls,
    ...orderSystemUserRelationCalls,
    ...couponAdministrationCalls,
    ...couponCalls,
    ...orderUserCalls,
    cacheFlush: cacheFlush('/cache/flush', 'none'),
    ping: ping('/ping'),
  },
  stats: { statsPing: ping('/v1/stats/ping') },
} as const satisfies Record<ServiceCode, ServiceCalls>;

/**
 * Every call of the platform: those of the sheet, those about the own account as a whole, those by which
 * publishers bring courses in, those that say how far learners are in them or launch those of cmi5, and the seats,
 * answers, feedback and assignments of a class, under the base of the service that has them.
 */
export const contract = {
  ...sheetContract,
  aua: { ...sheetContract.aua, ...ownAccountCalls },
  // First: what is published is there for the calls after it, also where examples are sent in order.
  clag: {
    ...publishingCalls,
    ...sheetContract.clag,
    ...feedbackCalls,
    ...exerciseForGroupCalls,
    ...assignmentCalls,
    ...assignmentReadCalls,
  },
  gp: { ...sheetContract.gp, ...seatsCalls },
  lars: { ...sheetContract.lars, ...progressCalls, ...cmi5Calls },
} as const satisfies Record<ServiceCode, ServiceCalls>;

export type Contract = typeof contract;
