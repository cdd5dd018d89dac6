import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { subjectOfPrimaryIssuer } from '../../src/authorization/primary-subjects.ts';
import { prepareCommands } from './commands.ts';
import { bulk11, classes, enrollments, manifest, users11 } from './one-roster-samples.ts';
import { groupsOf, rolesOf, userOf } from './stored.ts';
import { zipOf, zipOfFiles } from './zip-archive.ts';

/* Rosters as schools' systems and spreadsheets write them, taken as the standards mean them. */

type Files = Readonly<Record<string, string | Uint8Array>>;

/** A teacher and a pupil of one class. */
const plain = {
  'manifest.csv': manifest('1.1', bulk11),
  'users.csv': users11(
    't1,,,true,s1,teacher,t1,,Thomas,Berger,,,,,,,,',
    's1,,,true,s1,student,s1,,Jörg,Müller,,,,,,,5,',
  ),
  'classes.csv': classes('c1,,,5ä,5,k1,5b,homeroom,,s1,t1,,,'),
  'enrollments.csv': enrollments('e1,,,c1,s1,t1,teacher,,,', 'e2,,,c1,s1,s1,student,,,'),
};
const { 'manifest.csv': _manifest, ...withoutManifest } = plain;
const replaced = (files: Readonly<Record<string, string>>, from: RegExp, to: string): Files =>
  Object.fromEntries(
    Object.entries(files).map(([name, content]) => [name, content.replaceAll(from, to)]),
  );
const renamed = (prefix: string, files: Readonly<Record<string, string>> = plain) =>
  Object.fromEntries(Object.entries(files).map(([name, content]) => [prefix + name, content]));
const encoded = (encode: (content: string) => Buffer): Files =>
  Object.fromEntries(Object.entries(plain).map(([name, content]) => [name, encode(content)]));
const bigEndian = (content: string) => Buffer.from(`\u{feff}${content}`, 'utf16le').swap16();

