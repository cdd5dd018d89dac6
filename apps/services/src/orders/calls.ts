import type { Contract } from '@lectern/contracts';
import type { SubjectDirectory } from '../authorization/subject-directory.ts';
import type { Handlers } from '../http/routes.ts';
import { createNetworkRule, type NetworkRule } from '../outgoing/network-rule.ts';
import type { Database } from '../storage/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { couponAdministrationHandlers } from './coupon/administration.ts';
import { startCouponLicenses, type CouponLicenses } from './coupon-licenses.ts';
import { couponHandlers } from './coupon/redeem.ts';
import { startDeliveries, type DeliveryOptions } from './delivery.ts';
import type { DeliveryQueue } from './delivery-queue.ts';
import { startOrderLicenses, type OrderLicenses, type OrderLog } from './order-licenses.ts';
import { orderHandlers } from './order.ts';
import { orderSystemHandlers } from './order-system.ts';
import { orderSystemUserRelationHandlers } from './order-system-user-relation.ts';
import { orderUserHandlers } from './user.ts';

export interface OrdersDependencies {
  readonly database: Database;
  readonly directory: SubjectDirectory;
  /** Of the identity providers, the first one's first. */
  readonly issuers: readonly string[];
  readonly couponLicenses: CouponLicenses;
  readonly orderLicenses: OrderLicenses;
  readonly deliveries: DeliveryQueue;
  readonly networkRule: NetworkRule;
  readonly log: OrderLog;
}

export interface OrdersOptions {
  /**
   * Networks that are not public and that order systems may be in all the same, such as `10.1.2.0/24`;
   * default: none. There, `http` is allowed, too.
   */
  readonly orderSystemNetworks?: readonly string[];
  /** How notifications are sent; default: for three days. */
  readonly deliveries?: DeliveryOptions;
}

/** Services of the platform that the order service needs. */
export interface OrdersSurroundings {
  readonly database: Database;
  readonly directory: SubjectDirectory;
  /** Of the identity providers, the first one's first. */
  readonly issuers: readonly string[];
  readonly jobs: Jobs;
  readonly log: OrderLog;
  /** True where this process works off orders. */
  readonly isServed: boolean;
}

/** Makes the queues, and works them where this process serves orders. */
export async function startOrders(
  { database, directory, issuers, jobs, log, isServed }: OrdersSurroundings,
  { orderSystemNetworks = [], deliveries = {} }: OrdersOptions,
): Promise<OrdersDependencies> {
  const networkRule = createNetworkRule(orderSystemNetworks);
  return {
    database,
    directory,
    issuers,
    networkRule,
    log,
    couponLicenses: await startCouponLicenses(database, jobs, log, isServed),
    orderLicenses: await startOrderLicenses(database, jobs, log, isServed),
    deliveries: await startDeliveries(database, jobs, networkRule, log, isServed, deliveries),
  };
}

export function ordersHandlers(
  dependencies: OrdersDependencies,
): Handlers<Omit<Contract['osc'], 'cacheFlush' | 'ping'>> {
  return {
    ...couponHandlers(dependencies),
    ...couponAdministrationHandlers(dependencies),
    ...orderHandlers(dependencies),
    ...orderSystemHandlers(dependencies),
    ...orderSystemUserRelationHandlers(dependencies),
    ...orderUserHandlers(dependencies),
  };
}
