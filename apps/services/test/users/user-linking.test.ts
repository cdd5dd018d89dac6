import { outboxKeyProperty } from '@lectern/contracts';
import { randomUUID } from 'node:crypto';
import type { SignedIn } from '@lectern/env/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { codeOf, makeBeforeEach, startBeforeAll } from '../platform.ts';
import { tablesNaming } from '../tables-naming.ts';
import { scope, startLifecycle } from './lifecycle.ts';
import { rowsOf } from '../rows.ts';

const lifecycle = startBeforeAll(startLifecycle);

let annaAgain: SignedIn;
const anna = makeBeforeEach(() => lifecycle.newPerson());
beforeEach(async () => {
  annaAgain = await lifecycle.newPerson();
});

test('makes the first subject the second, data left where it is', async () => {
  await lifecycle.live(anna, 'old');
  await lifecycle.live(annaAgain, 'new');
  await expect(lifecycle.link(anna, anna, annaAgain)).resolves.toMatchObject({
    result_state: 'OK',
    from_subject: anna.subject,
    to_subject: annaAgain.subject,
    linked: true,
  });
  expect(await lifecycle.ownerOf(anna)).toBe(annaAgain.subject);
  expect(await lifecycle.ownerOf(annaAgain)).toBe(annaAgain.subject);
  await expect(lifecycle.link(annaAgain, anna, annaAgain)).resolves.toMatchObject({
    result_state: 'IA_OK',
    linked: true,
  });
});

test('with migrate the second has everything, and nothing is lost where both had something', async () => {
  await lifecycle.live(annaAgain, 'new');
  await lifecycle.live(anna, 'old');
  const statement = randomUUID();
  await lifecycle.recordStatement(anna, statement);

  const linked = await lifecycle.linkAndMove(annaAgain, anna, annaAgain);
  expect(linked).toMatchObject({ linked: true, job: { state: 'DONE' } });
  expect(Object.fromEntries(linked.job!.steps.map((step) => [step.service, step.moved]))).toEqual({
    atma: { 'atma.files': 3 },
    aua: {
      'aua.users': 1,
      'aua.identities': 1,
      'aua.properties': 2,
      'aua.outbox_keys': 1,
      'aua.user_roles': 1,
      'aua.cloud_migrations': 1,
    },
    clag: {
      'clag.local_store_items': 2,
      'clag.content_items': 7,
      'clag.conflict_copies': 1,
      'clag.search_own_texts': 3,
      'clag.answer_versions': 1,
      // As pupil, and as author.
      'clag.feedback': 2,
      'clag.assignment_members': 1,
      'clag.assignments': 1,
    },
    gres: { 'gres.looks': 2, 'gres.members': 2, 'gres.transactions': 3 },
    lars: {
      'lars.statements': 4,
      'lars.attachments': 1,
      'lars.states': 1,
      'lars.agent_profiles': 1,
      'lars.cmi5_registrations': 1,
      'lars.cmi5_sessions': 1,
      'lars.refused_statements': 1,
      'lars.forwarding_failures': 1,
      'lars.activities': 1,
    },
    lima: {
      'lima.devices': 1,
      'lima.device_products': 1,
      'lima.licenses': 2,
      'lima.license_overrides': 1,
      'lima.license_usages': 1,
      'lima.license_orders': 2,
    },
    osc: {
      'osc.order_system_user_relations': 1,
      // Another one than that of the target, which stays.
      'osc.customers': 0,
      'osc.notifications': 1,
      'osc.deliveries': 1,
      'osc.orders': 1,
      'osc.coupons': 2,
      'osc.coupon_batches': 1,
      'osc.coupon_history': 3,
    },
  });
  // Entries under the old name stay in the audit log; link and job name the present owner.
  expect(await tablesNaming(lifecycle.platform.database, anna.subject)).toEqual([
    'aua.audit_log',
    'aua.subject_job_steps',
    'aua.subject_jobs',
    'aua.subject_links',
  ]);

  // The later answer is the one that counts. The earlier one is a conflict copy, which whoever deletes
  // their content deletes, too: the job, which nobody reaches, keeps nothing of it.
  expect(await lifecycle.answersOf(annaAgain)).toEqual({ new: 'new', old: 'old', shared: 'old' });
  const kept = await lifecycle.platform.database
    .selectFrom('aua.subject_job_steps')
    .select(['service', 'kept'])
    .where('job_id', '=', linked.job!.job_id)
    .where('kept', 'is not', null)
    .orderBy('service')
    .execute();
  expect(kept).toMatchObject([
    { service: 'aua', kept: { 'aua.properties': [{ key: 'theme', value: 'old' }] } },
    { service: 'osc', kept: { 'osc.order_system_user_relations': [{}] } },
  ]);
  const copies = await rowsOf(lifecycle.platform.database, 'clag.conflict_copies', {
    subject: annaAgain.subject,
    kind: 'local_store_item',
  }).get('item_id', 'content');
  expect(copies).toEqual([{ item_id: 'shared', content: { value: 'new' } }]);

  const { properties } = await lifecycle.platform
    .as('aua', annaAgain)
    .userGetProperties({ body: { subject: annaAgain.subject } });
  expect(properties).toEqual([
    { key: 'only-new', value: 'new' },
    { key: 'only-old', value: 'old' },
    { key: 'theme', value: 'new' },
    { key: outboxKeyProperty, value: expect.any(String) },
  ]);

  const { statements } = await lifecycle.platform
    .as('lars', annaAgain)
    .dataGet({ body: { subject: annaAgain.subject } });
  expect(statements).toHaveLength(5);
  expect(
    new Set(statements.map(({ actor }) => (actor['account'] as { name: string }).name)),
  ).toEqual(new Set([annaAgain.subject]));
  expect(await lifecycle.ownerOf(anna)).toBe(annaAgain.subject);
});

