import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { SignedIn } from '@lectern/env/testing';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { makeBeforeAll, makeBeforeEach, startBeforeAll } from '../../platform.ts';
import { runIn } from '../../commands/commands.ts';
import { tablesNaming } from '../../tables-naming.ts';
import { startLifecycle } from '../../users/lifecycle.ts';
import { leaveRecordTraces } from '../record-traces.ts';
import { statementOf } from '../statement-samples.ts';
import { base, clientOf, keyWith } from '../xapi/requests.ts';
import { rowsOf } from '../../rows.ts';

const lifecycle = startBeforeAll(startLifecycle);
let run: (...args: string[]) => ReturnType<typeof runIn>;

const platform = makeBeforeAll(() => lifecycle.platform);
const office = makeBeforeAll(() => lifecycle.newPerson('administrator'));
beforeAll(async () => {
  run = (...args) =>
    runIn(
      {
        DATABASE_URL: platform.databaseUrl,
        LECTERN_ISSUER: platform.identityProvider.servicesClient.issuer,
      },
      ...args,
    );
});

const mia = makeBeforeEach(() => lifecycle.newPerson());
const ben = makeBeforeEach(() => lifecycle.newPerson());
beforeEach(async () => {
  await leaveRecordTraces(platform, mia, office, `Bach-${mia.subject.length}-${mia.subject}`);
  await leaveRecordTraces(platform, ben, mia, 'Teich');
});

const tablesWith = (text: string) => tablesNaming(platform.database, text, 'lars');
const entriesOf = (subject: string) =>
  rowsOf(platform.database, 'aua.audit_log', { call: 'command:erase-records', subject }).get(
    'kind',
    'change',
  );

test('a dry run says what would go, and changes nothing', async () => {
  const before = await tablesWith(mia.subject);
  expect(before.length).toBeGreaterThan(4);
  const dry = await run('erase-records', '--dry-run', mia.subject);
  expect(dry).toMatchObject({ code: 0, notes: '' });
  expect(dry.output).toMatch(/^lars\.statements {2}3$/m);
  expect(dry.output).toContain(
    'Statements of others that would say "erased": 1. Nothing was changed',
  );
  expect(await tablesWith(mia.subject)).toEqual(before);
  expect(await entriesOf(mia.subject)).toEqual([]);

  const done = await run('erase-records', mia.subject);
  const counts = (text: string) => text.split('\n').slice(0, -2);
  expect(counts(done.output)).toEqual(counts(dry.output));
});

test('what it was the first to tell of an activity goes, until somebody tells it again', async () => {
  const statementAbout = (who: SignedIn, members: object = {}) => {
    const name = { de: `Tagebuch von ${mia.subject}` };
    const { issuer: homePage } = platform.identityProvider.servicesClient;
    return statementOf({
      actor: { account: { homePage, name: who.subject } },
      object: { id: `http://diary.example/${mia.subject.length}`, definition: { name } },
      ...members,
    });
  };
  const post = async (client: ReturnType<typeof clientOf>, statement: object) => {
    const body = JSON.stringify(statement);
    const headers = { 'Content-Type': 'application/json' };
    const answer = await client(`${base}/statements`, { method: 'POST', headers, body });
    expect(answer.status).toBe(200);
  };
  const rows = () => platform.database.selectFrom('lars.activities').select('definition').execute();
  const names = async () => JSON.stringify(await rows()).includes(mia.subject);
  await post(clientOf(platform, `Bearer ${mia.token}`), statementAbout(mia));
  expect(await names()).toBe(true);
  const dry = await run('erase-records', '--dry-run', mia.subject);
  expect(dry.output).toMatch(/^lars\.activities {2}2$/m);
  await run('erase-records', mia.subject);
  expect(await names()).toBe(false);
  await post(clientOf(platform, await keyWith(platform, 'all')), statementAbout(ben));
  expect(await names()).toBe(true);
  await run('erase-records', mia.subject);
  expect(await names()).toBe(true);
  await platform.database.deleteFrom('lars.activities').execute();
});

test('afterwards no table names the subject, and what was its own is gone', async () => {
  expect(await run('erase-records', mia.subject)).toMatchObject({ code: 0, notes: '' });
  expect(await tablesWith(mia.subject)).toEqual([]);
  // Others keep theirs.
  expect(await tablesWith(ben.subject)).toContain('lars.attachments');
  expect(await entriesOf(mia.subject)).toMatchObject([
    { kind: 'change', change: { erased: { 'lars.statements': 3 }, operator: expect.any(String) } },
  ]);
  const again = await run('erase-records', mia.subject);
  expect(again.output).toMatch(/^lars\.statements {2}0$/m);
});

test('the records of those that lead to the subject go with it', async () => {
  await lifecycle.link(mia, mia, ben);
  expect(await run('erase-records', mia.subject)).toMatchObject({ code: 0 });
  expect(await tablesWith(mia.subject)).toEqual([]);
  expect(await tablesWith(ben.subject)).toEqual([]);
});

test('by an issuer that is not the platform’s nothing is erased', async () => {
  const before = await tablesWith(mia.subject);
  const named = ['--issuer', 'https://elsewhere.example'];
  for (const flags of [named, [...named, '--dry-run']]) {
    const { code, output, notes } = await run('erase-records', ...flags, mia.subject);
    expect({ code, output }).toEqual({ code: 1, output: '' });
    expect(notes).toContain(
      'by another issuer than https://elsewhere.example. Nothing was changed.',
    );
  }
  const { code, notes } = await run('erase-records', '--issuer', 'nonsense', mia.subject);
  expect({ code, notes }).toMatchObject({
    code: 2,
    notes: expect.stringContaining('nonsense is not an issuer address.'),
  });
  expect(await tablesWith(mia.subject)).toEqual(before);
});

test('goes on where only what refers to its statements is left', async () => {
  const { database } = platform;
  const { rows } = await sql<{ id: string }>`
    select statement_id as id from lars.statements where subject = ${mia.subject} limit 1
  `.execute(database);
  const store = clientOf(platform, await keyWith(platform, 'statements/write'));
  const about = { object: { objectType: 'StatementRef', id: rows[0]!.id } };
  const sent = await store(`${base}/statements`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(statementOf(about)),
  });
  expect(sent.status).toBe(200);
  // As far as the erasure had come.
  await sql`
    with gone as (delete from lars.statements where subject = ${mia.subject})
    delete from lars.statement_ids where subject = ${mia.subject}
  `.execute(database);
  await sql`
    update lars.statements set terms = array_remove(terms, lars.term('related-agent', ${mia.subject}))
    where refers_to is null
  `.execute(database);
  expect(await run('erase-records', mia.subject)).toMatchObject({ code: 0, notes: '' });
});

test('of nobody there is nothing to erase', async () => {
  const { code, output } = await run('erase-records', randomUUID());
  expect({ code, zeros: /^(?:lars\.\w+ {2}0\n)+Erased\.\n$/.test(output) }).toEqual({
    code: 0,
    zeros: true,
  });
});
