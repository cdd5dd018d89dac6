import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { makeBeforeEach } from '../../platform.ts';
import { pruneLocked } from '../../../src/learning-records/retention/nightly.ts';
import {
  pruneStatements,
  type PruneCounts,
  type Pruning,
} from '../../../src/learning-records/retention/prune.ts';
import type { Cutoffs } from '../../../src/learning-records/retention/policy.ts';
import { findStatements } from '../../../src/learning-records/store/reader.ts';
import type { GivenStatement } from '../../../src/learning-records/store/records.ts';
import { verb } from '../progress/progress-world.ts';
import { attachmentOf, voidingOf } from '../statement-samples.ts';
import { given, startSubjectStore } from '../subject/subject-store.ts';
import { openTransaction, somebodyWaitsForName } from '../../commands/locks.ts';
import { lockByName } from '../../../src/storage/advisory-lock.ts';

const nothing = { deleted: 0, thinned: 0, attachments: 0, held: 0 };
const nobodyLacks = { ids: 0, statements: 0, unattached: 0 };
const beginOf2024 = new Date('2024-08-01T00:00:00Z');
const old = '2024-03-01T10:00:00.000000Z';
const recent = '2024-08-01T00:00:00.000000Z';

const store = makeBeforeEach(startSubjectStore);

type Change = Omit<Partial<GivenStatement>, 'statement'>;

const at = (stored: string, subject = 'mia', change: Change = {}, members: object = {}) => ({
  stored,
  ...change,
  ...given(subject, members),
});

const prune = (
  platform: Cutoffs,
  courses: Readonly<Record<string, Cutoffs>> = {},
  options: Partial<Pruning> = {},
  published: readonly string[] = [],
): Promise<PruneCounts> =>
  pruneStatements(store.database, {
    policy: { platform, courses: new Map(Object.entries(courses)), published },
    ...options,
  });
const deleteOld = (options?: Partial<Pruning>) => prune({ delete: beginOf2024 }, {}, options);

