import type { Contract } from '@lectern/contracts';
import type { Connections } from '../storage/connections.ts';
import type { Handlers } from '../http/routes.ts';
import type { Database } from '../storage/database.ts';
import { groupsHandlers } from './groups.ts';
import { membersHandlers } from './members.ts';
import { createFindMembership, membershipHandlers } from './membership.ts';

export interface GroupManagementDependencies {
  readonly database: Database;
  /** The same connections, for statements that are prepared once. */
  readonly pool: Connections;
}

export function groupManagementHandlers({
  database,
  pool,
}: GroupManagementDependencies): Handlers<Omit<Contract['gms'], 'ping'>> {
  const findMembership = createFindMembership(pool);
  return {
    ...groupsHandlers(database, pool),
    ...membersHandlers(database, findMembership),
    ...membershipHandlers(findMembership),
  };
}
