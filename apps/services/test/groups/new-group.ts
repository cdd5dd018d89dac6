import { randomUUID } from 'node:crypto';
import { ensureGroup, type Database } from '../../src/index.ts';

/** Makes a group of which a subject is the only member, and nobody leads it. */
export function joinNewGroup(
  database: Database,
  subject: string,
  group_id: string = randomUUID(),
): Promise<void> {
  return ensureGroup(database, {
    group_id,
    provider_id: 'BEOOK_1',
    name: 'Klasse 5b',
    members: [{ subject, group_role: 'member' }],
  });
}
