import { beforeEach, describe, expect, test } from 'vitest';
import { codeOf, startBeforeAll } from '../platform.ts';
import { headersOf } from '../security/requests.ts';
import { startSchool, type Person } from './people.ts';
import { rowsOf } from '../rows.ts';

const school = startBeforeAll(startSchool);
let teacher: Person;
let pupil: Person;
let group_id: string;

const newClass = async () => {
  [teacher, pupil] = await Promise.all([school.newPerson('teacher'), school.newPerson()]);
  group_id = await school.newGroup(teacher);
};
beforeEach(newClass);

const named = ({ subject }: Person) => ({ group_id, memberships: [{ subject }] });
const asMember = (
  { subject }: Person,
  types: ('MaySupport' | 'HasLicenses')[] = ['HasLicenses'],
) => ({
  subject,
  group_role: 'member' as const,
  membership_types: types,
});
const asLeader = ({ subject }: Person) => ({
  subject,
  group_role: 'leader' as const,
  membership_types: [],
});
/** Asks to join, as by a code that the leader told. */
const ask = async (who: Person) => {
  const { group } = await school.inspect(teacher, group_id);
  await who.gres.groupsJoin({ body: { subject: who.subject, join_code: group.join_code! } });
};
/** Accepts an invitation. */
const accept = (who: Person, types: ('MaySupport' | 'HasLicenses')[] = []) =>
  who.gres.groupsAcceptMemberships({
    body: { group_id, memberships: [{ subject: who.subject, membership_types: types }] },
  });
/** Refusals of a batch; the client takes a warning for a failure. */
const refusalsOf = async (call: string, who: Person, memberships: object[]) => {
  const body = JSON.stringify({ group_id, memberships });
  const path = `/gres/v1/groups/${call}`;
  const response = await school.platform.request(path, headersOf(who), body);
  const answer = (await response.json()) as {
    result_state: string;
    result_messages?: { code: string }[];
    results: { outcome: string; refusal?: string }[];
  };
  expect([response.status, answer.result_state]).toEqual([200, 'WARNING']);
  expect(answer.result_messages?.map(({ code }) => code)).toEqual(
    answer.results.flatMap(({ refusal }) => refusal ?? []),
  );
  return answer.results.map(({ outcome, refusal }) => refusal ?? outcome);
};
/** Both tables, which must say the same. */
const stored = async () => {
  const { database } = school.platform;
  const columns = ['subject', 'group_role', 'membership_state', 'membership_types'] as const;
  const read = (table: 'gres.members' | 'gres.subject_groups') =>
    database
      .selectFrom(table)
      .select(columns)
      .where('group_id', '=', group_id)
      .where('membership_state', '<>', 'revoked' as never)
      .orderBy('subject')
      .execute();
  const [byGroup, bySubject] = await Promise.all([
    read('gres.members'),
    read('gres.subject_groups'),
  ]);
  expect(bySubject).toEqual(byGroup);
  return byGroup;
};

