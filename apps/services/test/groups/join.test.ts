import { randomUUID } from 'node:crypto';
import { isCodeDoubtful } from '@lectern/contracts/calls/checked-code';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { headersOf } from '../security/requests.ts';
import { codeOf, linkSubject, makeBeforeAll, startBeforeAll } from '../platform.ts';
import { startSchool, type Person } from './people.ts';

const school = startBeforeAll(startSchool);

const teacher = makeBeforeAll(() => school.newPerson('teacher'));

type Policy = 'closed' | 'on_request' | 'open';

const groupWith = async (join_policy: Policy) => {
  const group_id = await school.newGroup(teacher, { join_policy });
  const { group } = await school.inspect(teacher, group_id);
  return { group_id, code: group.join_code!, expiresAt: group.join_code_expires_at! };
};
const join = (who: Person, join_code: string, display_name = 'Mia') =>
  who.gres.groupsJoin({ body: { subject: who.subject, join_code, display_name } });
const revoke = (by: Person, group_id: string, { subject }: Person) =>
  by.gres.groupsRevokeMemberships({ body: { group_id, memberships: [{ subject }] } });
const change = (
  group_id: string,
  ...changes: Parameters<typeof teacher.gres.transactionsCreateNew>[0]['body']['changes']
) =>
  teacher.gres.transactionsCreateNew({ body: { group_id, transaction_id: randomUUID(), changes } });

test('by a code one asks to join, without licences yet; a repeat finds it asked', async () => {
  const mia = await school.newPerson();
  const { code } = await groupWith('on_request');
  const { group, membership } = await join(mia, code);
  expect(membership).toMatchObject({
    subject: mia.subject,
    display_name: 'Mia',
    group_role: 'member',
    membership_state: 'requested',
    membership_types: [],
  });
  expect(group).not.toHaveProperty('join_code');
  expect(await join(mia, code)).toMatchObject({ result_state: 'IA_OK', membership });
});

test('an open group takes one in at once, with its licences', async () => {
  const mia = await school.newPerson();
  const { code } = await groupWith('open');
  expect((await join(mia, code)).membership).toMatchObject({
    membership_state: 'accepted',
    membership_types: ['HasLicenses'],
  });
});

test.each<
  [
    string,
    'accepted' | 'requested',
    (group_id: string, mia: Person, code: string) => Promise<unknown>,
  ]
>([
  ['was removed', 'requested', (group_id, mia) => revoke(teacher, group_id, mia)],
  [
    'was removed, and has taken back its request,',
    'requested',
    async (group_id, mia, code) => {
      await revoke(teacher, group_id, mia);
      await join(mia, code);
      await revoke(mia, group_id, mia);
    },
  ],
  ['has left', 'accepted', (group_id, mia) => revoke(mia, group_id, mia)],
  [
    'was removed, let in again, and has left',
    'accepted',
    async (group_id, mia) => {
      await revoke(teacher, group_id, mia);
      await school.enrol(teacher, group_id, mia);
      await revoke(mia, group_id, mia);
    },
  ],
])('row 73: who %s comes into an open group by its code as %s', async (_what, state, end) => {
  const mia = await school.newPerson();
  const { group_id, code } = await groupWith('open');
  await join(mia, code);
  await end(group_id, mia, code);
  expect((await join(mia, code)).membership.membership_state).toBe(state);
});

test('row 73: whoever has asked does not let itself in', async () => {
  const mia = await school.newPerson();
  const { group_id, code } = await groupWith('on_request');
  await join(mia, code);
  const own = { subject: mia.subject, membership_types: ['HasLicenses' as const] };
  const accept = (by: Person) =>
    codeOf(by.gres.groupsAcceptMemberships({ body: { group_id, memberships: [own] } }));
  expect(await accept(mia)).toBe('GROUP_NOT_LED');
  expect(await accept(teacher)).toBeUndefined();
});

test('case and dashes do not matter', async () => {
  const mia = await school.newPerson();
  const { code } = await groupWith('on_request');
  const typed = code.replaceAll('-', '').toLowerCase();
  expect(await join(mia, `${typed.slice(0, 6)}-${typed.slice(6)}`)).toMatchObject({
    result_state: 'OK',
  });
});

test('a pupil who joins does not become a teacher', async () => {
  for (const policy of ['on_request', 'open'] as const) {
    const mia = await school.newPerson();
    const { code } = await groupWith(policy);
    await join(mia, code);
    const { groups } = await mia.gms.gmsGroupsGet({ body: { subject: mia.subject } });
    expect(groups).toEqual([]);
  }
  const { groups } = await teacher.gms.gmsGroupsGet({ body: { subject: teacher.subject } });
  expect(groups.length).toBeGreaterThan(1);
});

