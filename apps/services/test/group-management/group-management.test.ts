import { beforeAll, describe, expect, test } from 'vitest';
import { startSchool, type Person } from '../groups/people.ts';
import { codeOf, makeBeforeAll, startBeforeAll } from '../platform.ts';

const school = startBeforeAll(startSchool);
let group_id: string;

const provider_id = 'BEOOK_1';

const teacher = makeBeforeAll(() => school.newPerson('teacher'));
const pupil = makeBeforeAll(() => school.newPerson());
const asking = makeBeforeAll(() => school.newPerson());
const stranger = makeBeforeAll(() => school.newPerson());
beforeAll(async () => {
  group_id = await school.newGroup(teacher, { display_name: 'Herr Berger' });
  await school.enrol(teacher, group_id, pupil);
  const { group } = await school.inspect(teacher, group_id);
  await asking.gres.groupsJoin({ body: { subject: asking.subject, join_code: group.join_code! } });
});

describe('groups/get', () => {
  const led = async (who: Person, provider?: string) => {
    const body = { subject: who.subject, ...(provider && { provider_id: provider }) };
    return (await who.gms.gmsGroupsGet({ body })).groups;
  };

  test('gives who leads a group just that group', async () => {
    expect(await led(teacher)).toEqual([{ group_id, provider_id, name: 'Klasse 5b' }]);
    expect(await led(teacher, provider_id)).toHaveLength(1);
    expect(await led(teacher, 'DIHK')).toEqual([]);
  });

  test('gives nothing to members and to who has asked to join', async () => {
    expect(await Promise.all([pupil, asking].map((who) => led(who)))).toEqual([[], []]);
  });

  test('a group that one no longer leads, or that was deleted, is gone at once', async () => {
    const [first, second] = await Promise.all([
      school.newPerson('teacher'),
      school.newPerson('teacher'),
    ]);
    const shared = await school.newGroup(first);
    await school.makeLeader(first, shared, second);
    expect(await led(second)).toHaveLength(1);
    await second.gres.groupsRevokeMemberships({
      body: { group_id: shared, memberships: [{ subject: second.subject }] },
    });
    expect(await led(second)).toEqual([]);
    await first.gres.groupsDelete({ body: { group_id: shared } });
    expect(await led(first)).toEqual([]);
  });
});

describe('members/get', () => {
  const page = (who: Person, fields: { cursor?: string; limit?: number } = {}) =>
    who.gms.gmsMembersGet({ body: { subject: who.subject, provider_id, group_id, ...fields } });

  test('pages through the accepted members, leaders first, each once', async () => {
    const others = await Promise.all(Array.from({ length: 4 }, () => school.newPerson()));
    await school.enrol(teacher, group_id, ...others);
    const seen: { subject: string; group_role: string }[] = [];
    let cursor: string | undefined;
    do {
      const { members, next_cursor } = await page(pupil, { limit: 2, ...(cursor && { cursor }) });
      expect(members.length).toBeLessThanOrEqual(2);
      seen.push(...members);
      cursor = next_cursor;
    } while (cursor);
    expect(seen[0]).toMatchObject({ subject: teacher.subject, display_name: 'Herr Berger' });
    expect(seen.map(({ group_role }) => group_role)).toEqual([
      'leader',
      ...Array.from({ length: 5 }, () => 'member'),
    ]);
    expect(new Set(seen.map(({ subject }) => subject))).toEqual(
      new Set([teacher, pupil, ...others].map(({ subject }) => subject)),
    );
  });

  test('row 41: is for members; for others there is no such group, nor at another provider', async () => {
    for (const who of [stranger, asking]) expect(await codeOf(page(who))).toBe('GROUP_NOT_FOUND');
    const elsewhere = { subject: pupil.subject, provider_id: 'DIHK', group_id };
    expect(await codeOf(pupil.gms.gmsMembersGet({ body: elsewhere }))).toBe('GROUP_NOT_FOUND');
  });

  test.each(['x', 'WyJhIl0', Buffer.from('["a","\\u0000"]').toString('base64url')])(
    'a cursor that was never given is refused: %s',
    async (cursor) => {
      expect(await codeOf(page(pupil, { cursor }))).toBe('CURSOR_INVALID');
    },
  );
});

describe('membership/check', () => {
  const check = async (who: Person, fields: object = {}) => {
    const body = { subject: who.subject, provider_id, group_id, ...fields };
    const { result_state: _, ...answer } = await who.gms.gmsMembershipCheck({ body });
    return answer;
  };

  test('says what an accepted member is', async () => {
    expect(await check(pupil)).toEqual({
      is_member: true,
      group_role: 'member',
      membership_types: ['HasLicenses'],
    });
    expect(await check(pupil, { membership_type: 'HasLicenses' })).toMatchObject({
      is_member: true,
    });
    expect(await check(pupil, { membership_type: 'MaySupport' })).toEqual({ is_member: false });
  });

  test('nobody else is one, nor at another provider or of a group that is not there', async () => {
    const none = { is_member: false };
    expect(await check(asking)).toEqual(none);
    expect(await check(stranger)).toEqual(none);
    expect(await check(pupil, { provider_id: 'DIHK' })).toEqual(none);
    expect(await check(pupil, { group_id: 'never-was' })).toEqual(none);
  });
});
