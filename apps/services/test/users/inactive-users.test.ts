import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { eraseInactive } from '../../src/users/inactive-users.ts';
import { startTestPlatform } from '../platform.ts';
import { startLifecycle, type Lifecycle, type Person } from './lifecycle.ts';

const afterInDays = 400;

let lifecycle: Lifecycle;
beforeAll(async () => {
  lifecycle = await startLifecycle();
});
afterAll(() => lifecycle.close());

const database = () => lifecycle.platform.database;
const users = (who: Person) => lifecycle.platform.as('aua', who);

/** As if nobody had come for so many days. */
async function daysGoBy(days: number): Promise<void> {
  const before = sql<Date>`updated_at - make_interval(days => ${days}::integer)`;
  await database().updateTable('aua.users').set({ updated_at: before }).execute();
}

/** Whom the platform begins to erase. */
async function erased(): Promise<readonly string[]> {
  const started: string[] = [];
  const subjectJobs = {
    start: async (_: unknown, { subject }: { readonly subject: string }) => {
      started.push(subject);
      return randomUUID();
    },
  };
  await eraseInactive({ database: database(), subjectJobs, afterInDays });
  return started;
}

async function newUser(role?: string): Promise<Person> {
  const person = await lifecycle.newPerson(role);
  await users(person).userUpdateUserInfo();
  return person;
}

/** What keeps a person who does not come any more. */
const reasons: Readonly<Record<string, (who: Person) => Promise<unknown>>> = {
  'has signed in since': (who) => users(who).userUpdateUserInfo(),
  'was changed by somebody since': async ({ subject }) =>
    users(await lifecycle.newPerson('administrator')).userSetEmail({
      body: { subject, email: 'neu@schule.example' },
    }),
  'has recorded something since': (who) => lifecycle.recordStatement(who, randomUUID()),
  'has a licence that holds': ({ subject }) =>
    database()
      .insertInto('lima.licenses')
      .values({
        subject,
        license_code: randomUUID(),
        license_strategy: 'LICENSE_STRATEGY_USER',
        mandant_identifier: 'LECTERN',
        product_reference: 'wasser',
      })
      .execute(),
  'may do more than a teacher': ({ subject }) =>
    database().insertInto('aua.user_roles').values({ subject, role: 'support' }).execute(),
  'is another account of somebody who comes': async (who) => {
    const other = await newUser();
    await lifecycle.link(other, await lifecycle.again(who), await lifecycle.again(other));
  },
};

test('whoever has not come for as long as the school says is erased', async () => {
  const gone = await newUser();
  await daysGoBy(afterInDays);
  await newUser();
  expect(await erased()).toEqual([gone.subject]);
});

test('not a day before', async () => {
  await newUser();
  await daysGoBy(afterInDays - 1);
  expect(await erased()).not.toContain(await newUser());
});

test.each(Object.entries(reasons))('whoever %s is kept', async (_what, reason) => {
  const [gone, kept] = [await newUser(), await newUser()];
  await daysGoBy(afterInDays);
  await reason(kept);
  const subjects = await erased();
  expect(subjects).toContain(gone.subject);
  expect(subjects).not.toContain(kept.subject);
});

test('a process that starts looks for them, and erases them in every service', async () => {
  const platform = await startTestPlatform({ eraseInactiveAfterInDays: 180 });
  onTestFinished(() => platform.close());
  const gone = { subject: 'gone', updated_at: new Date(0) };
  await platform.database.insertInto('aua.users').values(gone).execute();
  await platform.anotherProcess();
  await expect
    .poll(() => platform.database.selectFrom('aua.users').select('subject').execute())
    .toEqual([]);
});