const shapes: Readonly<Record<string, Files>> = {
  'as the standard writes it': plain,
  'without a manifest': withoutManifest,
  'a manifest of other letter case': {
    ...plain,
    'manifest.csv': manifest('v1.1', bulk11).replaceAll('bulk', 'Bulk').replace('file.', 'File.'),
  },
  'roles of other letter case': {
    ...plain,
    'users.csv': plain['users.csv'].replace('teacher', 'Teacher').replace('student', 'STUDENT'),
    'enrollments.csv': plain['enrollments.csv'].replace(',teacher', ',Teacher'),
  },
  'headers of other letter case': Object.fromEntries(
    Object.entries(plain).map(([name, content]) => [
      name,
      content.replace(/^.*$/m, (header) => header.toUpperCase()),
    ]),
  ),
  'booleans of a spreadsheet': replaced(plain, /,true,/g, ',WAHR,'),
  'booleans in capitals': replaced(plain, /,true,/g, ',TRUE,'),
  'enabledUser left empty': replaced(plain, /,true,/g, ',,'),
  'status active in bulk': replaced(plain, /^(t1|s1|c1|e1|e2),,/gm, '$1,Active,'),
  'nothing but the columns that are read': {
    'users.csv': 'sourcedId,role,givenName,familyName\nt1,teacher,,\ns1,student,Jörg,Müller\n',
    'classes.csv': 'sourcedId,title\nc1,5ä\n',
    'enrollments.csv': 'classSourcedId,userSourcedId,role\nc1,t1,teacher\nc1,s1,student\n',
  },
  'columns in another order, all quoted': {
    'users.csv':
      '"role","familyName","givenName","enabledUser","sourcedId"\n"teacher","","","true","t1"\n"student","Müller","Jörg","true","s1"\n',
    'classes.csv': '"title","sourcedId"\n"5ä","c1"\n',
    'enrollments.csv':
      '"role","userSourcedId","classSourcedId"\n"teacher","t1","c1"\n"student","s1","c1"\n',
  },
  'a row for each school of a person, and for each term of a class': {
    ...plain,
    'users.csv':
      plain['users.csv'] + plain['users.csv'].split('\r\n').at(-2)!.replace(',s1,', ',s2,'),
    'classes.csv':
      plain['classes.csv'] + plain['classes.csv'].split('\r\n').at(-2)!.replace('t1', 't2'),
  },
  'rows that end early': replaced(plain, /,+$/gm, ''),
  'rows that end late': replaced(plain, /,$/gm, ',,,,'),
  'empty columns at the end': replaced(plain, /$/gm, ',,'),
  'times where days belong': replaced(
    plain,
    /,,,$/gm,
    ',,2020-08-01T00:00:00.000Z,2999-07-31T00:00:00+02:00',
  ),
  'carriage returns': replaced(plain, /\r\n/g, '\r'),
  'line ends of both kinds': replaced(
    plain,
    /true,s1,student,s1(.*)\r\n/g,
    'true,s1,student,s1$1\n',
  ),
  semicolons: replaced(plain, /,/g, ';'),
  tabs: replaced(plain, /,/g, '\t'),
  'a line that says what separates': replaced(plain, /^(?=sourcedId|propertyName)/gm, 'sep=,\r\n'),
  'a byte order mark': replaced(plain, /^(?=sourcedId|propertyName)/gm, '\u{feff}'),
  'Windows-1252': encoded((content) => Buffer.from(content, 'latin1')),
  'UTF-16': encoded((content) => Buffer.from(`\u{feff}${content}`, 'utf16le')),
  'UTF-16, big end first': encoded(bigEndian),
  'decomposed letters': encoded((content) => Buffer.from(content.normalize('NFD'))),
  'hard spaces': replaced(plain, /Jörg|5ä/g, '\u00a0$& \u200b'),
  'a line break in an address that is not read': replaced(plain, /,5,$/gm, ',"5\r\n6",'),
  'a zip': { 'a.zip': zipOfFiles(plain) },
  'a zip of a folder': { 'a.zip': zipOfFiles(renamed('schule/')) },
  'a zip of a Mac': {
    'a.zip': zipOfFiles({
      ...renamed('schule/'),
      ...renamed('__MACOSX/schule/._'),
      'schule/.DS_Store': 'x',
    }),
  },
  'a zip with ./': { 'a.zip': zipOfFiles(renamed('./')) },
  'a zip with backslashes': {
    'a.zip': zipOf(
      Object.entries(renamed('schule\\')).map(([name, content]) => ({ name, content })),
    ),
  },
  'a zip of names in capitals': {
    'a.zip': zipOfFiles(
      Object.fromEntries(Object.entries(plain).map(([name, text]) => [name.toUpperCase(), text])),
    ),
  },
  'a folder in the folder': renamed('schule/'),
  '1.2, with its roles in other letter case': {
    'users.csv': 'sourcedId,enabledUser,givenName,familyName\nt1,True,,\ns1,True,Jörg,Müller\n',
    'roles.csv': 'userSourcedId,roleType,role\nt1,Primary,Teacher\ns1,Primary,Student\n',
    'classes.csv': plain['classes.csv'],
    'enrollments.csv': plain['enrollments.csv'],
  },
};
test.for(Object.entries(shapes))('a OneRoster is taken: %s', async ([, files]) => {
  const { database, folder, run, write } = await prepareCommands();
  const last = await write(files);
  const outcome = await run('import-users', last.endsWith('.zip') ? last : folder);
  expect(outcome).toMatchObject({ code: 0, notes: '' });
  expect(await rolesOf(database)).toEqual({ s1: ['student'], t1: ['teacher'] });
  expect(await groupsOf(database)).toEqual({ '5ä': { s1: 'member', t1: 'leader' } });
  expect(await userOf(database, 's1')).toMatchObject({ given_name: 'Jörg', family_name: 'Müller' });
});

const list =
  'subject,given_name,family_name,email,role,class\r\ns1,Zoë,Größer,zoe@schule.example,student,5ä\r\n';
const semicolons = list.replaceAll(',', ';');

const lists: Readonly<Record<string, string | Uint8Array>> = {
  'as a text editor writes it': list.replaceAll('\r', ''),
  'a line that says what separates': `sep=;\r\n${semicolons}`,
  'a byte order mark, and a line that says what separates': `\u{feff}sep=;\r\n${semicolons}`,
  'a byte order mark and semicolons': `\u{feff}${semicolons}`,
  tabs: list.replaceAll(',', '\t'),
  'UTF-16 with tabs, as spreadsheets call Unicode': Buffer.from(
    `\u{feff}${list.replaceAll(',', '\t')}`,
    'utf16le',
  ),
  'Windows-1252': Buffer.from(semicolons, 'latin1'),
  'decomposed letters': list.normalize('NFD'),
  'empty columns at the end': list.replaceAll('\r', ',,\r'),
  'empty rows at the end': `${list},,,,,\r\n,,,,,\r\n`,
  'carriage returns': list.replaceAll('\r\n', '\r'),
  'line ends of both kinds': list.replace('\r', ''),
  'no line end at the end': list.trimEnd(),
  'names of columns in other letter case': list.replace('subject,given', 'Subject,Given'),
  'a role in other letter case': list.replace('student', 'Student'),
  'hard spaces': list.replaceAll(/Zoë|Größer|5ä/g, '\u00a0$& \u00a0'),
  'a byte order mark in the middle': list.replace('s1', '\u{feff}s1'),
  'two files in one, each with its header': `${list}${list.replace('subject', 'Subject')}`,
  'two files in one, whose columns have another order': `${list}family_name,email,subject,given_name\r\nGrößer,zoe@schule.example,s1,Zoë\r\n`,
  'two files in one, each with a byte order mark and quotes':
    `\u{feff}"${list.replace(',', '",')}`.repeat(2),
};