describe('adding', () => {
  test('invites subjects; whoever is invited, or has accepted, stays as they are', async () => {
    const add = (types?: ('MaySupport' | 'HasLicenses')[]) =>
      teacher.gres.groupsAddMemberships({
        body: { group_id, memberships: [asMember(pupil, types)] },
      });
    expect(await add()).toMatchObject({
      result_state: 'OK',
      results: [{ subject: pupil.subject, outcome: 'CHANGED' }],
      transaction_index: 2,
    });
    expect(await add(['MaySupport'])).toMatchObject({
      result_state: 'IA_OK',
      results: [{ outcome: 'UNCHANGED', membership: { membership_types: ['HasLicenses'] } }],
      transaction_index: 2,
    });
    expect(await stored()).toContainEqual(
      expect.objectContaining({ subject: pupil.subject, membership_state: 'invited' }),
    );
    await accept(pupil);
    expect(await add(['MaySupport'])).toMatchObject({
      result_state: 'IA_OK',
      results: [{ outcome: 'UNCHANGED', membership: { membership_types: ['HasLicenses'] } }],
    });
  });

  test('whoever has asked to join is accepted by it', async () => {
    await ask(pupil);
    const { results } = await teacher.gres.groupsAddMemberships({
      body: { group_id, memberships: [asMember(pupil)] },
    });
    expect(results).toMatchObject([
      { outcome: 'CHANGED', membership: { membership_state: 'accepted' } },
    ]);
  });

  test('a full group takes as many as there is room for, and says who is left out', async () => {
    const people = Array.from({ length: 4 }, (_, i) => ({ subject: `full-${i}` }) as Person);
    for (let from = 0; from < 498; from += 166) {
      await teacher.gres.groupsAddMemberships({
        body: {
          group_id,
          memberships: Array.from({ length: 166 }, (_, i) =>
            asMember({ subject: `s-${from + i}` } as Person),
          ),
        },
      });
    }
    const outcomes = await refusalsOf(
      'addMemberships',
      teacher,
      people.map((person) => asMember(person)),
    );
    expect(outcomes).toEqual(['CHANGED', 'CHANGED', 'GROUP_FULL', 'GROUP_FULL']);
  });

  test('a subject with too many groups is invited, and gets no further one', async () => {
    const { database } = school.platform;
    await database
      .insertInto('gres.subject_groups')
      .values(
        Array.from({ length: 500 }, (_, i) => ({
          ...asMember(pupil),
          group_id: `many-${i}`,
          membership_state: 'accepted' as const,
        })),
      )
      .execute();
    await teacher.gres.groupsAddMemberships({ body: { group_id, memberships: [asMember(pupil)] } });
    const own = { subject: pupil.subject, membership_types: [] };
    const outcomes = await refusalsOf('acceptMemberships', pupil, [own]);
    expect(outcomes).toEqual(['GROUPS_TOO_MANY']);
    const { group } = await school.inspect(teacher, group_id);
    const join = { subject: pupil.subject, join_code: group.join_code! };
    expect(await codeOf(pupil.gres.groupsJoin({ body: join }))).toBe('GROUPS_TOO_MANY');
  });
});

test('accepting takes requests alone; a repeat finds them accepted', async () => {
  await ask(pupil);
  const memberships = [{ subject: pupil.subject, membership_types: ['MaySupport' as const] }];
  const accept = () => teacher.gres.groupsAcceptMemberships({ body: { group_id, memberships } });
  expect((await accept()).results).toMatchObject([
    {
      outcome: 'CHANGED',
      membership: { membership_state: 'accepted', membership_types: ['MaySupport'] },
    },
  ]);
  expect(await accept()).toMatchObject({ result_state: 'IA_OK' });
  const nobody = [{ subject: 'nobody', membership_types: [] }];
  expect(await refusalsOf('acceptMemberships', teacher, nobody)).toEqual([
    'MEMBERSHIP_NOT_REQUESTED',
  ]);
  await stored();
});

test('setting is for accepted members; each other one is refused by itself', async () => {
  const [asking, nobody] = await Promise.all([school.newPerson(), school.newPerson()]);
  await school.enrol(teacher, group_id, pupil);
  await ask(asking);
  const outcomes = await refusalsOf('setMemberships', teacher, [
    asMember(pupil, ['HasLicenses', 'MaySupport']),
    asMember(asking),
    asMember(nobody),
  ]);
  expect(outcomes).toEqual(['CHANGED', 'MEMBERSHIP_NOT_ACCEPTED', 'MEMBERSHIP_NOT_FOUND']);
  const again = { group_id, memberships: [asMember(pupil, ['MaySupport', 'HasLicenses'])] };
  expect(await teacher.gres.groupsSetMemberships({ body: again })).toMatchObject({
    result_state: 'IA_OK',
  });
  await stored();
});

