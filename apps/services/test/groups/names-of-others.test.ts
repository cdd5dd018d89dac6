import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { groupsSubjectData } from '../../src/groups/subject-data.ts';
import { codeOf, makeBeforeEach, startBeforeAll } from '../platform.ts';
import { startSchool, type Person } from './people.ts';
import { insertRows, rowsOf } from '../rows.ts';

/* How members call themselves, and what they are told of from before they came. */

const school = startBeforeAll(startSchool);
let group_id: string;

const teacher = makeBeforeEach(() => school.newPerson('teacher'));
const mia = makeBeforeEach(() => school.newPerson());
const ben = makeBeforeEach(() => school.newPerson());
beforeEach(async () => {
  group_id = await school.newGroup(teacher, { join_policy: 'open' });
  await school.enrol(teacher, group_id, mia);
  await callIn(mia, 'Mia K.');
  await school.platform.database
    .insertInto('aua.users')
    .values({ subject: teacher.subject, given_name: 'Lea', family_name: 'Frei' })
    .execute();
});

const callIn = ({ gres, subject }: Person, display_name: string) =>
  gres.usersUpdate({ body: { subject, group_id, display_name } });
const joinAs = async ({ gres, subject }: Person, display_name: string) => {
  const { group } = await school.inspect(teacher, group_id);
  return gres.groupsJoin({ body: { subject, join_code: group.join_code!, display_name } });
};

test.each([
  ['\u202Eneb\u202C', 'neb'],
  ['Ben \u2067F.\u2069', 'Ben F.'],
  ['بن \u200f(ب)', 'بن \u200f(ب)'],
  ['e\u202E\u0301', 'é'],
])('row 141: a name turns no text after it round: %j', async (name, seen) => {
  await joinAs(ben, name);
  const { memberships } = await school.inspect(teacher, group_id);
  const own = memberships.find(({ subject }) => subject === ben.subject);
  expect(own?.display_name).toBe(seen);
});

test('row 141: nor does a name that the platform knows; without such signs it may be none', async () => {
  const knownAs = async (given_name: string, family_name: string | null = null) => {
    await school.platform.database
      .insertInto('aua.users')
      .values({ subject: ben.subject, given_name, family_name })
      .onConflict((known) => known.column('subject').doUpdateSet({ given_name, family_name }))
      .execute();
    const { memberships } = await school.inspect(teacher, group_id);
    return memberships.find(({ subject }) => subject === ben.subject)?.known_name;
  };
  await school.enrol(teacher, group_id, ben);
  expect(await knownAs('\u202Eneb')).toBe('neb');
  expect(await knownAs('\u202E')).toBeUndefined();
  // Providers send such names, too, which would be a box without a label.
  for (const unseen of ['', '  ', '\u200B', '\u00A0\u2800', '\u200F\u2066'])
    expect(await knownAs(unseen), JSON.stringify(unseen)).toBeUndefined();
  expect(await knownAs(' ', 'Frei')).toBe('Frei');
  expect(await knownAs(' Ben\u200B ', '\u3000Frei ')).toBe('Ben Frei');
  expect(await knownAs('نرگس\u200cخاتون')).toBe('نرگس\u200cخاتون');
});

describe('row 147: a name', () => {
  const closed = () =>
    rowsOf(school.platform.database, 'gres.groups', { group_id }).set({
      join_policy: 'on_request',
    });
  const nameOf = async (who: Person) => {
    const { memberships } = await school.inspect(teacher, group_id);
    return memberships.find(({ subject }) => subject === who.subject)?.display_name;
  };

  test('draws over no other line, however many marks it comes with', async () => {
    await closed();
    await joinAs(ben, `Ben${'\u0301\u034f'.repeat(120)}`);
    expect((await nameOf(ben))!.normalize('NFD').match(/\p{M}/gu)!.length).toBeLessThan(6);
  });

  test('that nobody sees is none, be it of one who asks, joins, makes a group, or is invited', async () => {
    await joinAs(ben, '\u200b\u2800');
    expect(await nameOf(ben)).toBeUndefined();
    expect(await codeOf(callIn(ben, '\u200b'))).toBe('DISPLAY_NAME_TAKEN');
    await closed();
    const lea = await school.newPerson();
    await joinAs(lea, '\u00a0\u3164');
    expect(await nameOf(lea)).toBeUndefined();
    expect(await codeOf(callIn(lea, '\u3164'))).toBe('DISPLAY_NAME_TAKEN');
    expect(await codeOf(callIn(lea, 'Lea'))).toBeUndefined();
    const tim = await school.newPerson();
    await teacher.gres.groupsAddMemberships({
      body: {
        group_id,
        memberships: [
          {
            subject: tim.subject,
            group_role: 'member',
            membership_types: [],
            display_name: '\u034f',
          },
        ],
      },
    });
    expect(await nameOf(tim)).toBeUndefined();
  });
});

