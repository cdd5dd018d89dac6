import { expect, test } from 'vitest';
import { startBeforeAll } from '../platform.ts';
import { prepareCommands, startCommands } from './commands.ts';
import { groupsOf, subjectsOf, userOf } from './stored.ts';

const header = 'subject,given_name,email,locale,external_id,class\n';
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const tooLong = 'x'.repeat(256);

const refused: Readonly<Record<string, readonly [string | Uint8Array, string]>> = {
  'the encoding of old Macs': [
    latin1(`${header}mia,Zoe\njs,J\u009frg\n`),
    'a.csv, line 3: is not UTF-8, and Windows-1252 would make the word "JŸrg" of it. Save it as "CSV UTF-8"',
  ],
  'the encoding of old Macs, whose lines end with a return': [
    latin1(`${header}mia,Zo\u008e\rjs,J\u009arg\r`.replaceAll('\n', '\r')),
    'a.csv, line 2: is not UTF-8, and Windows-1252 would make the word "ZoŽ" of it',
  ],
  'a sign that no name has in Windows-1252': [
    latin1(`${header}mia,Zoë\njs,J\u0081rg\n`),
    'a.csv, line 3: is not UTF-8. Save it as "CSV UTF-8"',
  ],
  'two encodings': [
    Buffer.concat([Buffer.from(`${header}mia,Jürg\nben,Ben\n`), latin1('js,Jürg\n')]),
    'a.csv, line 4: is not UTF-8',
  ],
  'two encodings behind a byte order mark': [
    Buffer.concat([Buffer.from(`\u{feff}${header}mia,Mia\n`), latin1('js,Jürg\n')]),
    'a.csv, line 3: is not UTF-8',
  ],
  'two encodings with returns and line feeds': [
    Buffer.concat([
      Buffer.from(`${header}mia,Zoë\nben,Ben\n`.replaceAll('\n', '\r\n')),
      latin1('js,Jürg\r\nanna,Anna'),
    ]),
    'a.csv, line 4: is not UTF-8',
  ],
  'two encodings far down': [
    Buffer.concat([Buffer.from(`${header}mia,Zoë\n`.padEnd(200_000, 'x\n')), latin1('js,Jürg\n')]),
    'a.csv, line 99974: is not UTF-8',
  ],
  'half a character at the end': [
    Buffer.concat([Buffer.from(`${header}mia,Mia`), Buffer.from([0xc3])]),
    'a.csv, line 2: is not UTF-8',
  ],
  'half a character at the end, whole ones before': [
    Buffer.concat([Buffer.from(`${header}mia,Zoë\nben,Ren`), Buffer.from([0xc3])]),
    'a.csv, line 3: is not UTF-8',
  ],
  'a picture': [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), 'is not UTF-8'],
  'nothing at all': ['', 'a.csv: is empty'],
  'a header alone': [header, 'there is no user in it'],
  'a column without a name, with values': [
    'subject,,given_name\nmia,x,Mia\n',
    'a.csv, line 2: "x" stands in field 2',
  ],
  'no subject': ['given_name,email\nMia,\n', 'a.csv, line 1: lacks the column subject'],
  'a misspelt column': [
    'subject,givenname\nmia,Mia\n',
    'a.csv, line 1: has the unknown column "givenname"',
  ],
  'user names, which only accounts have': [
    'subject,username\nmia,mia.keller\n',
    'a.csv, line 1: has the unknown column "username"',
  ],
  'a column twice': ['subject,email,email\nmia,,\n', 'a.csv, line 1: has two columns "email"'],
  'a field too many': [
    `${header}mia,Mia,,,,\njs,Jürg,,,,5b,5c\n`,
    'a.csv, line 3: "5c" stands in field 7, which has no column in the header',
  ],
  'a quote that opens': [
    `${header}mia,Mia,,,,\njs,"Jürg,,,,\nben,,,,,\n`,
    'a.csv, line 3: a quote opens and never closes',
  ],
  'text behind a quote': [`${header}mia,"Mia"x,,,,\n`, 'a.csv, line 2: there is text between'],
  'a quote in the middle': [`${header}mia,Mi"a",,,,\n`, 'a.csv, line 2: there is a quote within'],
  'a line without an end': [`${header}${'x'.repeat(2_000_000)}`, 'a.csv, line 2: is longer than'],
  'a row without an end': [
    `${header}mia,"${'x\n'.repeat(1_000_000)}`,
    'a.csv, line 2: is longer than',
  ],
  'a NUL': [`${header}mia,Mi\0a,,,,\n`, 'line 2, column given_name: holds a line break'],
  'an error after a line break in a name': [
    `${header}mia,"Mi\r\na",,,,\n${'x'.repeat(1025)},,,,,\n`,
    `a.csv, line 4, column subject: "${'x'.repeat(40)}…": a subject has at most`,
  ],
  'a huge name': [
    `${header}mia,${tooLong},,,,\n`,
    `line 2, column given_name: "${'x'.repeat(40)}…"`,
  ],
  'a huge class': [`${header}mia,,,,,5b;${tooLong}\n`, 'line 2, column class: "xxx'],
  'no e-mail address': [
    `${header}mia,,mia at school,,,\n`,
    'line 2, column email: "mia at school"',
  ],
  'no language': [`${header}mia,,,deutsch sprechend,,\n`, 'line 2, column locale: "deutsch'],
  ...Object.fromEntries(
    ['4.71E+11', '4,71E+11', '5E+10', '#NV', '#N/A', '#REF!', '#BEZUG!', '#NAME?', '#DIV/0!'].map(
      (value) => [
        `${value} of a spreadsheet`,
        [`${header}"${value}",Mia,,,,\n`, `column subject: "${value}" is what a spreadsheet makes`],
      ],
    ),
  ),
  'a class of a spreadsheet': [`${header}mia,,,,,5b;#NV\n`, 'line 2, column class: "#NV"'],
  'an empty subject': [`${header},Mia,,,,\n`, 'a.csv, line 2, column subject: is empty'],
  'a line break in a subject': [`${header}"mi\na",,,,,\n`, 'line 2, column subject: holds a line'],
  'a subject twice': [
    `${header}mia,Mia,,,,\nben,,,,,\nmia,Maria,,,,\n`,
    'a.csv, line 4, column subject: the same as in line 2',
  ],
  'an identity twice': [
    `${header}mia,,,,1,\nben,,,,1,\n`,
    'a.csv, line 3, column external_id: the same as in line 2',
  ],
};