describe('revoking', () => {
  test('one leaves by oneself; again finds it done', async () => {
    await school.enrol(teacher, group_id, pupil);
    const leave = () => pupil.gres.groupsRevokeMemberships({ body: named(pupil) });
    expect(await leave()).toMatchObject({
      result_state: 'OK',
      results: [{ outcome: 'CHANGED', membership: { membership_state: 'revoked' } }],
      transaction_index: 4,
    });
    await school.enrol(teacher, group_id, await school.newPerson());
    // Later changes are hidden from them.
    expect(await leave()).toMatchObject({
      result_state: 'IA_OK',
      results: [{ outcome: 'UNCHANGED' }],
      transaction_index: 4,
    });
    expect(await stored()).toHaveLength(2);
  });

  test('whoever has asked takes it back', async () => {
    await ask(pupil);
    await pupil.gres.groupsRevokeMemberships({ body: named(pupil) });
    expect((await school.inspect(teacher, group_id)).memberships).toHaveLength(1);
  });

  test('a request or an invitation is revoked only while it is one, where that is said', async () => {
    const revoke = (who: Person, only_in_state: 'requested' | 'invited') =>
      refusalsOf('revokeMemberships', who, [{ subject: pupil.subject, only_in_state }]);
    await ask(pupil);
    const request = { subject: pupil.subject, only_in_state: 'requested' as const };
    expect(await revoke(teacher, 'invited')).toEqual(['MEMBERSHIP_CHANGED']);
    await school.enrol(teacher, group_id, pupil);
    for (const who of [teacher, pupil])
      expect(await revoke(who, 'requested')).toEqual(['MEMBERSHIP_CHANGED']);
    expect(await revoke(teacher, 'invited')).toEqual(['MEMBERSHIP_CHANGED']);
    expect(await stored()).toHaveLength(2);
    await pupil.gres.groupsRevokeMemberships({ body: named(pupil) });
    await ask(pupil);
    const body = { group_id, memberships: [request] };
    const { results } = await pupil.gres.groupsRevokeMemberships({ body });
    expect(results).toMatchObject([{ outcome: 'CHANGED' }]);
    expect(await teacher.gres.groupsRevokeMemberships({ body })).toMatchObject({
      result_state: 'IA_OK',
    });
  });

  test('of an acceptance and a refusal at once either one holds, and says so', async () => {
    const pupils = await Promise.all(Array.from({ length: 6 }, () => school.newPerson()));
    for (const each of pupils) {
      await ask(each);
      const { subject } = each;
      const [accepted, refused] = await Promise.allSettled([
        teacher.gres.groupsAcceptMemberships({
          body: { group_id, memberships: [{ subject, membership_types: [] }] },
        }),
        teacher.gres.groupsRevokeMemberships({
          body: { group_id, memberships: [{ subject, only_in_state: 'requested' }] },
        }),
      ]);
      const isIn = (await stored()).some((row) => row.subject === subject);
      expect([accepted.status, refused.status]).toEqual(
        isIn ? ['fulfilled', 'rejected'] : ['rejected', 'fulfilled'],
      );
    }
  });

  test('members revoke nobody else; for others there is no such group', async () => {
    const stranger = await school.newPerson();
    await school.enrol(teacher, group_id, pupil);
    const revokeTeacher = (who: Person) =>
      codeOf(who.gres.groupsRevokeMemberships({ body: named(teacher) }));
    expect(await revokeTeacher(pupil)).toBe('GROUP_NOT_LED');
    expect(await revokeTeacher(stranger)).toBe('GROUP_NOT_FOUND');
    const own = { body: named(stranger) };
    expect(await codeOf(stranger.gres.groupsRevokeMemberships(own))).toBe('GROUP_NOT_FOUND');
  });
});

describe('row 123: the room of members, of invitations and of requests', () => {
  const kinds = ['accepted', 'invited', 'requested'] as const;
  type Kind = (typeof kinds)[number];
  const fill = async (membership_state: Kind) => {
    const { database } = school.platform;
    const rows = Array.from({ length: membership_state === 'accepted' ? 499 : 500 }, (_, i) => ({
      group_id,
      subject: `${membership_state}-${i}`,
      group_role: 'member' as const,
      membership_state,
      membership_types: [],
      invited_until: membership_state === 'invited' ? new Date(Date.now() + 86_400_000) : null,
    }));
    const origin = membership_state === 'invited' ? ('leader' as const) : ('self' as const);
    await database
      .insertInto('gres.members')
      .values(rows.map((row) => ({ ...row, origin })))
      .execute();
    await database.insertInto('gres.subject_groups').values(rows).execute();
  };
  const open = () =>
    rowsOf(school.platform.database, 'gres.groups', { group_id }).set({ join_policy: 'open' });
  const invite = async (who: Person) =>
    (await codeOf(
      teacher.gres.groupsAddMemberships({ body: { group_id, memberships: [asMember(who)] } }),
    )) ?? 'CHANGED';
  const join = async (who: Person) => {
    const { group } = await school.inspect(teacher, group_id);
    const body = { subject: who.subject, join_code: group.join_code! };
    return (await codeOf(who.gres.groupsJoin({ body }))) ?? 'CHANGED';
  };

  test.each<[Kind, ...string[]]>([
    ['invited', 'invite'],
    ['requested', 'ask'],
    ['accepted', 'accept', 'letIn', 'join'],
  ])('is not the same: all %s', async (kind, ...full) => {
    const [invited, asking, another, third] = await Promise.all(
      [1, 2, 3, 4].map(() => school.newPerson()),
    );
    await invite(invited!);
    await ask(asking!);
    await fill(kind);
    const log = {
      invite: await invite(another!),
      ask: await join(third!),
      accept: (await codeOf(accept(invited!))) ?? 'CHANGED',
      letIn:
        (await codeOf(
          teacher.gres.groupsAcceptMemberships({
            body: { group_id, memberships: [{ subject: asking!.subject, membership_types: [] }] },
          }),
        )) ?? 'CHANGED',
      join: (await open(), await join(pupil)),
    };
    expect(Object.entries(log).filter(([, outcome]) => outcome !== 'CHANGED')).toEqual(
      full.map((way) => [way, 'GROUP_FULL']),
    );
  });
});