test('row 141: a name of nothing but signs that turn text is refused', async () => {
  expect(await codeOf(joinAs(ben, '\u202E'))).toBe('REQUEST_INVALID');
});

describe('row 148: the name of a class', () => {
  const nameOf = async () => (await school.inspect(teacher, group_id)).group.name;
  const rename = (name: string) =>
    teacher.gres.transactionsCreateNew({
      body: {
        group_id,
        transaction_id: randomUUID(),
        changes: [{ change_type: 'GROUP_NAME_SET', name }],
      },
    });

  test('turns no text after it round, and draws over no other line', async () => {
    await rename(`\u202E6a${'\u0301'.repeat(240)}`);
    expect(await nameOf()).toBe(`6á${'\u0301'.repeat(4)}`);
    group_id = await school.newGroup(teacher, { name: '\u20676b' });
    expect(await nameOf()).toBe('6b');
  });

  test.each(['\u200b\u2800', ' ', '\u202E', '\ufffc\u{1d159}'])(
    'that nobody sees is refused: %j',
    async (name) => {
      expect(await codeOf(rename(name))).toBe('REQUEST_INVALID');
      expect(await codeOf(school.newGroup(teacher, { name }))).toBe('REQUEST_INVALID');
    },
  );
});

describe.each([
  ['who is in it', async () => school.enrol(teacher, group_id, ben), callIn],
  ['who joins it', async () => {}, joinAs],
] as const)('row 86: in a group, %s', (_who, come, call) => {
  test.each<readonly [string, string]>([
    ['as a member is called there', 'Mia K.'],
    ['so, in another case', 'MIA k.'],
    ...[
      ['a space without width', '\u200b'],
      ['the end of a direction of writing', '\u202e'],
      ['a direction of its own', '\u2066'],
      ['a joiner of signs', '\u034f'],
      ['a variant of a sign', '\ufe0f'],
      ['a filler of Korean', '\u3164'],
      ['a tag', '\u{e0020}'],
      ['no dots of Braille', '\u2800'],
      ['the place of an object', '\ufffc'],
      ['a blank of hieroglyphs', '\u{13441}'],
      ['half a blank of hieroglyphs', '\u{13442}'],
      ['a filler of Khitan', '\u{16fe4}'],
      ['a notehead without a head', '\u{1d159}'],
    ].map(([name, sign]) => [`so, with ${name}`, `M${sign}ia\u00a0 K.`] as const),
    ['as the platform knows a leader', 'Lea Frei'],
  ])('does not call itself %s', async (_name, name) => {
    await come();
    expect(await codeOf(call(ben, name))).toBe('DISPLAY_NAME_TAKEN');
    expect(await codeOf(call(ben, 'Ben'))).toBeUndefined();
  });

  test.each([
    ['Jo Groß', 'JO GROẞ'],
    ['Jo Gross', 'Jo Groẞ'],
    ['Ioΐ', 'Ioΐ'.toUpperCase()],
  ])('does not call itself as %s in other letters: %s', async (owned, name) => {
    await callIn(mia, owned);
    await come();
    expect(await codeOf(call(ben, name))).toBe('DISPLAY_NAME_TAKEN');
  });

  test('goes by the own name, also where somebody else has it', async () => {
    await school.platform.database
      .insertInto('aua.users')
      .values({ subject: ben.subject, given_name: 'Lea', family_name: 'Frei' })
      .execute();
    await come();
    expect(await codeOf(call(ben, 'Lea Frei'))).toBeUndefined();
  });
});

