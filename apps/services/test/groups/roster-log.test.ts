import { expect, test } from 'vitest';
import { invitedAs, readMembers } from '../../src/groups/group-row.ts';
import type { Database } from '../../src/index.ts';
import { prepareCommands, type CommandTest } from '../commands/commands.ts';
import { enrollments, manifest } from '../commands/one-roster-samples.ts';
import { zipOfFiles } from '../commands/zip-archive.ts';
import { linkSubject } from '../platform.ts';
import { insertRows, rowsOf } from '../rows.ts';

const header = 'subject,given_name,role,class\n';

async function importing(command: CommandTest, rows: string): Promise<void> {
  const file = await command.write({ 'roster.csv': header + rows });
  const { code, notes } = await command.run('import-users', '--source', '4711', file);
  expect([code, notes]).toEqual([0, expect.any(String)]);
}

/** The transactions of the only group there is. */
async function logOf(database: Database) {
  const log = await database
    .selectFrom('gres.transactions')
    .select(['transaction_index', 'changes', 'made_by', 'made_at'])
    .orderBy('transaction_index')
    .execute();
  const groups = await database.selectFrom('gres.groups').selectAll().execute();
  expect(groups).toHaveLength(1);
  expect(log.map(({ transaction_index }) => transaction_index)).toEqual(
    Array.from({ length: groups[0]!.transaction_index }, (_, index) => index + 1),
  );
  return log;
}

test('each import that changes a class is one transaction of it', async () => {
  const command = await prepareCommands();
  const { database } = command;
  await importing(command, 'anna,Anna,teacher,5b\nmia,Mia,student,5b\n');
  const [first] = await logOf(database);
  expect(first).toMatchObject({
    made_by: null,
    changes: [
      { change_type: 'GROUP_CREATED', name: '5b', join_policy: 'on_request' },
      {
        change_type: 'MEMBERSHIP_ACCEPTED',
        subject: 'anna',
        group_role: 'leader',
        membership_types: ['HasLicenses'],
      },
      { change_type: 'MEMBERSHIP_ACCEPTED', subject: 'mia', group_role: 'member' },
    ],
  });
  const members = await rowsOf(database, 'gres.members').get('subject', 'changed_at');
  expect(members.map(({ changed_at }) => changed_at)).toEqual([first!.made_at, first!.made_at]);

  await importing(command, 'anna,Anna,teacher,5b\nmia,Mia,student,5b\n');
  expect(await logOf(database)).toHaveLength(1);

  await importing(command, 'ben,Ben,student,5b\nmia,Mia,teacher,5b\n');
  expect((await logOf(database))[1]).toMatchObject({
    changes: [
      { change_type: 'MEMBERSHIP_ACCEPTED', subject: 'ben' },
      { change_type: 'MEMBERSHIP_SET', subject: 'mia', group_role: 'leader' },
    ],
  });
});

test('both tables of memberships say the same', async () => {
  const command = await prepareCommands();
  const { database } = command;
  await importing(command, 'anna,Anna,teacher,5b\nmia,Mia,student,5b\n');
  await importing(command, 'mia,Mia,teacher,5b\nben,Ben,student,5b\n');
  const columns = [
    'group_id',
    'subject',
    'group_role',
    'membership_state',
    'membership_types',
  ] as const;
  const [byGroup, bySubject] = await Promise.all(
    (['gres.members', 'gres.subject_groups'] as const).map((table) =>
      database.selectFrom(table).select(columns).orderBy('subject').execute(),
    ),
  );
  expect(byGroup).toHaveLength(3);
  expect(bySubject).toEqual(byGroup);
});

