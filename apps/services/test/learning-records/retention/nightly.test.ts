import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { makeBeforeEach } from '../../platform.ts';
import type { JobDefinition, JobQueue } from '../../../src/jobs/jobs.ts';
import {
  pruneLocked,
  retentionJob,
  startRetention,
} from '../../../src/learning-records/retention/nightly.ts';
import type { RetentionOptions } from '../../../src/learning-records/retention/policy.ts';
import { noCounts } from '../../../src/learning-records/retention/prune.ts';
import { databaseOn, openPool } from '../../../src/storage/database.ts';
import { prepareCommands } from '../../commands/commands.ts';
import { publishedCourse } from '../published-course.ts';
import { given, startSubjectStore } from '../subject/subject-store.ts';

const store = makeBeforeEach(startSubjectStore);

const at = (stored: string, subject = 'mia') => ({ stored, ...given(subject) });
const old = '2022-03-01T10:00:00.000000Z';
const recent = '2024-09-01T10:00:00.000000Z';

/** Starts retention over jobs that run when they are told to. */
async function started(options: RetentionOptions | undefined) {
  const log = { info: vi.fn<() => void>(), warn: vi.fn<() => void>(), error: vi.fn<() => void>() };
  const unscheduled: string[] = [];
  let run: () => Promise<void> = () => Promise.reject(new Error('Nothing was defined.'));
  const define = async <Data extends object>({ name }: JobDefinition<Data>) => {
    expect(name).toBe(retentionJob.name);
    const queue: JobQueue<Data> = {
      send: () => Promise.reject(new Error('Only the schedule sends.')),
      async work(work, onGivenUp) {
        run = () => work({} as Data, new AbortController().signal).catch(onGivenUp);
      },
    };
    return queue;
  };
  const jobs = {
    define,
    unschedule: async ({ name }: { readonly name: string }) => void unscheduled.push(name),
  };
  await startRetention(options, { database: store.database, jobs, log });
  return { log, unscheduled, run };
}

const countLeft = async () =>
  (await sql`select 1 from lars.statements`.execute(store.database)).rows.length;

test('without the setting the schedule ends that another start has left', async () => {
  const { unscheduled, run } = await started(undefined);
  expect(unscheduled).toEqual([retentionJob.name]);
  await expect(run()).rejects.toThrow('Nothing was defined.');
});

test('a school year runs for as long as nothing is stored in the next one', async () => {
  await store.keep([at('2022-09-01T10:00:00.000000Z'), at('2023-09-01T10:00:00.000000Z')]);
  const { log, run } = await started({ deleteAfterYears: 1 });
  await run();
  expect(await countLeft()).toBe(2);
  await store.keep([at(recent)]);
  await run();
  expect(await countLeft()).toBe(2);
  expect(log.info.mock.calls).toEqual([
    [noCounts(), expect.any(String)],
    [{ ...noCounts(), deleted: 1 }, expect.any(String)],
  ]);
});

test('a misspelt course is told at the start, and each night ends without a change', async () => {
  await publishedCourse(store.database, 'wald');
  await store.keep([at(old), at(recent)]);
  const options = { deleteAfterYears: 1, courses: { wald: {}, wlad: {} } };
  const { log, run } = await started(options);
  expect(log.warn.mock.calls).toEqual([[{ courses: ['wlad'] }, expect.any(String)]]);
  await run();
  expect(log.error.mock.calls).toEqual([
    [
      { err: expect.objectContaining({ message: expect.stringContaining('wlad') }) },
      expect.any(String),
    ],
  ]);
  expect(await countLeft()).toBe(2);
});

test('a run leaves its connection with the time that requests have', async () => {
  const { databaseUrl } = await prepareCommands();
  await using database = databaseOn(openPool(databaseUrl, 1));
  const pruneBy = (...courses: string[]) => {
    const rules = new Map(courses.map((id) => [id, {}]));
    const policy = { platform: { delete: new Date() }, courses: rules, published: [] };
    return pruneLocked(database, { policy }, { call: 'test', change: {} });
  };
  const timeout = async () =>
    (await sql`show statement_timeout`.execute(database)).rows[0] as object;
  expect(await timeout()).toEqual({ statement_timeout: '10s' });
  expect(await pruneBy()).toEqual(noCounts());
  expect(await timeout()).toEqual({ statement_timeout: '10s' });
  await expect(pruneBy('wlad')).rejects.toThrow('wlad');
  expect(await timeout()).toEqual({ statement_timeout: '10s' });
});
