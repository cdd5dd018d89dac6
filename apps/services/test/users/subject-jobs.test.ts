import { createTestDatabase } from '@lectern/env/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { openDatabase, type Database } from '../../src/index.ts';
import { retryLimit, type Jobs } from '../../src/jobs/jobs.ts';
import type { SubjectData } from '../../src/storage/subject-data.ts';
import { startSubjectJobs, type SubjectJobs } from '../../src/users/subject-jobs.ts';
import { rowsOf } from '../rows.ts';

interface Sent {
  readonly queue: string;
  readonly data: object;
  readonly startAfterInSeconds?: number | undefined;
}

let database: Database;
let subjectJobs: SubjectJobs;
let erase: SubjectData['erase'];
let eraseAhead: NonNullable<SubjectData['ahead']>['erase'];
/** Jobs in the queues; nothing happens before `work`. */
let sent: Sent[];
let work: (data: {
  readonly jobId: string;
  readonly service: string;
  readonly round: 'first' | 'sweep';
}) => Promise<void>;

beforeAll(async () => {
  const databaseUrl = await createTestDatabase(inject('databaseUrl'), inject('startedDatabaseUrl'));
  database = openDatabase(databaseUrl);
  const jobs: Pick<Jobs, 'define'> = {
    define: async ({ name }) => ({
      send: async (_transaction, data, options) => {
        sent.push({ queue: name, data, ...options });
      },
      work: async (run) => {
        work = (data) => run(data as never, new AbortController().signal);
      },
    }),
  };
  const data: SubjectData = {
    erase: (transaction, subject) => erase(transaction, subject),
    move: async () => ({ moved: {}, kept: {} }),
    ahead: {
      erase: (on, subject, onPart) => eraseAhead(on, subject, onPart),
      move: async () => ({}),
    },
    export: () => ({}),
  };
  subjectJobs = await startSubjectJobs(database, jobs, { clag: data }, ['clag']);
});
afterAll(() => database.destroy());

beforeEach(() => {
  sent = [];
  erase = async () => ({});
  eraseAhead = async () => ({});
});

const start = (subject: string) =>
  database.transaction().execute((transaction) =>
    subjectJobs.start(transaction, {
      kind: 'erase',
      subject,
      requestedBy: 'administrator',
      correlationId: 'test',
    }),
  );

test('the second round waits for tokens, bodies and statements from before', async () => {
  const jobId = await start('anna');
  await subjectJobs.run(jobId);
  const sweeps = sent.filter(({ data }) => 'round' in data && data.round === 'sweep');
  expect(sweeps).toEqual([
    {
      queue: 'subject-data-clag',
      data: { jobId, service: 'clag', round: 'sweep' },
      startAfterInSeconds: 150,
    },
  ]);
});

test('a statement of a step has ten minutes, one of a request still ten seconds', async () => {
  const timeoutOf = async (on: Database) => {
    const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(on);
    return rows[0]!.statement_timeout;
  };
  let ofStep = '';
  erase = async (transaction) => {
    ofStep = await timeoutOf(transaction);
    return {};
  };
  await subjectJobs.run(await start('ben'));
  expect(ofStep).toBe('10min');
  expect(await timeoutOf(database)).toBe('10s');
});

test.each(['first', 'sweep'] as const)(
  'a %s round that was given up is taken up again, once',
  async (round) => {
    const jobId = await start(`given-up-${round}`);
    if (round === 'sweep') await subjectJobs.run(jobId);
    erase = () => Promise.reject(new Error('away'));
    for (let attempt = 0; attempt <= retryLimit; attempt++) {
      await expect(work({ jobId, service: 'clag', round })).rejects.toThrow('away');
    }
    sent = [];
    await subjectJobs.run(jobId);
    await subjectJobs.run(jobId);
    const again = { jobId, service: 'clag', round };
    expect(sent).toEqual([{ queue: 'subject-data-clag', data: again }]);

    erase = async () => ({});
    await work(again);
    const left = await rowsOf(database, 'aua.subject_jobs', { job_id: jobId }).get('finished_at');
    expect(left).toHaveLength(round === 'sweep' ? 0 : 1);
  },
);

test('failures of the first round do not count in the second', async () => {
  const jobId = await start('carl');
  erase = () => Promise.reject(new Error('away'));
  for (let attempt = 0; attempt < retryLimit; attempt++) {
    await expect(work({ jobId, service: 'clag', round: 'first' })).rejects.toThrow('away');
  }
  erase = async () => ({});
  await work({ jobId, service: 'clag', round: 'first' });
  const { failures } = await rowsOf(database, 'aua.subject_job_steps', { job_id: jobId }).one(
    'failures',
  );
  expect(failures).toBe(0);
});

test('rows that were erased ahead count, also where another process ends the step', async () => {
  const jobId = await start('dora');
  const partDone = Promise.withResolvers<void>();
  const otherDone = Promise.withResolvers<void>();
  eraseAhead = async (on, _subject, onPart) => {
    eraseAhead = async () => ({});
    await on.transaction().execute((transaction) => onPart!(transaction, { rows: 3 }));
    partDone.resolve();
    await otherDone.promise;
    return { rows: 3 };
  };
  erase = async () => ({ rows: 1 });
  const first = work({ jobId, service: 'clag', round: 'first' });
  await partDone.promise;
  await subjectJobs.run(jobId);
  const resultOf = async () => {
    const step = await rowsOf(database, 'aua.subject_job_steps', { job_id: jobId }).one('result');
    return step.result;
  };
  expect(await resultOf()).toEqual({ rows: 4 });
  otherDone.resolve();
  await first;
  expect(await resultOf()).toEqual({ rows: 4 });
});