test('row 63: one who is in too many groups is left out and named, and nobody else', async () => {
  const command = await prepareCommands();
  const { database } = command;
  await database
    .insertInto('gres.subject_groups')
    .values(
      Array.from({ length: 499 }, (_, index) => ({
        subject: 'mia',
        group_id: `other-${index}`,
        group_role: 'member' as const,
        membership_state: 'accepted' as const,
        membership_types: [],
      })),
    )
    .execute();
  const file = await command.write({
    'roster.csv': `${header}anna,Anna,teacher,5b\nmia,Mia,student,5b;5c;5d\nben,Ben,student,5d\n`,
  });
  const membersIn = async () => {
    const { count } = await database
      .selectFrom('gres.members')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  };
  const first = await command.run('import-users', '--source', '4711', file);
  expect([first.code, first.notes]).toEqual([3, '']);
  expect(first.output).toContain('more than 500 groups:\n  roster.csv, line 3: mia\n  roster.csv');
  expect(first.output).toContain('Imported, but for 2 memberships that are left out.');
  expect(await membersIn()).toBe(3);
  const again = await command.run('import-users', '--source', '4711', file);
  expect(again.code).toBe(3);
  expect(again.output).toContain('Nothing had to change, but for 2 memberships');
  expect(await membersIn()).toBe(3);
});

test('who has asked to join is accepted where the school says so', async () => {
  const command = await prepareCommands();
  const { database } = command;
  await importing(command, 'anna,Anna,teacher,5b\n');
  const { group_id } = await rowsOf(database, 'gres.groups').one('group_id');
  const asking = {
    group_id,
    subject: 'mia',
    group_role: 'member',
    membership_state: 'requested',
    membership_types: [],
  } as const;
  await database
    .insertInto('gres.members')
    .values({ ...asking, membership_types: [], display_name: 'Mia K.', origin: 'self' })
    .execute();
  await insertRows(database, 'gres.subject_groups', { ...asking, membership_types: [] });
  await importing(command, 'mia,Mia,student,5b\n');
  expect((await logOf(database))[1]?.changes).toEqual([
    {
      change_type: 'MEMBERSHIP_ACCEPTED',
      subject: 'mia',
      group_role: 'member',
      membership_types: ['HasLicenses'],
    },
  ]);
  // Only mia came by its own act; a roster's word is no act of those whom it names.
  const members = await rowsOf(database, 'gres.members', {}, 'subject').get('subject', 'origin');
  expect(members).toEqual([
    { subject: 'anna', origin: 'school' },
    { subject: 'mia', origin: 'self' },
  ]);
});

test('a class that was deleted and is in the file begins anew, and its log goes on', async () => {
  const command = await prepareCommands();
  const { database } = command;
  await importing(command, 'anna,Anna,teacher,5b\n');
  await rowsOf(database, 'gres.groups').set({ deleted_at: new Date(), transaction_index: 2 });
  const { group_id } = await rowsOf(database, 'gres.groups').one('group_id');
  await insertRows(database, 'gres.transactions', {
    group_id,
    transaction_index: 2,
    changes: JSON.stringify([{ change_type: 'GROUP_DELETED' }]),
  });
  await database.deleteFrom('gres.members').execute();
  await importing(command, 'anna,Anna,teacher,5b\n');
  expect((await logOf(database))[2]?.changes).toMatchObject([
    { change_type: 'GROUP_CREATED', name: '5b' },
    { change_type: 'MEMBERSHIP_ACCEPTED', subject: 'anna', group_role: 'leader' },
  ]);
  const group = await rowsOf(database, 'gres.groups').one('deleted_at');
  expect(group.deleted_at).toBeNull();
});

/** A file of changes that takes a teacher out of a class. */
const goingTeacher = {
  'manifest.csv': manifest('1.1', { users: 'absent', classes: 'absent', enrollments: 'delta' }),
  'enrollments.csv': enrollments('e1,tobedeleted,2026-11-27T08:00:00Z,5b,s1,anna,teacher,,,'),
};