/** Whose statements are left, and when they were stored. */
async function left(): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select subject || ' ' || to_char(stored at time zone 'UTC', 'YYYY-MM-DD') as text
    from lars.statements order by sequence
  `.execute(store.database);
  return rows.map(({ text }) => text);
}

const count = async (from: string) =>
  (await sql.raw(`select from ${from}`).execute(store.database)).rows.length;

describe('what is deleted', () => {
  test('is what was stored before, of everybody, with its ids; twice is nothing', async () => {
    await store.keep([at(old), at(old, 'ben'), at(recent), at(recent, 'ben')]);
    expect(await deleteOld({ isDry: true })).toEqual({ ...nothing, deleted: 2 });
    expect(await left()).toHaveLength(4);
    expect(await deleteOld()).toEqual({ ...nothing, deleted: 2 });
    expect(await left()).toEqual(['mia 2024-08-01', 'ben 2024-08-01']);
    expect(await store.orphans()).toEqual(nobodyLacks);
    expect(await deleteOld()).toEqual(nothing);
  });

  test('courses have rules of their own, of several the longest', async () => {
    const within = (...courses: string[]) => {
      const grouping = courses.map((id) => ({ id: `https://lectern.example/${id}` }));
      return at(
        old,
        courses.join('-') || 'none',
        { saidWithin: courses },
        { context: { contextActivities: { grouping } } },
      );
    };
    await store.keep([
      within(),
      within('wald'),
      within('wasser'),
      within('wald', 'wasser'),
      within('fels'),
    ]);
    const rules = { wald: { delete: new Date('2020-08-01T00:00:00Z') }, wasser: {} };
    expect(await prune({ delete: beginOf2024 }, rules)).toEqual({ ...nothing, deleted: 2 });
    expect(await left()).toEqual([
      'wald 2024-03-01',
      'wasser 2024-03-01',
      'wald-wasser 2024-03-01',
    ]);
    const rule = { delete: beginOf2024 };
    expect(await prune({}, { wald: rule, wasser: {} })).toEqual({ ...nothing, deleted: 1 });
    expect(await left()).toEqual(['wasser 2024-03-01', 'wald-wasser 2024-03-01']);
  });

  test('a course without a rule counts by the platform’s', async () => {
    const grouping = ['wald', 'fels'].map((id) => ({ id: `https://lectern.example/${id}` }));
    const members = { context: { contextActivities: { grouping } } };
    await store.keep([
      at(old, 'bound', { saidWithin: ['wald', 'fels'] }, members),
      at(old, 'tool', {}, members),
    ]);
    const rules = { wald: { delete: beginOf2024 } };
    expect(await prune({}, rules, {}, ['wald', 'fels'])).toEqual(nothing);
    // A tool may name anything: only published courses count.
    expect(await prune({}, rules, {}, ['wald'])).toEqual({ ...nothing, deleted: 1 });
    expect(await left()).toEqual(['bound 2024-03-01']);
  });

  test('of one person that fails does not keep others’ from going', async () => {
    await store.keep(['ada', 'ben', 'cem', 'dov'].map((name) => at(old, name)));
    await sql`
      create function public.refuse() returns trigger language plpgsql as $$
      begin raise 'This one is broken.' using errcode = 'XX001'; end $$
    `.execute(store.database);
    await sql`
      create trigger refuse before delete on lars.statements for each row
      when (old.subject in ('ben', 'cem')) execute function public.refuse()
    `.execute(store.database);
    const counts = { ...nothing };
    const policy = { platform: { delete: beginOf2024 }, courses: new Map(), published: [] };
    await expect(pruneStatements(store.database, { policy }, counts)).rejects.toThrow(
      'Learning records of 2 people were not pruned, those of the others were. The first reason: This one is broken.',
    );
    expect(counts).toEqual({ ...nothing, deleted: 2 });
    expect(await left()).toEqual(['ben 2024-03-01', 'cem 2024-03-01']);
  });

  test('takes attachments along that no other statement of the person has', async () => {
    const withContents = (stored: string, subject: string, ...contents: string[]) =>
      at(
        stored,
        subject,
        { contents: new Map(contents.map((text) => [hash('sha256', text), Buffer.from(text)])) },
        { attachments: contents.map(attachmentOf) },
      );
    await store.keep([
      withContents(old, 'mia', 'Bach', 'Teich'),
      withContents(recent, 'mia', 'Teich'),
    ]);
    await store.keep([withContents(recent, 'ben', 'Bach')]);
    expect(await deleteOld()).toEqual({ ...nothing, deleted: 1, attachments: 1 });
    expect(await count('lars.attachments')).toBe(2);
    expect(await store.orphans()).toEqual(nobodyLacks);
  });

  test('leaves an attachment that a statement names which comes while it waits', async () => {
    const contents = new Map([[hash('sha256', 'Bach'), Buffer.from('Bach')]]);
    const members = { attachments: [attachmentOf('Bach')] };
    await store.keep([at(old, 'mia', { contents }, members)]);
    const writing = await openTransaction(store.database);
    await lockByName(writing, 'lars.statements');
    const deleted = deleteOld();
    await somebodyWaitsForName(store.database);
    await sql`
      insert into lars.statements select subject, now(), sequence + 1, gen_random_uuid(), verb, activity, registration,
        authority, terms, courses, said_within, attached, refers_to, is_voided, dto_id, statement
      from lars.statements
    `.execute(writing);
    await writing.commit().execute();
    expect(await deleted).toEqual({ ...nothing, deleted: 1 });
    expect(await count('lars.attachments')).toBe(1);
  });

  test.each([
    ['an erasure', () => store.erase('mia'), 0],
    ['a move', () => store.move('mia', 'ben'), 2],
  ])('%s at the same time leaves nothing without its attachments', async (_, change, expected) => {
    const withContent = (stored: string, text: string) =>
      at(
        stored,
        'mia',
        { contents: new Map([[hash('sha256', text), Buffer.from(text)]]) },
        { attachments: [attachmentOf(text)] },
      );
    for (const text of ['Bach', 'Teich'])
      await store.keep([
        ...Array.from({ length: 150 }, () => withContent(old, text)),
        withContent(recent, text),
      ]);
    await Promise.all([change(), deleteOld()]);
    await deleteOld();
    expect(await left()).toHaveLength(expected);
    expect(await count('lars.attachments')).toBe(expected);
    expect(await store.orphans()).toEqual(nobodyLacks);
  });

  test('what comes during the run with an old time is for the next one', async () => {
    await store.keep([at(old)]);
    let isFirst = true;
    const exportLines = async (lines: AsyncIterable<string>) => {
      for await (const line of lines) expect(line).not.toBe('');
      if (isFirst) await store.keep([at(old), at(old, 'zoe')]);
      isFirst = false;
    };
    expect(await deleteOld({ exportLines })).toEqual({ ...nothing, deleted: 1 });
    expect(await deleteOld()).toEqual({ ...nothing, deleted: 2 });
  });

  test('a run that is broken off is gone on with', async () => {
    const many = Array.from({ length: 450 }, () => at(old));
    await store.keep(many);
    const stopping = new AbortController();
    const stopped = deleteOld({
      signal: stopping.signal,
      onBegin: async () => stopping.abort(new Error('The process stops.')),
    });
    await expect(stopped).rejects.toThrow('The process stops.');
    // The part that was under way is kept.
    expect(await left()).toHaveLength(250);
    expect(await deleteOld()).toEqual({ ...nothing, deleted: 250 });
    expect(await store.orphans()).toEqual(nobodyLacks);
  });

  test('goes only once it is kept elsewhere', async () => {
    await store.keep([at(old), at(recent)]);
    const refused = deleteOld({
      exportLines: () => Promise.reject(new Error('The disk is full.')),
    });
    await expect(refused).rejects.toThrow('The disk is full.');
    expect(await left()).toHaveLength(2);
    // A disk that is full after a part ends the whole run, whoever comes next.
    await store.keep([...Array.from({ length: 200 }, () => at(old)), at(old, 'zoe')]);
    let room = 1;
    const exportLines = async (lines: AsyncIterable<string>) => {
      for await (const line of lines) expect(line).not.toBe('');
      if (room-- <= 0) throw new Error('The disk is full.');
    };
    await expect(deleteOld({ exportLines })).rejects.toThrow('The disk is full.');
    expect(await left()).toEqual(['mia 2024-08-01', 'mia 2024-03-01', 'zoe 2024-03-01']);
  });

  test('leaves the order and the pages of the others as they were', async () => {
    await store.keep(
      ['2024-01-01', '2024-02-01', '2024-09-01', '2024-10-01', '2024-11-01'].map((day) =>
        at(`${day}T10:00:00.000000Z`),
      ),
    );
    const page = (after?: { stored: string; sequence: string }) =>
      findStatements(store.database, {}, { ascending: true, limit: 2, after });
    const first = await page();
    await deleteOld();
    const { statements } = await page(first.statements.at(-1));
    expect(statements.map(({ stored }) => stored.slice(0, 10))).toEqual([
      '2024-09-01',
      '2024-10-01',
    ]);
    // A new one comes after all that there were.
    await store.keep([given('mia')]);
    const { statements: last } = await findStatements(
      store.database,
      {},
      { ascending: false, limit: 1 },
    );
    expect(Number(last[0]!.sequence)).toBe(6);
  });
});