test('ten presses at once, on two devices, ask once', async () => {
  const mia = await school.newPerson();
  const { group_id, code } = await groupWith('on_request');
  const before = (await school.inspect(teacher, group_id)).group.transaction_index;
  const typed = [code, code.toLowerCase(), code.replaceAll('-', '')];
  const presses = Array.from({ length: 9 }, (_, press) => join(mia, typed[press % 3]!));
  const answers = await Promise.all(presses);
  expect(new Set(answers.map(({ membership }) => membership.membership_state))).toEqual(
    new Set(['requested']),
  );
  expect((await school.inspect(teacher, group_id)).group.transaction_index).toBe(before + 1);
});

test('a leader who tries its own code stays one', async () => {
  const { group_id, code } = await groupWith('open');
  const before = (await school.inspect(teacher, group_id)).group.transaction_index;
  expect(await join(teacher, code)).toMatchObject({
    result_state: 'IA_OK',
    membership: { group_role: 'leader', membership_state: 'accepted' },
  });
  expect((await school.inspect(teacher, group_id)).group.transaction_index).toBe(before);
});

test('pupils who join while the code is made anew, or the class is deleted, are in or are told', async () => {
  const pupils = await Promise.all(Array.from({ length: 12 }, () => school.newPerson()));
  for (const end of [
    (group_id: string) => change(group_id, { change_type: 'JOIN_CODE_RENEWED' }),
    (group_id: string) => teacher.gres.groupsDelete({ body: { group_id } }),
  ]) {
    const { group_id, code } = await groupWith('open');
    const joining = pupils.map((pupil, number) => codeOf(join(pupil, code, `Kind ${number}`)));
    await Promise.race(joining);
    await end(group_id);
    const refusals = new Set(await Promise.all(joining));
    expect(refusals).toContain(undefined);
    refusals.delete(undefined);
    refusals.delete('JOIN_CODE_UNKNOWN');
    expect(refusals).toEqual(new Set());
    expect(await codeOf(join(await school.newPerson(), code))).toBe('JOIN_CODE_UNKNOWN');
  }
});

test('a closed group is opened by no code', async () => {
  const mia = await school.newPerson();
  const { code } = await groupWith('closed');
  expect(await codeOf(join(mia, code))).toBe('JOIN_CODE_UNKNOWN');
});

test('a code lasts for thirty days, and then a new one is made', async () => {
  const [mia, ben] = await Promise.all([school.newPerson(), school.newPerson()]);
  const { group_id, code, expiresAt } = await groupWith('on_request');
  const { rows } = await sql<{ days: number }>`
    select extract(epoch from ${expiresAt}::timestamptz - now())::float / 86400 as days
  `.execute(school.platform.database);
  expect(rows[0]!.days).toBeCloseTo(30, 2);
  await join(mia, code);

  await sql`update gres.join_codes set expires_at = now() where group_id = ${group_id}`.execute(
    school.platform.database,
  );
  expect(await codeOf(join(ben, code))).toBe('JOIN_CODE_UNKNOWN');
  // A member gets the same answer again.
  expect(await join(mia, code)).toMatchObject({ result_state: 'IA_OK' });

  await change(group_id, { change_type: 'JOIN_CODE_RENEWED' });
  const { group } = await school.inspect(teacher, group_id);
  expect(group.join_code).not.toBe(code);
  expect(await codeOf(join(ben, code))).toBe('JOIN_CODE_UNKNOWN');
  expect(await join(ben, group.join_code!, 'Ben')).toMatchObject({ result_state: 'OK' });
});

test('row 73: who was removed under a name that leads to it comes in as it would under that', async () => {
  const [mia, again] = await Promise.all([school.newPerson(), school.newPerson()]);
  const { group_id, code } = await groupWith('open');
  await join(mia, code);
  await revoke(teacher, group_id, mia);
  await linkSubject(school.platform.database, mia.subject, again.subject);
  expect((await join(again, code)).membership.membership_state).toBe('requested');
});

test('no two codes are alike, and none looks mistyped', async () => {
  const codes = await Promise.all(
    Array.from({ length: 50 }, async () => (await groupWith('on_request')).code),
  );
  expect(new Set(codes).size).toBe(50);
  expect(codes.filter((code) => isCodeDoubtful(code))).toEqual([]);
  // Of 600 characters one of 32 is missing once in 5 million runs.
  expect(new Set(codes.join('').replaceAll('-', '')).size).toBe(32);
});

test('row 49: guessing is refused with the time to wait', async () => {
  const guesser = await school.newPerson();
  const guess = () =>
    school.platform.request(
      '/gres/v1/groups/join',
      headersOf(guesser),
      JSON.stringify({ subject: guesser.subject, join_code: 'AAAA-BBBB-CCCC' }),
    );
  const answers: Response[] = [];
  for (let count = 0; count < 12; count++) answers.push(await guess());
  expect(answers.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 10 }, () => 404),
    429,
    429,
  ]);
  expect(Number(answers[11]!.headers.get('retry-after'))).toBeGreaterThan(0);
});