test.each<[string, Record<string, string | Uint8Array>, string]>([
  [
    'makes a leader a member',
    { 'roster.csv': `${header}anna,Anna,student,5b\n` },
    'MEMBERSHIP_SET',
  ],
  ['takes a leader out', { 'delta.zip': zipOfFiles(goingTeacher) }, 'MEMBERSHIP_REVOKED'],
])('row 111: a roster that %s ends its invitations to lead', async (_what, files, change) => {
  const command = await prepareCommands();
  const { database } = command;
  await importing(
    command,
    'anna,Anna,teacher,5b;5c\nberta,Berta,teacher,5b;5c\nmia,Mia,student,5b\nben,Ben,student,5b\n',
  );
  const groups = await database.selectFrom('gres.groups').select(['group_id', 'name']).execute();
  const idOf = (named: string) => groups.find(({ name }) => name === named)!.group_id;
  const invited_until = new Date(Date.now() + 86_400_000);
  const tables = ['gres.members', 'gres.subject_groups'] as const;
  const invite = async (
    subject: string,
    group_role: 'leader' | 'member',
    invited_by: string | null,
    name = '5b',
  ) => {
    const invited = {
      group_id: idOf(name),
      subject,
      group_role,
      membership_state: 'invited' as const,
      membership_types: [],
      invited_until,
      invited_by,
    };
    await insertRows(database, 'gres.members', { ...invited, origin: 'leader' });
    await database.insertInto('gres.subject_groups').values(invited).execute();
  };
  await invite('friend', 'leader', 'anna');
  await invite('colleague', 'leader', 'berta');
  await invite('pupil', 'member', null);
  await invite('elsewhere', 'leader', 'anna', '5c');
  for (const [subject, invited_by] of [
    ['mia', 'anna'],
    ['ben', 'berta'],
  ] as const) {
    for (const table of tables) {
      await database
        .updateTable(table)
        .set({ invited_until, invited_by })
        .where('subject', '=', subject)
        .execute();
    }
  }
  const invited = async (name = '5b') =>
    [...(await readMembers(database, idOf(name))).values()]
      .filter((member) => invitedAs(member))
      .map(({ subject }) => subject);
  expect(await invited()).toEqual(['ben', 'colleague', 'friend', 'mia', 'pupil']);

  const file = await command.write(files);
  const { code } = await command.run('import-users', '--source', '4711', file);
  expect(code).toBe(0);
  expect(await invited()).toEqual(['ben', 'colleague', 'pupil']);
  expect(await invited('5c')).toEqual(['elsewhere']);
  const last = await database
    .selectFrom('gres.transactions')
    .select(['group_id', 'changes'])
    .where('transaction_index', '=', 2)
    .execute();
  expect(last).toMatchObject([
    { group_id: idOf('5b'), changes: [{ change_type: change, subject: 'anna' }] },
  ]);
  const again = await command.run('import-users', '--source', '4711', file);
  expect(again.output).toContain('Nothing had to change.');
});

test('row 124: a roster that names Lena Huber takes her name from a member that has chosen it', async () => {
  const command = await prepareCommands();
  const { database } = command;
  const named = 'subject,given_name,family_name,role,class\n';
  const take = async (rows: string) => {
    const file = await command.write({ 'roster.csv': named + rows });
    return command.run('import-users', '--source', '4711', file);
  };
  await take('anna,Anna,Frei,teacher,5b\nmia,Mia,Keller,student,5b\nben,Ben,Rot,student,5b\n');
  await rowsOf(database, 'gres.members', { subject: ['mia', 'ben'] }).set({
    display_name: 'LENA Huber',
  });
  // Ben goes from pupil to teacher by the same file.
  const rows = 'lena,Lena,Huber,student,5b\nben,Ben,Rot,teacher,5b\n';
  const { output } = await take(rows);
  expect(output).toContain('memberships 1 created, 1 changed, 0 removed, 1 renamed, 0 unchanged');
  const members = await database
    .selectFrom('gres.members')
    .select(['subject', 'display_name', 'group_role', 'changed_at'])
    .orderBy('subject')
    .execute();
  expect(members).toMatchObject([
    { subject: 'anna' },
    { subject: 'ben', display_name: null, group_role: 'leader' },
    { subject: 'lena', group_role: 'member' },
    { subject: 'mia', display_name: null, group_role: 'member' },
  ]);
  const last = (await logOf(database)).at(-1)!;
  expect(last.changes).toEqual([
    expect.objectContaining({ change_type: 'MEMBERSHIP_SET', subject: 'ben' }),
    expect.objectContaining({ change_type: 'MEMBERSHIP_ACCEPTED', subject: 'lena' }),
    {
      change_type: 'MEMBERSHIP_SET',
      subject: 'mia',
      group_role: 'member',
      membership_types: ['HasLicenses'],
    },
  ]);
  expect(members.slice(1).map(({ changed_at }) => changed_at)).toEqual(
    Array.from({ length: 3 }, () => last.made_at),
  );
  expect((await take(rows)).output).toContain('Nothing had to change.');
});

