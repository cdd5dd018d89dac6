import { courseExamples } from './annotations/course.examples.ts';
import { itemsExamples } from './annotations/items.examples.ts';
import type { Contract } from './contract.ts';
import type { Examples } from './example.ts';
import { filesExamples } from './files/files.examples.ts';
import { groupManagementExamples } from './group-management/group-management.examples.ts';
import { groupProductsExamples } from './group-products/group-products.examples.ts';
import { groupsExamples } from './groups/groups.examples.ts';
import { learningRecordsExamples } from './learning-records/learning-records.examples.ts';
import { licensesExamples } from './licenses/licenses.examples.ts';
import { ordersExamples } from './orders/orders.examples.ts';
import { publishingExamples } from './publishing/publishing.examples.ts';
import type { ServiceCode } from './services.ts';
import { usersExamples } from './users/users.examples.ts';

const ping = { answer: {} };
const cacheFlush = { answer: { dropped_entries: 12 } };

/** An example for each call of the platform. */
export const examples: { readonly [Service in keyof Contract]: Examples<Contract[Service]> } = {
  atma: { ...filesExamples, cacheFlush, ping },
  aua: { ...usersExamples, ping },
  clag: { ...publishingExamples, ...itemsExamples, ...courseExamples, ping },
  gms: { ...groupManagementExamples, ping },
  gp: groupProductsExamples,
  gres: groupsExamples,
  lars: { ...learningRecordsExamples, ping },
  lima: { ...licensesExamples, cacheFlush, ping },
  osc: { ...ordersExamples, cacheFlush, ping },
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