/** Refused files leave nothing, so that all of them share a database. */
const refusing = startBeforeAll(startCommands);

test.for(Object.entries(refused))('refused whole: %s', async ([, [content, reason]]) => {
  const { database, run, write } = refusing;
  const outcome = await run('import-users', '--source', '4711', await write({ 'a.csv': content }));
  expect(outcome).toMatchObject({ code: 1, output: '' });
  expect(outcome.notes).toContain(reason);
  expect(await subjectsOf(database)).toEqual([]);
  expect(await groupsOf(database)).toEqual({});
  expect(await database.selectFrom('aua.audit_log').selectAll().execute()).toEqual([]);
});

test('the terminal hears no control characters of a file', async () => {
  const { run, write } = await prepareCommands();
  for (const content of ['na\u001b[2Jme\n', 'subject\nmia,\u009b2J\n']) {
    const { notes } = await run('import-users', await write({ 'a.csv': content }));
    expect(notes).toMatch(/\?(\[|)2J/);
    expect(notes.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  }
});

test('of many errors twenty are told, and how many there are', async () => {
  const { run, write } = await prepareCommands();
  const wrong = Array.from({ length: 50 }, (_, index) => `user-${index},,no address,,,\n`).join('');
  const { notes } = await run('import-users', await write({ 'a.csv': header + wrong }));
  expect(notes).toContain('because of 50 errors');
  expect(notes.match(/line \d+/g)).toHaveLength(20);
  expect(notes).toContain('… and 30 more');

  const twice = Array.from({ length: 30 }, (_, index) => `mia,Mia ${index},,,,\n`).join('');
  const outcome = await run('import-users', await write({ 'b.csv': header + twice }));
  expect(outcome.notes).toContain('because of 29 errors');
  expect(outcome.notes).toContain('… and 9 more');
});

test('formulas, SQL, markup and wildcards are texts like others', async () => {
  const { database, run, write } = await prepareCommands();
  const names = [
    '=HYPERLINK("https://evil.example";"Klick")',
    '@SUM(A1:A9)',
    "'); drop table aua.users; --",
    '<script>alert(1)</script>',
    '%_\\',
    '$1 ${name} {{name}}',
    '👩‍🏫 Ω',
  ];
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const rows = names.map((name, index) => `u${index},${quote(name)},,,,${quote(name)}\n`);
  const file = await write({ 'a.csv': header + rows.join('') });
  const { code } = await run('import-users', '--source', "4711'; --", file);
  expect(code).toBe(0);
  for (const [index, name] of names.entries()) {
    expect((await userOf(database, `u${index}`)).given_name).toBe(name);
  }
  expect(Object.keys(await groupsOf(database))).toContain('@SUM(A1:A9)');
});