describe('what others still need stays', () => {
  const forwardUpTo = (position: number) =>
    sql`
      insert into lars.forwardings (target, position) values ('town', ${position})
      on conflict (target) do update set position = excluded.position
    `.execute(store.database);

  test('what a record store has not got, or has refused', async () => {
    const [first, second, third] = [at(old), at(old), at(old)];
    await store.keep([first, second, third]);
    await forwardUpTo(2);
    await sql`
      insert into lars.forwarding_failures (subject, target, sequence, statement_id, status, answer)
      values ('mia', 'town', 1, ${first.statement.id}::uuid, 400, '')
    `.execute(store.database);
    expect(await deleteOld()).toEqual({ ...nothing, deleted: 1, held: 2 });
    await forwardUpTo(3);
    await sql`delete from lars.forwarding_failures`.execute(store.database);
    expect(await deleteOld()).toEqual({ ...nothing, deleted: 2 });
  });
});

describe('a voided statement and what voids it', () => {
  const voiding = (stored: string, id: string, subject = 'teacher') => {
    const { id: _, actor: __, ...members } = voidingOf(id);
    return at(stored, subject, {}, members);
  };

  test('go together, though the one is younger and another person’s', async () => {
    const voided = at(old, 'zoe');
    await store.keep([voided]);
    await store.keep([voiding(recent, voided.statement.id!), at(recent)]);
    expect(await deleteOld({ isDry: true })).toEqual({ ...nothing, deleted: 2 });
    expect(await deleteOld()).toEqual({ ...nothing, deleted: 2 });
    expect(await left()).toEqual(['mia 2024-08-01']);
    expect(await count('lars.voidings')).toBe(0);
    expect(await store.orphans()).toEqual(nobodyLacks);
  });

  test('both stay until both have been forwarded', async () => {
    const voided = at(old);
    await store.keep([voided]);
    await store.keep([voiding(recent, voided.statement.id!)]);
    await sql`insert into lars.forwardings (target, position) values ('town', 1)`.execute(
      store.database,
    );
    expect(await deleteOld()).toEqual({ ...nothing, held: 1 });
    await sql`update lars.forwardings set position = 2`.execute(store.database);
    expect(await deleteOld()).toEqual({ ...nothing, deleted: 2 });
  });

  test('one that is voided while it is kept elsewhere stays with what voids it', async () => {
    const voided = at(old);
    await store.keep([voided]);
    const exportLines = async (lines: AsyncIterable<string>) => {
      for await (const line of lines) expect(line).toContain('"voided":false');
      await store.keep([voiding(recent, voided.statement.id!)]);
    };
    expect(await deleteOld({ exportLines })).toEqual(nothing);
    expect(await left()).toHaveLength(2);
    expect(await deleteOld()).toEqual({ ...nothing, deleted: 2 });
  });

  test('a voiding stays before what it voids', async () => {
    const [kept, toCome] = [at(recent), at(recent)];
    await store.keep([kept]);
    await store.keep([voiding(old, kept.statement.id!), voiding(old, toCome.statement.id!)]);
    expect(await deleteOld()).toEqual(nothing);
    await store.keep([toCome]);
    const { rows } = await sql<{
      voided: boolean;
    }>`select bool_and(is_voided) as voided from lars.statements where subject = 'mia'`.execute(
      store.database,
    );
    expect(rows).toEqual([{ voided: true }]);
  });
});

