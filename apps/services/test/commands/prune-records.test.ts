import { randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { makeBeforeEach } from '../platform.ts';
import {
  beginOfSchoolYear,
  schoolYearName,
  schoolYearOf,
} from '../../src/learning-records/retention/school-year.ts';
import { publishedCourse } from '../learning-records/published-course.ts';
import { accountOf } from '../learning-records/subject/subject-store.ts';
import { attachmentOf, statementOf } from '../learning-records/statement-samples.ts';
import { prepareCommands, runIn } from './commands.ts';
import { commandsAreGone, commandWaits, openTransaction } from './locks.ts';
import { startCommand } from './spawn-command.ts';
import { rowsOf } from '../rows.ts';

const issuer = 'https://login.example';
const running = schoolYearOf(new Date());

let run: (...args: string[]) => ReturnType<typeof runIn>;
let runWith: (policy: object, ...args: string[]) => ReturnType<typeof runIn>;
const commands = makeBeforeEach(prepareCommands);
beforeEach(async () => {
  const environment = { DATABASE_URL: commands.databaseUrl, LECTERN_ISSUER: issuer };
  run = (...args) => runIn(environment, ...args);
  runWith = (policy, ...args) =>
    runIn({ ...environment, LECTERN_RETENTION: JSON.stringify(policy) }, ...args);
});

/** A line of a file that was stored early in a school year. */
function lineOf(
  schoolYear: number,
  within?: readonly string[],
  attached?: string,
  name = 'mia',
): string {
  const stored = new Date(beginOfSchoolYear(schoolYear).getTime() + 1000).toISOString();
  const grouping = (within ?? ['wald']).map((id) => ({ id: `https://lectern.example/${id}` }));
  const statement = statementOf({
    actor: accountOf(name),
    context: { contextActivities: { grouping } },
    timestamp: stored,
    stored,
    ...(attached !== undefined && { attachments: [attachmentOf(attached)] }),
  });
  const content = Buffer.from(attached ?? '').toString('base64');
  const attachments = attached === undefined ? [] : [{ sha2: shaOf(statement), content }];
  return JSON.stringify({
    statement,
    ...(within && { said_within: within }),
    ...(attached !== undefined && { attachments }),
  });
}
const shaOf = (statement: Record<string, unknown>) =>
  (statement['attachments'] as [{ sha2: string }])[0].sha2;

async function importLines(...lines: readonly string[]): Promise<void> {
  const file = await commands.write({ [`${randomUUID()}.ndjson`]: lines.join('\n') });
  expect(await run('import-records', file)).toMatchObject({ code: 0, notes: '' });
}

const auditEntries = () =>
  rowsOf(commands.database, 'aua.audit_log', { call: 'command:prune-records' }, 'at').get('change');

test('without an action it says what is kept, and what the policy does to it', async () => {
  await publishedCourse(commands.database, 'wald');
  await importLines(
    lineOf(running - 2, ['bach']),
    lineOf(running - 2, ['bach']),
    lineOf(running - 1, ['bach', 'see']),
    // By a tool that is bound to no course.
    lineOf(running - 2),
    lineOf(running),
  );
  const policy = { deleteAfterYears: 1, courses: { bach: { thinAfterYears: 1 } } };
  const { code, output } = await runWith(policy, 'prune-records');
  expect(code).toBe(0);
  const counts = [
    `${schoolYearName(running - 2)}  bach: 2 statements, 0.0 MB`,
    `${schoolYearName(running - 1)}  bach, see: 1 statement, 0.0 MB`,
    `${schoolYearName(running - 2)}  wald: 1 statement, 0.0 MB`,
    `${schoolYearName(running)}  wald: 1 statement, 0.0 MB`,
  ];
  const outcomes = ['thinned', 'kept', 'deleted', 'kept'];
  const lines = counts.map((line, index) => `${line}, ${outcomes[index]}\n`);
  expect(output).toBe(lines.join(''));
  expect(await auditEntries()).toEqual([]);

  expect(await run('prune-records')).toMatchObject({ output: `${counts.join('\n')}\n` });
});

test('a course that a policy or the flags misspell stops it; one that statements have does not', async () => {
  await publishedCourse(commands.database, 'wald');
  await importLines(lineOf(running - 2, ['bach']), lineOf(running, ['wald']));
  const policy = { deleteAfterYears: 1, courses: { wald: {}, wlad: {} } };
  const misspelt = {
    code: 1,
    output: '',
    notes: expect.stringContaining('neither published nor in any learning record: wlad.'),
  };
  expect(await runWith(policy, 'prune-records', '--by-policy')).toMatchObject(misspelt);
  const scope = ['--delete', '--before', String(running), '--course'];
  expect(await run('prune-records', ...scope, 'wlad')).toMatchObject(misspelt);
  const { notes } = await runWith(policy, 'prune-records');
  expect(notes).toBe('The course wlad of LECTERN_RETENTION is not published.\n');
  const unpublished = { deleteAfterYears: 1, courses: { bach: {} } };
  expect(await runWith(unpublished, 'prune-records', '--by-policy')).toMatchObject({
    output: '0 statements gone.\n',
  });
});

test('of a course goes only what is of no other one', async () => {
  await publishedCourse(commands.database, 'wald');
  await publishedCourse(commands.database, 'bach');
  await importLines(
    lineOf(running - 2, ['wald']),
    lineOf(running - 2, ['wald', 'bach']),
    lineOf(running - 2, ['wald', 'withdrawn']),
    lineOf(running),
  );
  const scope = ['prune-records', '--delete', '--before', String(running), '--course', 'wald'];
  expect(await run(...scope)).toMatchObject({ output: '1 statement gone.\n' });
  expect(await run(...scope, '--course', 'bach')).toMatchObject({
    output: '1 statement gone.\n',
  });
});

test('the running school year is that of the last statement, where the clock says a later one', async () => {
  await importLines(lineOf(running - 3), lineOf(running - 2));
  const scope = ['prune-records', '--delete', '--before'];
  expect(await run(...scope, String(running - 1))).toMatchObject({ code: 2 });
  expect(await runWith({ deleteAfterYears: 1 }, 'prune-records', '--by-policy')).toMatchObject({
    output: '0 statements gone.\n',
  });
  expect(await run(...scope, String(running - 2))).toMatchObject({ output: '1 statement gone.\n' });
});

test('what goes is written to a file, from which another store takes it over', async () => {
  await publishedCourse(commands.database, 'bach');
  await importLines(
    lineOf(running - 3, ['bach']),
    lineOf(running - 2, ['bach'], 'Aufsatz'),
    lineOf(running, ['bach']),
    lineOf(running - 3, ['see']),
  );
  const all = (await run('export-records')).output.trimEnd().split('\n');
  const file = join(commands.folder, 'old.ndjson.gz');
  const scope = ['--delete', '--before', String(running), '--course', 'bach'];
  const dry = await run('prune-records', ...scope, '--dry-run');
  expect(dry.output).toBe('2 statements would go. Nothing was changed: this was a dry run.\n');
  expect(await auditEntries()).toEqual([]);

  const done = await run('prune-records', ...scope, '--export', file);
  expect(done).toEqual({
    code: 0,
    output: '2 statements gone, 1 attachment with them.\n',
    notes: '',
  });
  const gone = gunzipSync(await readFile(file))
    .toString()
    .trimEnd()
    .split('\n');
  expect(gone).toEqual(all.slice(0, 2));
  expect((await run('export-records')).output.trimEnd().split('\n')).toEqual(all.slice(2));
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await auditEntries()).toMatchObject([
    { change: { action: 'delete', before: String(running), courses: ['bach'], isExported: true } },
    { change: { operator: expect.any(String), pruned: { deleted: 2, attachments: 1 } } },
  ]);

  await importLines(...gone);
  expect((await run('export-records', '--statements-only')).output.split('\n')).toHaveLength(5);
});

