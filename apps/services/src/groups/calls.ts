import type { Contract } from '@lectern/contracts';
import type { SubjectDirectory } from '../authorization/subject-directory.ts';
import type { Handlers } from '../http/routes.ts';
import type { Database } from '../storage/database.ts';
import { groupHandlers } from './groups/create-and-delete.ts';
import { inspectHandlers } from './groups/inspect.ts';
import { joinHandlers } from './groups/join.ts';
import { membershipHandlers } from './groups/memberships.ts';
import { serviceHandlers } from './service.ts';
import { transactionHandlers } from './transactions.ts';
import { userHandlers } from './users.ts';

export interface GroupServiceDependencies {
  readonly database: Database;
  readonly directory: Pick<SubjectDirectory, 'resolveAll'>;
}

export function groupServiceHandlers({
  database,
  directory,
}: GroupServiceDependencies): Handlers<Contract['gres']> {
  return {
    ...groupHandlers(database),
    ...joinHandlers(database),
    ...inspectHandlers(database),
    ...membershipHandlers(database, directory),
    ...transactionHandlers(database),
    ...userHandlers(database),
    ...serviceHandlers(database),
  };
}