describe('row 91: whoever is in a group by name', () => {
  const types: 'HasLicenses'[] = ['HasLicenses'];
  const askAs = async (who: Person, display_name: string) => {
    const { group } = await school.inspect(teacher, group_id);
    return who.gres.groupsJoin({
      body: { subject: who.subject, join_code: group.join_code!, display_name },
    });
  };
  const close = () =>
    rowsOf(school.platform.database, 'gres.groups', { group_id }).set({
      join_policy: 'on_request',
    });
  const letIn = async (...who: readonly Person[]) => {
    const memberships = who.map(({ subject }) => ({ subject, membership_types: types }));
    const { results } = await teacher.gres.groupsAcceptMemberships({
      body: { group_id, memberships },
    });
    return results.map(({ membership }) => membership?.display_name);
  };
  const nameIn = async ({ subject }: Person) => {
    const { memberships } = await school.inspect(teacher, group_id);
    return memberships.find((membership) => membership.subject === subject)?.display_name;
  };
  const invite = (who: Person, display_name: string) =>
    teacher.gres.groupsAddMemberships({
      body: {
        group_id,
        memberships: [
          { subject: who.subject, group_role: 'member', membership_types: types, display_name },
        ],
      },
    });

  test.each([
    ['as a member is called', 'Mia K.'],
    ['as the platform knows a leader', 'Lea Frei'],
    ['as nobody is', 'Niemand'],
  ])('is not told to who only asks, calling itself %s', async (_who, name) => {
    await close();
    const { membership } = await askAs(ben, name);
    expect(membership).toMatchObject({ membership_state: 'requested', display_name: name });
    expect(await codeOf(callIn(ben, 'Ben'))).toBeUndefined();
    expect(await codeOf(callIn(ben, name))).toBeUndefined();
  });

  test('who is invited is not told to members', async () => {
    const invited = await school.newPerson();
    await invite(invited, 'Ida');
    await school.enrol(teacher, group_id, ben);
    expect(await codeOf(callIn(ben, 'Ida'))).toBeUndefined();
    await invited.gres.groupsAcceptMemberships({
      body: { group_id, memberships: [{ subject: invited.subject, membership_types: [] }] },
    });
    expect([await nameIn(ben), await nameIn(invited)]).toEqual(['Ida', undefined]);
  });

  test('has none of another one, whoever lets it in', async () => {
    await close();
    await askAs(ben, 'Mia K.');
    expect(await letIn(ben)).toEqual([undefined]);
    const [other, third] = await Promise.all([school.newPerson(), school.newPerson()]);
    await askAs(other, 'Tim');
    await askAs(third, 'TIM');
    expect(await letIn(other, third)).toEqual(['Tim', undefined]);
    const log = await teacher.gres.transactionsGetAfterIndex({
      body: { subject: teacher.subject, group_id, after_index: 0 },
    });
    expect(JSON.stringify(log.transactions.at(-1)!.changes)).not.toContain('TIM');
  });

  test('has none of another one by a leader either', async () => {
    await close();
    const code = async (who: Person) => askAs(who, 'Ben');
    await code(ben);
    await invite(ben, 'Mia K.');
    expect(await nameIn(ben)).toBeUndefined();
    const invited = await school.newPerson();
    await invite(invited, 'Mia K.');
    const { group } = await school.inspect(teacher, group_id);
    await invited.gres.groupsJoin({
      body: { subject: invited.subject, join_code: group.join_code! },
    });
    expect(await nameIn(invited)).toBeUndefined();
  });
});