test.for(Object.entries(lists))('a list is taken: %s', async ([, content]) => {
  const { database, run, write } = await prepareCommands();
  const path = await write({ 'a.csv': content });
  const outcome = await run('import-users', '--source', '4711', path);
  expect(outcome).toMatchObject({ code: 0, notes: '' });
  expect(await userOf(database, 's1')).toMatchObject({
    given_name: 'Zoë',
    family_name: 'Größer',
    email: 'zoe@schule.example',
  });
  expect(await rolesOf(database)).toEqual({ s1: ['student'] });
  expect(await groupsOf(database)).toEqual({ '5ä': { s1: 'member' } });
});

test('an encoding that was guessed is said, with a word to judge it by', async () => {
  const { run, write } = await prepareCommands();
  const path = await write({ 'a.csv': Buffer.from(semicolons, 'latin1') });
  const { output } = await run('import-users', '--dry-run', '--source', '4711', path);
  expect(output).toContain('a.csv: is read as Windows-1252, where it has the word "Zoë"');
});

const windows1252: Readonly<Record<string, readonly [row: string, name: string, group: string]>> = {
  'a letter at the end of the file': ['s1,J\u00fcrg,Andr\u00e9', 'Jürg', 'André'],
  'a capital with a caron': ['s1,\u008aaric,\u008eABA\r\n', 'Šaric', 'ŽABA'],
  'a capital with a caron in capitals': ['s1,KO\u008aIR,5b\r\n', 'KOŠIR', '5b'],
  'small letters of Windows-1252 beside an accent': [
    's1,Bo\u009ako \u00c9,\u009cuvre \u009e\u009f\u008c\r\n',
    'Boško É',
    'œuvre žŸŒ',
  ],
  'ordinals and a degree': ['s1,1\u00b0,1\u00aa B 2\u00ba\r\n', '1°', '1ª B 2º'],
  'an apostrophe behind an accent': ['s1,Ren\u00e9\u0092s,5b\r\n', 'René’s', '5b'],
};

test.for(Object.entries(windows1252))('Windows-1252 is taken: %s', async ([, given]) => {
  const [row, name, group] = given;
  const { database, run, write } = await prepareCommands();
  const content = Buffer.from(`subject,given_name,class\r\n${row}`, 'latin1');
  const outcome = await run('import-users', '--source', '4711', await write({ 'a.csv': content }));
  expect(outcome).toMatchObject({ code: 0, notes: '' });
  const word = `${name} ${group}`.split(/[ ’]/).find((part) => /[^\u0020-\u007e]/.test(part));
  expect(outcome.output).toContain(`is read as Windows-1252, where it has the word "${word}`);
  expect(await userOf(database, 's1')).toMatchObject({ given_name: name });
  expect(await groupsOf(database)).toEqual({ [group]: { s1: 'member' } });
});

test('two files of one class, one of them with decomposed letters, make one group', async () => {
  const { database, run, write } = await prepareCommands();
  const other = list.replace('s1', 's2').normalize('NFD');
  await run('import-users', '--source', '4711', await write({ 'a.csv': list }));
  await run('import-users', '--source', '4711', await write({ 'b.csv': other }));
  expect(await groupsOf(database)).toEqual({ '5ä': { s1: 'member', s2: 'member' } });
});

test('a class that an earlier version imported in decomposed letters keeps its group', async () => {
  const { database, run, write } = await prepareCommands();
  await run('import-users', '--source', '4711', await write({ 'a.csv': list }));
  // As of before values were put into NFC; the name itself is in NFC.
  const key = JSON.stringify(['BEOOK_1', '4711', '5ä'.normalize('NFD')]);
  const group_id = `roster-${hash('sha256', key).slice(0, 32)}`;
  for (const table of ['gres.groups', 'gres.members', 'gres.subject_groups', 'gres.transactions']) {
    await sql`update ${sql.table(table)} set group_id = ${group_id}`.execute(database);
  }
  for (const file of [list.replace('s1', 's2'), list.replace('s1', 's3').normalize('NFD')]) {
    await run('import-users', '--source', '4711', await write({ 'b.csv': file }));
  }
  const groups = database.selectFrom('gres.groups').select('group_id');
  expect(await groups.execute()).toEqual([{ group_id }]);
  expect(await groupsOf(database)).toEqual({ '5ä': { s1: 'member', s2: 'member', s3: 'member' } });
});

