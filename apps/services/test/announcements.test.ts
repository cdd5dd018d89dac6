import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { announce, listenToAnnouncements } from '../src/authorization/announcements.ts';
import { link } from '../src/users/subject-links.ts';
import { startSchool, type Person } from './groups/people.ts';
import { giveRole, startBeforeAll } from './platform.ts';
import { headersOf } from './security/requests.ts';
import { insertRows } from './rows.ts';

/*
 * Facts of a token that a process remembers for a minute are forgotten in all of them at once: earlier than the minute
 * ends, for which no test waits.
 */

const school = startBeforeAll(startSchool);
const elsewhere = startBeforeAll(() => school.platform.anotherProcess());

/** Number of roles that somebody may list in a process that is told of nothing but by the database. */
const listsRoles = async (who: Person): Promise<number> => {
  const answer = await fetch(`${elsewhere.url}/aua/v1/role/list`, {
    method: 'POST',
    headers: headersOf(who),
  });
  return answer.status;
};
const administrator = () => school.newPerson('administrator');

describe('row 58: another process, which has seen the token', () => {
  test('hears that a role was taken, and that it was given', async () => {
    const [office, who] = [await administrator(), await administrator()];
    await insertRows(school.platform.database, 'aua.users', { subject: who.subject });
    expect(await listsRoles(who)).toBe(200);
    const set = (...role_names: string[]) =>
      school.platform
        .as('aua', office)
        .userSetRoles({ body: { subject: who.subject, role_names } });
    await set('teacher');
    await expect.poll(() => listsRoles(who)).toBe(403);
    await set('support');
    await expect.poll(() => listsRoles(who)).toBe(200);
  });

  test('hears what a role allows now', async () => {
    const office = await administrator();
    const role = `r-${randomUUID().slice(0, 8)}`;
    const aua = school.platform.as('aua', office);
    await aua.roleCreate({ body: { name: role, permission_names: ['role.read'] } });
    const who = await school.newPerson();
    const { database } = school.platform;
    await database.deleteFrom('aua.user_roles').where('subject', '=', who.subject).execute();
    await giveRole(database, who.subject, role);
    expect(await listsRoles(who)).toBe(200);
    await aua.roleDetachPermission({ body: { role_name: role, permission_name: 'role.read' } });
    await expect.poll(() => listsRoles(who)).toBe(403);
  });

  test('hears that somebody is another one now', async () => {
    const [who, other] = [await administrator(), await school.newPerson()];
    expect(await listsRoles(who)).toBe(200);
    await school.platform.database
      .transaction()
      .execute((transaction) => link(transaction, who.subject, other.subject));
    await expect.poll(() => listsRoles(who)).toBe(403);
  });

  test('row 64: hears that somebody is erased', async () => {
    const [office, who] = [await administrator(), await administrator()];
    expect(await listsRoles(who)).toBe(200);
    await school.platform.as('aua', office).userDelete({ body: { subject: who.subject } });
    await expect.poll(() => listsRoles(who)).toBe(401);
  });

  test('hears nothing of what was not committed', async () => {
    const who = await administrator();
    expect(await listsRoles(who)).toBe(200);
    const received: string[] = [];
    const listener = listenToAnnouncements(school.platform.databaseUrl, ({ kind }) =>
      received.push(kind),
    );
    const { database } = school.platform;
    const ping = () => announce(database, { kind: 'subjects', subjects: ['nobody'] });
    await expect.poll(async () => (await ping(), received.length)).toBeGreaterThan(0);
    received.length = 0;
    await database
      .transaction()
      .execute(async (transaction) => {
        await announce(transaction, { kind: 'everybody' });
        throw new Error('rolled back');
      })
      .catch(() => {});
    await ping();
    await expect.poll(() => received.length).toBeGreaterThan(0);
    expect(received).not.toContain('everybody');
    await listener.close();
  });
});

test('more than a message holds concerns everybody; so does a connection that was lost', async () => {
  const { database, databaseUrl } = school.platform;
  const received: string[] = [];
  const listener = listenToAnnouncements(databaseUrl, ({ kind }) => received.push(kind));
  const say = (count: number) =>
    announce(database, {
      kind: 'subjects',
      subjects: Array.from({ length: count }, () => randomUUID()),
    });
  await expect.poll(async () => (await say(1), received.at(-1))).toBe('subjects');
  await say(1_000);
  await expect.poll(() => received.at(-1)).toBe('everybody');
  await say(1);
  await expect.poll(() => received.at(-1)).toBe('subjects');
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'lectern-announcements'
  `.execute(database);
  expect(rows.length).toBeGreaterThan(0);
  await expect.poll(() => received.at(-1)).toBe('everybody');
  await listener.close();
});