describe('row 124: a member that calls itself as nobody there is', () => {
  const lena = { given_name: 'Lena', family_name: 'Huber' };
  const types: 'HasLicenses'[] = ['HasLicenses'];
  const isKnownAs = ({ subject }: Person, name: object) =>
    insertRows(school.platform.database, 'aua.users', { subject, ...name });
  const owner = makeBeforeEach(() => school.newPerson());
  beforeEach(async () => {
    await isKnownAs(owner, lena);
    await school.enrol(teacher, group_id, ben);
    const sharings = [{ course_id: 'wasser', issue_id: '1', sharing_types: ['Notes' as const] }];
    await ben.gres.usersUpdate({ body: { subject: ben.subject, group_id, sharings } });
    await callIn(ben, 'lena  HUBER');
  });
  const seenOf = async ({ subject }: Person, by = mia) => {
    const { memberships } = await school.inspect(by, group_id);
    return memberships.find((membership) => membership.subject === subject);
  };
  const ofOne = ({ subject }: Person) => ({
    body: { group_id, memberships: [{ subject, membership_types: types }] },
  });
  const join = async (who: Person) => {
    const { group } = await school.inspect(teacher, group_id);
    return who.gres.groupsJoin({ body: { subject: who.subject, join_code: group.join_code! } });
  };
  const ask = async (who: Person) => {
    const policy = (join_policy: 'on_request' | 'open') =>
      rowsOf(school.platform.database, 'gres.groups', { group_id }).set({ join_policy });
    await policy('on_request');
    await join(who);
    await policy('open');
  };
  const add = (by: Person, who: Person) =>
    by.gres.groupsAddMemberships({
      body: {
        group_id,
        memberships: [{ subject: who.subject, group_role: 'member', membership_types: types }],
      },
    });

  test.each<[string, ...(() => Promise<unknown>)[]]>([
    ['joins by the code', () => join(owner)],
    ['joins by the code under that name', () => joinAs(owner, 'Lena Huber')],
    ['accepts an invitation', () => school.enrol(teacher, group_id, owner)],
    ['is invited, and joins by the code', () => add(teacher, owner), () => join(owner)],
    [
      'has asked, and is let in',
      () => ask(owner),
      () => teacher.gres.groupsAcceptMemberships(ofOne(owner)),
    ],
    ['has asked, and is added', () => ask(owner), () => add(teacher, owner)],
    [
      'is added by the school',
      () =>
        rowsOf(school.platform.database, 'aua.user_roles', { subject: teacher.subject }).delete(),
      async () => add(await school.newPerson('administrator'), owner),
    ],
    [
      'is linked with a member',
      async () => {
        const former = await school.newPerson();
        await school.enrol(teacher, group_id, former);
        await school.platform.database
          .transaction()
          .execute((transaction) =>
            groupsSubjectData.move(transaction, former.subject, owner.subject),
          );
      },
    ],
  ])('gives the name up where its owner %s', async (_how, ...steps) => {
    for (const step of steps) await step();
    const [borrower, real] = [await seenOf(ben), await seenOf(owner)];
    expect([borrower?.membership_state, borrower?.display_name]).toEqual(['accepted', undefined]);
    expect(real?.membership_state).toBe('accepted');
    const { transactions } = await mia.gres.transactionsGetAfterIndex({
      body: { subject: mia.subject, group_id, after_index: 0 },
    });
    const changes = transactions
      .at(-1)!
      .changes.filter((change) => 'subject' in change && change.subject === ben.subject);
    expect(changes).toMatchObject([{ change_type: 'MEMBERSHIP_SET' }]);
    expect(changes[0]).not.toHaveProperty('display_name');
    expect(transactions.at(-1)!.made_at).toBe(borrower?.changed_at);
    expect((await seenOf(ben, ben))?.sharings).toHaveLength(1);
    expect(await codeOf(callIn(ben, 'Lena Huber'))).toBe('DISPLAY_NAME_TAKEN');
    expect(await codeOf(callIn(owner, 'Lena Huber'))).toBeUndefined();
  });

  test.each<[string, () => Promise<unknown>]>([
    ['only asks', () => ask(owner)],
    ['is only invited', () => add(teacher, owner)],
    [
      'is known by another name',
      async () => {
        const other = await school.newPerson();
        await isKnownAs(other, { given_name: 'Lena', family_name: 'Hubert' });
        await join(other);
      },
    ],
  ])('keeps it where somebody comes who %s', async (_how, come) => {
    await come();
    expect((await seenOf(ben))?.display_name).toBe('lena  HUBER');
  });

  test('keeps it where it is known by that name itself', async () => {
    await isKnownAs(ben, lena);
    await join(owner);
    expect((await seenOf(ben))?.display_name).toBe('lena  HUBER');
  });

  test('does not come by it together with its owner', async () => {
    const third = await school.newPerson();
    await callIn(ben, 'Ben');
    const { group } = await school.inspect(teacher, group_id);
    await ask(owner);
    await rowsOf(school.platform.database, 'gres.groups', { group_id }).set({
      join_policy: 'on_request',
    });
    await third.gres.groupsJoin({
      body: { subject: third.subject, join_code: group.join_code!, display_name: 'Lena Huber' },
    });
    const memberships = [third, owner].map(({ subject }) => ({ subject, membership_types: types }));
    await teacher.gres.groupsAcceptMemberships({ body: { group_id, memberships } });
    expect((await seenOf(third))?.display_name).toBeUndefined();
  });
});

describe('row 87: the log of a group', () => {
  const logFor = async ({ gres, subject }: Person) => {
    const { transactions } = await gres.transactionsGetAfterIndex({
      body: { subject, group_id, after_index: 0 },
    });
    return transactions;
  };

  test('tells a member nothing of what was before it came, not even who was there', async () => {
    await mia.gres.groupsRevokeMemberships({
      body: { group_id, memberships: [{ subject: mia.subject }] },
    });
    await school.enrol(teacher, group_id, ben);
    const log = await logFor(ben);
    const all = await logFor(teacher);
    expect(log.map((transaction) => transaction.transaction_index)).toEqual(
      all.map((transaction) => transaction.transaction_index),
    );
    const own = log.flatMap(({ changes }) => changes);
    expect(own.map((change) => change.change_type)).toEqual([
      'MEMBERSHIP_INVITED',
      'MEMBERSHIP_ACCEPTED',
    ]);
    expect(JSON.stringify(log)).not.toContain(mia.subject);
    expect(JSON.stringify(all)).toContain('Mia K.');
  });

  test('tells it of what is since', async () => {
    await school.enrol(teacher, group_id, ben);
    await callIn(mia, 'Mia');
    expect((await logFor(ben)).at(-1)!.changes).toMatchObject([
      { change_type: 'MEMBERSHIP_SET', subject: mia.subject, display_name: 'Mia' },
    ]);
  });
});