test('twice is nothing, and makes no file', async () => {
  await importLines(lineOf(running - 1), lineOf(running));
  const scope = ['prune-records', '--delete', '--before', String(running)];
  expect(await run(...scope)).toMatchObject({ output: '1 statement gone.\n' });
  const file = join(commands.folder, 'nothing.ndjson.gz');
  expect(await run(...scope, '--export', file)).toMatchObject({ output: '0 statements gone.\n' });
  await expect(stat(file)).rejects.toThrow('ENOENT');
  expect(await auditEntries()).toHaveLength(2);
});

test('it prunes by the policy, and replaces no file', async () => {
  await importLines(lineOf(running), lineOf(running - 2));
  const file = await commands.write({ 'there.gz': 'something' });
  const policy = { deleteAfterYears: 1 };
  const byPolicy = ['prune-records', '--by-policy'];
  expect(await runWith(policy, ...byPolicy, '--export', file)).toMatchObject({ code: 1 });
  expect(await readFile(file, 'utf8')).toBe('something');
  expect(await runWith(policy, ...byPolicy)).toMatchObject({ output: '1 statement gone.\n' });
});

test('a command that is killed loses nothing, and another one goes on', async () => {
  const lines = ['ben', 'mia'].flatMap((name) =>
    Array.from({ length: 220 }, () => lineOf(running - 1, ['bach'], undefined, name)),
  );
  await importLines(...lines, lineOf(running, ['bach'], undefined, 'zoe'));
  const exported = async () => (await run('export-records')).output.trimEnd().split('\n');
  const all = await exported();
  const scope = ['--delete', '--before', String(running), '--export'];
  const [first, second] = [join(commands.folder, 'first.gz'), join(commands.folder, 'second.gz')];
  const { database } = commands;
  // As who asks for mia's progress just then.
  const asking = await openTransaction(database);
  await sql`select lars.lock_progress('mia')`.execute(asking);
  const environment = { DATABASE_URL: commands.databaseUrl };
  const { child, outcome } = startCommand(environment, 'prune-records', ...scope, first);
  onTestFinished(() => void child.kill('SIGKILL'));
  await commandWaits(database);
  child.kill('SIGKILL');
  await outcome;
  await asking.commit().execute();
  await commandsAreGone(database);

  const left = await exported();
  expect(left).toHaveLength(221);
  const linesIn = async (file: string) =>
    gunzipSync(await readFile(file))
      .toString()
      .trimEnd()
      .split('\n');
  expect(new Set([...left, ...(await linesIn(first))])).toEqual(new Set(all));
  expect(await run('prune-records', ...scope, second)).toMatchObject({
    output: '220 statements gone.\n',
  });
  expect(await linesIn(second)).toEqual(left.slice(0, -1));
});

describe('is refused', () => {
  test.each([
    [['--delete'], '--before must be'],
    [['--delete', '--before', String(running + 1)], '--before must be'],
    [['--thin', '--before', '2024-08-01'], '--before must be'],
    [['--thin', '--delete', '--before', '2024'], 'Give one of'],
    [['--by-policy', '--course', 'wald'], 'goes without'],
    [['--by-policy'], 'LECTERN_RETENTION is not set'],
    [['--export', 'file.gz'], 'Give --thin'],
    [['--delete', '--before', '2024', '--dry-run', '--export', 'file.gz'], 'nothing to --export'],
  ])('%s', async (args, reason) => {
    const { code, notes } = await run('prune-records', ...args);
    expect(code).toBe(2);
    expect(notes).toContain(reason);
  });

  test('a policy that cannot be read', async () => {
    const { code, notes } = await runWith({ deleteAfterYears: 0 }, 'prune-records');
    expect(code).toBe(1);
    expect(notes).toContain('LECTERN_RETENTION.deleteAfterYears');
  });
});