const decomposed = 'mu\u0308ller';

test('a list: subjects and identities keep the letters of the provider, names do not', async () => {
  const { database, run, write } = await prepareCommands();
  const content = `subject,external_id,given_name,class\n${decomposed},${decomposed},${decomposed},${decomposed}\n`;
  await run('import-users', '--source', '4711', await write({ 'a.csv': content }));
  const subject = subjectOfPrimaryIssuer(decomposed);
  expect(await userOf(database, subject)).toMatchObject({ given_name: 'müller' });
  expect(await groupsOf(database)).toEqual({ müller: { [subject]: 'member' } });
  const identities = database.selectFrom('aua.identities').select('external_id');
  expect(await identities.execute()).toEqual([{ external_id: decomposed }]);
});

test.for(['sourcedId', 'username', 'identifier', 'email'])(
  'OneRoster: a subject of %s keeps the letters of the provider',
  async (column) => {
    const { database, folder, run, write } = await prepareCommands();
    const email = `${decomposed}@schule.example`;
    await write({
      'users.csv': `sourcedId,role,username,identifier,email\n${decomposed},student,${decomposed},${decomposed},${email}\n`,
      'classes.csv': 'sourcedId,title\nc1,5a\n',
      'enrollments.csv': 'classSourcedId,userSourcedId,role\nc1,müller,student\n',
    });
    expect(await run('import-users', '--subject', column, folder)).toMatchObject({ code: 0 });
    const subject = subjectOfPrimaryIssuer(column === 'email' ? email : decomposed);
    expect(await userOf(database, subject)).toMatchObject({ email: 'müller@schule.example' });
    expect(await groupsOf(database)).toEqual({ '5a': { [subject]: 'member' } });
  },
);

test('a line break in the cell of a name is a space, and lines behind it keep their numbers', async () => {
  const { database, run, write } = await prepareCommands();
  const cells = 'subject,given_name,email\r\ns1,"Zoë\r\nMarie",\r\n';
  await run('import-users', await write({ 'a.csv': cells }));
  expect(await userOf(database, 's1')).toMatchObject({ given_name: 'Zoë Marie' });
  const { notes } = await run('import-users', await write({ 'b.csv': `${cells}s2,,nowhere\r\n` }));
  expect(notes).toContain('b.csv, line 4, column email');
});

const refused: Readonly<Record<string, readonly [Files, string]>> = {
  'two rosters in one zip': [
    { 'a.zip': zipOfFiles({ ...renamed('2025/'), ...renamed('2026/') }) },
    'There are two files "manifest.csv": "2025/manifest.csv" and "2026/manifest.csv"',
  ],
  'a header of a spreadsheet in another language': [
    { 'users.csv': 'ID;Rolle;Vorname\nt1;teacher;Thomas\n' },
    'users.csv, line 1: lacks the columns sourcedId, role. Its first line must name the columns; it names ID, Rolle, Vorname',
  ],
  'a comma in a name': [
    { 'users.csv': 'sourcedId,role,familyName\nt1,teacher,Berger, Dr.\n' },
    'users.csv, line 2: "Dr." stands in field 4, which has no column in the header. Is there a separator too many, or one within a value that quotes must enclose',
  ],
};

test.for(Object.entries(refused))('a OneRoster is refused: %s', async ([, [files, reason]]) => {
  const { folder, run, write } = await prepareCommands();
  const last = await write(files);
  const outcome = await run('import-users', last.endsWith('.zip') ? last : folder);
  expect(outcome).toMatchObject({ code: 1, output: '' });
  expect(outcome.notes).toContain(reason);
});

test('users and enrolments that are inactive are skipped, and counted', async () => {
  const { database, folder, run, write } = await prepareCommands();
  await write({
    ...plain,
    'users.csv': plain['users.csv'].replace('s1,,', 's1,Inactive,'),
    'enrollments.csv': plain['enrollments.csv'].replace('e1,,', 'e1,inactive,'),
  });
  const { code, output } = await run('import-users', folder);
  expect(code).toBe(0);
  expect(output).toContain('1 users: status inactive');
  expect(output).toContain('1 enrolments: status inactive');
  expect(await groupsOf(database)).toEqual({ '5ä': {} });
});
