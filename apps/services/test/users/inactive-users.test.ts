import { randomUUID } from 'node:crypto';
import { ExplainNode, sql, type RootOperationNode } from 'kysely';
import type { SignedIn } from '@lectern/env/testing';
import { expect, test } from 'vitest';
import { giveRole, linkSubject, startBeforeAll } from '../platform.ts';
import { eraseInactive, startErasingInactive } from '../../src/users/inactive-users.ts';
import { joinNewGroup } from '../groups/new-group.ts';
import { startLifecycle } from './lifecycle.ts';
import { insertRows, rowsOf } from '../rows.ts';

const afterInDays = 400;

const lifecycle = startBeforeAll(startLifecycle);

const database = () => lifecycle.platform.database;
const users = (who: SignedIn) => lifecycle.platform.as('aua', who);

/** As if nobody had come for so many days. */
async function daysGoBy(days: number): Promise<void> {
  const before = sql<Date>`updated_at - make_interval(days => ${days}::integer)`;
  await database().updateTable('aua.users').set({ updated_at: before }).execute();
}

const fail = (error: unknown) => {
  throw error;
};

/** Subjects that the platform begins to erase. */
async function erased(): Promise<readonly string[]> {
  const started: string[] = [];
  const subjectJobs = {
    start: async (_: unknown, { subject }: { readonly subject: string }) => {
      started.push(subject);
      return randomUUID();
    },
  };
  await eraseInactive({ database: database(), subjectJobs, afterInDays, onError: fail });
  return started;
}

async function newUser(role?: string): Promise<SignedIn> {
  const person = await lifecycle.newPerson(role);
  await users(person).userUpdateUserInfo();
  return person;
}

/** Reasons that keep a person who does not come any more. */
const reasons: Readonly<Record<string, (who: SignedIn) => Promise<unknown>>> = {
  'has signed in since': (who) => users(who).userUpdateUserInfo(),
  'was changed by somebody since': async ({ subject }) =>
    users(await lifecycle.newPerson('administrator')).userSetEmail({
      body: { subject, email: 'neu@schule.example' },
    }),
  'has recorded something since': (who) => lifecycle.recordStatement(who, randomUUID()),
  'has a licence that holds': ({ subject }) =>
    insertRows(database(), 'lima.licenses', {
      subject,
      license_code: randomUUID(),
      license_strategy: 'LICENSE_STRATEGY_USER',
      mandant_identifier: 'LECTERN',
      product_reference: 'wasser',
    }),
  'may do more than a teacher': ({ subject }) => giveRole(database(), subject, 'support'),
  'was given a role since': async ({ subject }) =>
    users(await lifecycle.newPerson('administrator')).userSetRoles({
      body: { subject, role_names: ['teacher'] },
    }),
  'has come into a class since': ({ subject }) => joinNewGroup(database(), subject, randomUUID()),
  'has written something since': (who) => lifecycle.writeAnswer(who, 'bach', 'klar'),
  'has a licence of a class': async ({ subject }) => {
    const group = randomUUID();
    await joinNewGroup(database(), subject, group);
    await database()
      .updateTable('gres.members')
      .set({ changed_at: new Date(0), membership_types: ['HasLicenses'] })
      .where('group_id', '=', group)
      .execute();
    await rowsOf(database(), 'gres.subject_groups', { group_id: group }).set({
      membership_types: ['HasLicenses'],
    });
    const license = { subject: 'school', license_code: group };
    await insertRows(database(), 'lima.licenses', {
      ...license,
      license_strategy: 'LICENSE_STRATEGY_GROUP',
      group_id: group,
      mandant_identifier: 'LECTERN',
      product_reference: 'wasser',
    });
    await insertRows(database(), 'lima.group_licenses', { ...license, group_id: group });
  },
  'has an account that leads to it': ({ subject }) =>
    linkSubject(database(), randomUUID(), subject),
  'is another account of somebody who comes': async (who) => {
    const other = await newUser();
    await lifecycle.link(other, await lifecycle.again(who), await lifecycle.again(other));
  },
};

test('six reasons to stay are joined, and licences alone are asked for each user', async () => {
  let plan = '';
  const explained = database().withPlugin({
    transformQuery: ({ node }) =>
      ({ ...node, explain: ExplainNode.create('json') }) as RootOperationNode,
    transformResult: async ({ result }) => {
      plan = JSON.stringify(result.rows);
      return { ...result, rows: [] };
    },
  });
  const subjectJobs = { start: fail };
  await eraseInactive({ database: explained, subjectJobs, afterInDays, onError: fail });
  // Licences cannot be joined: those by groups are found by the user, who is named within.
  expect(plan.match(/"Join Type":"Anti"/g)).toHaveLength(6);
});

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

test('one that cannot be erased keeps back nobody', async () => {
  const [first, second] = [await newUser(), await newUser()];
  await daysGoBy(afterInDays);
  const started: string[] = [];
  const failures: unknown[] = [];
  await eraseInactive({
    database: database(),
    afterInDays,
    subjectJobs: {
      async start(_, { subject }) {
        if (subject === first.subject) throw new Error('No room.');
        started.push(subject);
        return randomUUID();
      },
    },
    onError: (error) => failures.push(error),
  });
  expect(failures).toHaveLength(1);
  expect(started).toContain(second.subject);
});

test('is looked for again and again', async () => {
  const gone = await newUser();
  await daysGoBy(afterInDays);
  const { promise, resolve } = Promise.withResolvers<string>();
  const stop = startErasingInactive({
    database: database(),
    afterInDays,
    everyInMs: 10,
    subjectJobs: {
      async start(_, { subject }) {
        if (subject === gone.subject) resolve(subject);
        return randomUUID();
      },
    },
    onErased: () => {},
    onError: () => {},
  });
  expect(await promise).toBe(gone.subject);
  await stop();
});