describe('the last leader', () => {
  test('neither leaves, nor becomes a member', async () => {
    await school.enrol(teacher, group_id, pupil);
    const own = { subject: teacher.subject };
    expect(await refusalsOf('revokeMemberships', teacher, [own])).toEqual(['LAST_LEADER']);
    expect(await refusalsOf('setMemberships', teacher, [asMember(teacher)])).toEqual([
      'LAST_LEADER',
    ]);
  });

  test('of all leaders in one request one stays', async () => {
    const second = await school.newPerson('teacher');
    await school.makeLeader(teacher, group_id, second);
    const both = [{ subject: teacher.subject }, { subject: second.subject }];
    expect(await refusalsOf('revokeMemberships', teacher, both)).toEqual([
      'CHANGED',
      'LAST_LEADER',
    ]);
  });

  test('hands over once the next one has accepted', async () => {
    const next = await school.newPerson('teacher');
    await school.enrol(teacher, group_id, next);
    const both = [asMember(teacher), asLeader(next)];
    expect(await refusalsOf('setMemberships', teacher, both)).toEqual(['LAST_LEADER', 'CHANGED']);
    await next.gres.groupsAcceptMemberships({
      body: { group_id, memberships: [asLeader(next)] },
    });
    const { results } = await teacher.gres.groupsSetMemberships({
      body: { group_id, memberships: [asMember(teacher)] },
    });
    expect(results.map(({ outcome }) => outcome)).toEqual(['CHANGED']);
  });

  test('is the one of two that stays when both leave at once', async () => {
    const elsewhere = await school.platform.anotherProcess();
    for (let round = 0; round < 10; round++) {
      await newClass();
      const second = await school.newPerson('teacher');
      await school.makeLeader(teacher, group_id, second);
      await Promise.all(
        [
          { who: teacher, url: school.platform.url },
          { who: second, url: elsewhere.url },
        ].map(({ who, url }) =>
          fetch(`${url}/gres/v1/groups/revokeMemberships`, {
            method: 'POST',
            headers: headersOf(who),
            body: JSON.stringify(named(who)),
          }),
        ),
      );
      expect(await stored()).toMatchObject([{ group_role: 'leader' }]);
    }
    await elsewhere.close();
  });

  test('of a group that lost it is given by an administrator, and by nobody else', async () => {
    await school.enrol(teacher, group_id, pupil);
    const administrator = await school.newPerson('administrator');
    const lead = (who: Person) =>
      who.gres.groupsAddMemberships({ body: { group_id, memberships: [asLeader(who)] } });
    expect(await codeOf(lead(administrator))).toBe('GROUP_NOT_FOUND');
    await school.platform.database
      .deleteFrom('gres.members')
      .where('group_id', '=', group_id)
      .where('subject', '=', teacher.subject)
      .execute();
    expect(await codeOf(lead(await school.newPerson('teacher')))).toBe('GROUP_NOT_FOUND');
    expect(await lead(administrator)).toMatchObject({ results: [{ outcome: 'CHANGED' }] });
  });
});

test('changes of others’ memberships are in the audit log, by their subject', async () => {
  await school.enrol(teacher, group_id, pupil);
  const entries = await school.platform.database
    .selectFrom('aua.audit_log')
    .select(['call', 'token_subject', 'change'])
    .where('subject', '=', pupil.subject)
    .where('kind', '=', 'change')
    .orderBy('at')
    .execute();
  expect(entries).toMatchObject([
    {
      call: '/gres/v1/groups/addMemberships',
      token_subject: teacher.subject,
      change: { group_id, change_type: 'MEMBERSHIP_INVITED', group_role: 'member' },
    },
    {
      call: '/gres/v1/groups/acceptMemberships',
      token_subject: pupil.subject,
      change: { group_id, change_type: 'MEMBERSHIP_ACCEPTED', group_role: 'member' },
    },
  ]);
});