test('row 123: invitations and requests fill no class; what is full leaves the rest of the school alone', async () => {
  const command = await prepareCommands();
  const { database } = command;
  await importing(command, 'anna,Anna,teacher,5b\n');
  const { group_id } = await rowsOf(database, 'gres.groups').one('group_id');
  const fill = (membership_state: 'invited' | 'requested' | 'accepted', count: number) =>
    database
      .insertInto('gres.members')
      .values(
        Array.from({ length: count }, (_, index) => ({
          group_id,
          subject: `${membership_state}-${index}`,
          group_role: 'member' as const,
          membership_state,
          membership_types: [],
          origin: membership_state === 'invited' ? ('leader' as const) : ('self' as const),
          invited_until: membership_state === 'invited' ? new Date(Date.now() + 86_400_000) : null,
        })),
      )
      .execute();
  await fill('invited', 500);
  await fill('requested', 500);
  await importing(command, 'ben,Ben,student,5b\n');
  await fill('accepted', 497);
  const rows = `${header}mia,Mia,student,5b\nrequested-0,Noah,student,5b\ninvited-0,Pia,student,5b;5c\n`;
  const file = await command.write({ 'roster.csv': rows });
  const { code, output } = await command.run('import-users', '--source', '4711', file);
  expect(code).toBe(3);
  expect(output).toContain(
    'no more than 500 members:\n  roster.csv, line 3: requested-0\n  roster.csv, line 4: invited-0\n',
  );
  const inClasses = await database
    .selectFrom('gres.members')
    .select(['subject', 'membership_state'])
    .where('subject', 'in', ['mia', 'requested-0', 'invited-0'])
    .orderBy('subject')
    .orderBy('membership_state')
    .execute();
  expect(inClasses.map((row) => Object.values(row).join(' '))).toEqual([
    'invited-0 accepted',
    'invited-0 invited',
    'mia accepted',
    'requested-0 requested',
  ]);
});

test.each<[string, Record<string, string | Uint8Array>, string[]]>([
  [
    'makes a leader a member',
    { 'roster.csv': `${header}anna,Anna,student,5b\n` },
    ['anna member', 'anna-today member', 'berta leader'],
  ],
  ['takes a leader out', { 'delta.zip': zipOfFiles(goingTeacher) }, ['berta leader']],
])('row 121: a roster that %s does so under former names, too', async (_what, files, left) => {
  const command = await prepareCommands();
  const { database } = command;
  await importing(command, 'anna,Anna,teacher,5b\nberta,Berta,teacher,5b\n');
  await linkSubject(database, 'anna', 'anna-today');
  const file = await command.write(files);
  expect((await command.run('import-users', '--source', '4711', file)).code).toBe(0);
  const members = await database
    .selectFrom('gres.members')
    .select(['subject', 'group_role'])
    .orderBy('subject')
    .execute();
  expect(members.map(({ subject, group_role }) => `${subject} ${group_role}`)).toEqual(left);
});
