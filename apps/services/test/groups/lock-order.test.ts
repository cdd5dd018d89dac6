import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { countWaiting } from '../lock-items.ts';
import { codeOf } from '../platform.ts';
import { startSchool } from './people.ts';

test('a creation that is repeated while its creator is added again waits in no circle', async () => {
  const school = await startSchool();
  onTestFinished(() => school.close());
  const { database } = school.platform;
  const [creator, other] = [await school.newPerson('teacher'), await school.newPerson('teacher')];
  const { subject } = creator;
  const body = { subject, group_id: randomUUID(), provider_id: 'BEOOK_1', name: 'Klasse 5b' };
  const { group_id } = body;
  await school.newGroup(creator, body);
  await school.makeLeader(creator, group_id, other);
  await creator.gres.groupsRevokeMemberships({ body: { group_id, memberships: [{ subject }] } });
  // So many that whoever gives one more waits for others who do.
  await database
    .insertInto('gres.subject_groups')
    .values(
      Array.from({ length: 450 }, (_, i) => ({
        subject,
        group_id: `many-${i}`,
        group_role: 'member' as const,
        membership_state: 'accepted' as const,
        membership_types: [],
      })),
    )
    .execute();

  const holder = await database.startTransaction().execute();
  await sql`
    select pg_advisory_xact_lock(hashtextextended('groups-of:' || ${subject}, 0))
  `.execute(holder);
  let isAnswered = false;
  const repeated = codeOf(creator.gres.groupsCreateNew({ body })).finally(() => {
    isAnswered = true;
  });
  await expect.poll(async () => isAnswered || (await countWaiting(database)) === 1).toBe(true);
  const waitingBefore = await countWaiting(database);
  const added = codeOf(school.enrol(other, group_id, creator));
  await expect.poll(() => countWaiting(database)).toBe(waitingBefore + 1);
  await holder.rollback().execute();
  expect(await Promise.all([repeated, added])).toEqual(['GROUP_EXISTS', undefined]);
});