test('what gives way in the second look is kept beside what gave way in the first', async () => {
  await lifecycle.live(annaAgain, 'new');
  await lifecycle.live(anna, 'old');
  const { job } = await lifecycle.linkAndMove(annaAgain, anna, annaAgain);
  await lifecycle.platform.database
    .insertInto('aua.properties')
    .values({ subject: anna.subject, key: 'theme', value: 'late' })
    .execute();
  await lifecycle.sweepNow();
  const keptThemes = async () => {
    const { kept } = await rowsOf(lifecycle.platform.database, 'aua.subject_job_steps', {
      job_id: job!.job_id,
      service: 'aua',
    }).one('kept');
    return kept?.['aua.properties'];
  };
  await expect.poll(keptThemes).toEqual([
    { key: 'theme', value: 'old' },
    { key: 'theme', value: 'late' },
  ]);
});

test('a write on the version from before the merge is a conflict, not a silent loss', async () => {
  await lifecycle.writeAnswer(annaAgain, 'shared', 'seen by the second');
  await lifecycle.writeAnswer(anna, 'shared', 'written later');
  await lifecycle.linkAndMove(anna, anna, annaAgain);
  const items = [{ segment: 'answers', key: 'shared', value: 'on the old one', version: 1 }];
  expect(
    await codeOf(
      lifecycle.platform
        .as('clag', annaAgain)
        .localStoreItemSetForModel({ body: { ...scope, local_store_items: items } }),
    ),
  ).toBe('LOCAL_STORE_ITEM_CONFLICT');
});

test('a chain of links leads to its end at once', async () => {
  const third = await lifecycle.newPerson();
  await lifecycle.platform.as('aua', third).userUpdateUserInfo();
  await lifecycle.link(anna, anna, annaAgain);
  await lifecycle.link(annaAgain, annaAgain, third);
  expect(await lifecycle.ownerOf(anna)).toBe(third.subject);
});

test('the shell of before the link goes on under the old name', async () => {
  await lifecycle.writeAnswer(annaAgain, 'a', '1');
  await lifecycle.link(anna, anna, annaAgain);
  const { subject } = anna;
  const response = await lifecycle.elsewhere(anna, '/lars/v1/data/get', { subject });
  expect(response.status).toBe(200);
});