test('what is thinned keeps first and last times, and results, of each school year', async () => {
  const seen = (stored: string, members: object = {}) =>
    at(stored, 'mia', {}, { verb: verb('experienced'), timestamp: stored, ...members });
  const days = (year: number) =>
    Array.from(
      { length: 28 },
      (_, day) => `${year}-02-${String(day + 1).padStart(2, '0')}T10:00:00.000000Z`,
    );
  const passed = { verb: verb('passed'), result: { score: { scaled: 0.8 } } };
  await store.keep([...days(2023), ...days(2024)].map((stored) => seen(stored)));
  await store.keep([
    seen('2024-03-10T10:00:00.000000Z', passed),
    seen(recent),
    seen(recent),
    seen(recent),
  ]);
  const thin = { thin: beginOf2024 };
  expect(await prune(thin, {}, { isDry: true })).toEqual({ ...nothing, thinned: 53 });
  expect(await prune(thin)).toEqual({ ...nothing, thinned: 53 });
  expect(await left()).toEqual([
    'mia 2023-02-01',
    'mia 2023-02-28',
    'mia 2024-02-01',
    'mia 2024-03-10',
    ...Array.from({ length: 3 }, () => 'mia 2024-08-01'),
  ]);
  expect(await prune(thin)).toEqual(nothing);
  // Of both, deleting comes first.
  const both = { thin: beginOf2024, delete: new Date('2023-08-01T00:00:00Z') };
  expect(await prune(both)).toEqual({ ...nothing, deleted: 2 });
});

test('much is thinned part by part, and comes to the same', async () => {
  const members = (place: number, scaled: number) => ({
    object: { id: `https://lectern.example/${place}` },
    result: { score: { scaled } },
    timestamp: old,
  });
  // The last one is at a place of its own.
  const some = Array.from({ length: 450 }, (_, n) =>
    at(old, 'mia', {}, members(n % 3, (n % 90) / 100)),
  );
  await store.keep([...some, at(old, 'mia', {}, members(4, 0.5))]);
  const parts = await prune({ thin: beginOf2024 }, {}, { neededMaximum: 1 });
  expect(parts.thinned).toBeGreaterThan(400);
  const whole = await prune({ thin: beginOf2024 });
  expect(parts.thinned + whole.thinned).toBe(451 - (3 * 4 + 1));
  const { rows } = await sql`
    select count(*)::integer as count, max((statement #>> '{result,score,scaled}')::float8) as best from lars.statements
  `.execute(store.database);
  expect(rows).toEqual([{ count: 13, best: 0.89 }]);
});

test('one run at a time', async () => {
  await store.keep([at(old)]);
  const policy = { platform: { delete: beginOf2024 }, courses: new Map(), published: [] };
  const [pruning, audited] = [{ policy }, { call: 'test', change: {} }];
  const [one, other] = await Promise.all([
    pruneLocked(store.database, pruning, audited),
    pruneLocked(store.database, pruning, audited),
  ]);
  expect([one, other].filter((counts) => counts?.deleted === 1)).toHaveLength(1);
});
