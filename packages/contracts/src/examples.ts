import { annotationsExamples } from './annotations/annotations.examples.ts';
import { assignmentExamples } from './annotations/assignment.examples.ts';
import { cloudExamples } from './annotations/cloud.examples.ts';
import { exerciseExamples } from './annotations/exercise.examples.ts';
import { feedbackExamples } from './annotations/feedback.examples.ts';
import { exerciseTocExamples } from './annotations/exercise-toc.examples.ts';
import { linkExamples } from './annotations/link.examples.ts';
import { localStoreItemExamples } from './annotations/local-store-item.examples.ts';
import { searchExamples } from './annotations/search.examples.ts';
import { topicTocExamples } from './annotations/topic-toc.examples.ts';
import { userDataExamples } from './annotations/user-data.examples.ts';
import { userTopicExamples } from './annotations/user-topic.examples.ts';
import type { Contract } from './contract.ts';
import type { ServiceCode } from './services.ts';
import type { Examples } from './example.ts';
import { fileExamples } from './files/file.examples.ts';
import { fileConfigExamples } from './files/file-config.examples.ts';
import { fileConfigExchangeExamples } from './files/file-config-exchange.examples.ts';
import { fileExchangeExamples } from './files/file-exchange.examples.ts';
import { videoConvertExamples } from './files/video-convert.examples.ts';
import { deviceExamples } from './licenses/device.examples.ts';
import { licenseExamples } from './licenses/license.examples.ts';
import { licenseOrderExamples } from './licenses/license-order.examples.ts';
import { licenseOverrideExamples } from './licenses/license-override.examples.ts';
import { licenseUsageExamples } from './licenses/license-usage.examples.ts';
import { productExamples } from './licenses/product.examples.ts';
import { publishingExamples } from './publishing/publishing.examples.ts';
import { cmi5Examples } from './learning-records/cmi5.examples.ts';
import { dataExamples } from './learning-records/data.examples.ts';
import { progressExamples } from './learning-records/progress.examples.ts';
import { groupExamples } from './users/group.examples.ts';
import { permissionExamples } from './users/permission.examples.ts';
import { ownAccountExamples } from './users/own-account.examples.ts';
import { propertyExamples } from './users/property.examples.ts';
import { providerExamples } from './users/provider.examples.ts';
import { roleExamples } from './users/role.examples.ts';
import { userAccountExamples } from './users/user-account.examples.ts';
import { userAdministrationExamples } from './users/user-administration.examples.ts';
import { userLifecycleExamples } from './users/user-lifecycle.examples.ts';
import { userSearchExamples } from './users/user-search.examples.ts';
import { userExamples } from './users/user.examples.ts';
import { groupsExamples as groupManagementGroupsExamples } from './group-management/groups.examples.ts';
import { membersExamples } from './group-management/members.examples.ts';
import { membershipExamples } from './group-management/membership.examples.ts';
import { groupsExamples as groupProductsExamples } from './group-products/groups.examples.ts';
import { groupsExamples } from './groups/groups.examples.ts';
import { membershipsExamples } from './groups/memberships.examples.ts';
import { seatsExamples } from './group-products/groups-seats.examples.ts';
import { serviceExamples } from './groups/service.examples.ts';
import { transactionsExamples } from './groups/transactions.examples.ts';
import { usersExamples } from './groups/users.examples.ts';
import { couponAdministrationExamples } from './orders/coupon-administration.examples.ts';
import { couponExamples } from './orders/coupon.examples.ts';
import { orderExamples } from './orders/order.examples.ts';
import { orderSystemExamples } from './orders/order-system.examples.ts';
import { orderSystemUserRelationExamples } from './orders/order-system-user-relation.examples.ts';
import { userExamples as orderUserExamples } from './orders/user.examples.ts';

const ping = { answer: {} };
const cacheFlush = { answer: { dropped_entries: 12 } };

/** An example for each call of the platform. */
export const examples: { readonly [Service in keyof Contract]: Examples<Contract[Service]> } = {
  atma: {
    ...fileExamples,
    ...fileConfigExamples,
    ...fileConfigExchangeExamples,
    ...fileExchangeExamples,
    ...videoConvertExamples,
    cacheFlush,
    ping,
  },
  aua: {
    ...userExamples,
    ...permissionExamples,
    ...roleExamples,
    ...propertyExamples,
    ...providerExamples,
    ...groupExamples,
    ...userSearchExamples,
    ...userAccountExamples,
    ...userAdministrationExamples,
    ...userLifecycleExamples,
    ...ownAccountExamples,
    ping,
  },
  clag: {
    ...publishingExamples,
    ...annotationsExamples,
    ...exerciseExamples,
    ...exerciseTocExamples,
    ...topicTocExamples,
    ...linkExamples,
    ...localStoreItemExamples,
    ...searchExamples,
    ...cloudExamples,
    ...userTopicExamples,
    ...userDataExamples,
    ...feedbackExamples,
    ...assignmentExamples,
    ping,
  },
  gms: {
    ...groupManagementGroupsExamples,
    ...membersExamples,
    ...membershipExamples,
    ping,
  },
  gp: { ...groupProductsExamples, ...seatsExamples },
  gres: {
    ...groupsExamples,
    ...membershipsExamples,
    ...serviceExamples,
    ...transactionsExamples,
    ...usersExamples,
  },
  lars: { ...dataExamples, ...progressExamples, ping, ...cmi5Examples },
  lima: {
    ...deviceExamples,
    ...licenseExamples,
    ...licenseUsageExamples,
    ...licenseOrderExamples,
    ...licenseOverrideExamples,
    ...productExamples,
    cacheFlush,
    ping,
  },
  osc: {
    ...orderSystemExamples,
    ...orderExamples,
    ...orderSystemUserRelationExamples,
    ...couponAdministrationExamples,
    ...couponExamples,
    ...orderUserExamples,
    cacheFlush,
    ping,
  },
  stats: { statsPing: ping },
};

/** An example of a call that is known by its name alone. */
export interface AnyExample {
  readonly body?: unknown;
  readonly query?: object;
  readonly answer: unknown;
}

export function exampleOf(service: ServiceCode, name: string): AnyExample {
  const byName: Readonly<Record<string, AnyExample>> = examples[service];
  return byName[name]!;
}