test('is refused for what makes no sense', async () => {
  const stranger = await lifecycle.newPerson();
  const third = await lifecycle.newPerson();
  expect(await codeOf(lifecycle.link(anna, anna, anna))).toBe('SAME_SUBJECT');
  expect(await codeOf(lifecycle.link(stranger, anna, annaAgain))).toBe('LINK_NOT_OWN');
  const forged = { ...annaAgain, token: `${annaAgain.token.slice(0, -8)}AAAAAAAA` };
  expect(await codeOf(lifecycle.link(anna, anna, forged))).toBe('TOKEN_INVALID');
  await lifecycle.link(anna, anna, annaAgain);
  expect(await codeOf(lifecycle.link(anna, anna, third))).toBe('ALREADY_LINKED');
  expect(await codeOf(lifecycle.link(annaAgain, annaAgain, anna))).toBe('LINK_CYCLE');
});

test.each(['support', 'administrator', 'order-system'])(
  'is refused for %s, in both directions: a stolen token would give its power away for good',
  async (role) => {
    const privileged = await lifecycle.newPerson(role);
    expect(await codeOf(lifecycle.link(anna, anna, privileged))).toBe('LINK_PRIVILEGED');
    expect(await codeOf(lifecycle.link(anna, privileged, anna))).toBe('LINK_PRIVILEGED');
  },
);

test('a teacher’s two accounts become one', async () => {
  const teacher = await lifecycle.newPerson('teacher');
  await lifecycle.platform.as('aua', teacher).userUpdateUserInfo();
  await expect(lifecycle.linkAndMove(teacher, anna, teacher)).resolves.toMatchObject({
    linked: true,
  });
  const roles = await lifecycle.platform
    .as('aua', teacher)
    .userGetRoles({ body: { subject: teacher.subject } });
  expect(roles.role_names).toEqual(['teacher']);
});

test('ten at once move everything once', async () => {
  await lifecycle.live(anna, 'old');
  const linkTenTimes = () =>
    Promise.all(Array.from({ length: 10 }, () => lifecycle.link(anna, anna, annaAgain, true)));
  const outcomes = await linkTenTimes();
  expect(outcomes.filter(({ result_state }) => result_state === 'OK')).toHaveLength(1);
  await lifecycle.daysGoBy();
  await linkTenTimes();
  expect(await lifecycle.answersOf(annaAgain)).toEqual({ old: 'old', shared: 'old' });
});

test('is in the audit log', async () => {
  await lifecycle.link(anna, anna, annaAgain);
  const entries = await rowsOf(lifecycle.platform.database, 'aua.audit_log', {
    subject: anna.subject,
  }).get('kind', 'call', 'token_subject', 'subject', 'change');
  expect(entries).toMatchObject([
    {
      kind: 'change',
      call: '/aua/v1/user/link',
      token_subject: anna.subject,
      change: { to_subject: annaAgain.subject, migrate: false },
    },
  ]);
});

describe('a link is undone', () => {
  const beUser = (who: SignedIn) => lifecycle.platform.as('aua', who).userUpdateUserInfo();
  beforeEach(() => Promise.all([anna, annaAgain].map(beUser)));
  const unlink = (who: SignedIn, from: SignedIn) =>
    lifecycle.platform.as('aua', who).userUnlink({ body: { from_subject: from.subject } });
  const linksOf = async (who: SignedIn) => {
    const { links } = await lifecycle.platform
      .as('aua', who)
      .userGetIdentities({ body: { subject: who.subject } });
    return links;
  };

  test.each([
    ['the one that gave way', () => anna],
    ['the one that stays', () => annaAgain],
  ] as const)('by %s, who sees it; data that was to be moved is where it was', async (_who, by) => {
    await lifecycle.writeAnswer(anna, 'shared', 'old');
    await lifecycle.writeAnswer(annaAgain, 'shared', 'new');
    const { undo_until, job } = await lifecycle.link(anna, anna, annaAgain, true);
    expect(job).toMatchObject({ state: 'PENDING' });
    // The processes hear of it with the commit, which is a moment later.
    await expect
      .poll(() => linksOf(by()))
      .toEqual([{ from_subject: anna.subject, linked_at: expect.any(String), undo_until }]);
    await expect(unlink(by(), anna)).resolves.toMatchObject({ result_state: 'OK' });
    await expect.poll(() => lifecycle.ownerOf(anna)).toBe(anna.subject);
    await lifecycle.daysGoBy();
    await lifecycle.sweepNow();
    expect(await lifecycle.answersOf(anna)).toEqual({ shared: 'old' });
    expect(await lifecycle.answersOf(annaAgain)).toEqual({ shared: 'new' });
    expect(await linksOf(annaAgain)).toBeUndefined();
    await expect(unlink(annaAgain, anna)).resolves.toMatchObject({ result_state: 'IA_OK' });
  });

  test('nobody else undoes it', async () => {
    await lifecycle.link(anna, anna, annaAgain);
    const stranger = await lifecycle.newPerson();
    await expect(unlink(stranger, anna)).resolves.toMatchObject({ result_state: 'IA_OK' });
    expect(await lifecycle.ownerOf(anna)).toBe(annaAgain.subject);
  });

  test('not after the days are over', async () => {
    await lifecycle.link(anna, anna, annaAgain);
    await lifecycle.daysGoBy();
    expect(await linksOf(annaAgain)).toBeUndefined();
    expect(await codeOf(unlink(annaAgain, anna))).toBe('LINK_UNDO_OVER');
    expect(await lifecycle.ownerOf(anna)).toBe(annaAgain.subject);
  });

  test('not once data has been moved, however young the link is', async () => {
    await lifecycle.writeAnswer(anna, 'shared', 'old');
    const { job } = await lifecycle.link(anna, anna, annaAgain, true);
    expect(job).toMatchObject({ state: 'PENDING' });
    const { database } = lifecycle.platform;
    await rowsOf(database, 'aua.subject_jobs', { subject: anna.subject }).set({
      begins_at: new Date(),
    });
    await lifecycle.sweepNow();
    const moved = () => lifecycle.answersOf(annaAgain);
    await expect.poll(moved).toEqual({ shared: 'old' });
    expect(await linksOf(annaAgain)).toBeUndefined();
    await expect(unlink(annaAgain, anna)).rejects.toMatchObject({
      code: 'LINK_UNDO_OVER',
      messages: [{ text: expect.stringContaining('has been moved') }],
    });
    expect(await lifecycle.ownerOf(anna)).toBe(annaAgain.subject);
    expect(await moved()).toEqual({ shared: 'old' });
  });

  test('with it those that led to the subject before lead to it again', async () => {
    const older = await lifecycle.newPerson();
    await beUser(older);
    await lifecycle.link(older, older, anna);
    await lifecycle.link(anna, anna, annaAgain);
    expect(await lifecycle.ownerOf(older)).toBe(annaAgain.subject);
    await unlink(annaAgain, anna);
    await expect.poll(() => lifecycle.ownerOf(older)).toBe(anna.subject);
  });

  test('also one whose place in a chain was undone since: it stays itself', async () => {
    const older = await lifecycle.newPerson();
    await beUser(older);
    await lifecycle.link(older, older, anna);
    await lifecycle.link(anna, anna, annaAgain);
    await unlink(annaAgain, older);
    await unlink(annaAgain, anna);
    await expect.poll(() => lifecycle.ownerOf(anna)).toBe(anna.subject);
    expect(await lifecycle.ownerOf(older)).toBe(older.subject);
  });

  test('nothing can be linked on to another while data waits to be moved to it', async () => {
    const third = await lifecycle.newPerson();
    await lifecycle.link(anna, anna, annaAgain, true);
    expect(await codeOf(lifecycle.link(annaAgain, annaAgain, third))).toBe('SUBJECT_BUSY');
  });
});
