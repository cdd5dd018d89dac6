import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SettingsProblem, StartProblem } from '../../src/problem.ts';
import { startProcess, type RunningProcess } from '../../src/processes/running-process.ts';
import { Supervised, type SupervisedOptions } from '../../src/processes/supervised.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const waits = 'setInterval(() => {}, 60_000)';

/** A supervised Node program, and everything that is told about it. An error is what a start ends with. */
async function supervise(
  programs: readonly (string | Error)[],
  options: Pick<SupervisedOptions, 'firstPauseInMs'> = {},
) {
  const folder = await temporaryFolder();
  const notes: string[] = [];
  const started: RunningProcess[] = [];
  let starts = 0;
  const problem = Promise.withResolvers<StartProblem>();
  const supervised = new Supervised({
    title: 'services',
    start: async () => {
      // The last program stands for all further starts.
      const program = programs[Math.min(starts++, programs.length - 1)]!;
      if (program instanceof Error) throw program;
      const running = await startProcess({
        command: process.execPath,
        args: ['--eval', program],
        environment: process.env,
        logFile: join(folder, 'services.log'),
        workingFolder: folder,
        endsWithStarter: true,
        stopSignal: 'SIGTERM',
        stopTimeInMilliseconds: 5000,
        forceSignal: 'SIGKILL',
      });
      started.push(running);
      return running;
    },
    note: (line) => notes.push(line),
    giveUp: problem.resolve,
    ...options,
  });
  onTestFinished(() => supervised.stop());
  return { supervised, notes, started, problem: problem.promise };
}

test('a killed process is started again, and those who wait are told when it is ready', async () => {
  const { supervised, notes, started } = await supervise([waits]);
  await supervised.start();
  await supervised.kill();
  await supervised.whenReady();
  expect(started).toHaveLength(2);
  expect(await started[0]!.ended).toBe('killed by SIGKILL');
  expect(started[1]!.howEnded()).toBeUndefined();
  expect(notes).toEqual([
    'Restarting the services, which ended (killed by SIGKILL).',
    'Restarted the services.',
  ]);
});

test('a stopped process stays stopped until it is started', async () => {
  const { supervised, notes, started } = await supervise([waits]);
  await supervised.start();
  await supervised.stop();
  expect(await started[0]!.ended).toBe('killed by SIGTERM');
  expect(started).toHaveLength(1);
  await supervised.start();
  expect(started).toHaveLength(2);
  expect(notes).toEqual([]);
});

test('a stop during the pause before a restart ends the restart', async () => {
  const { supervised, started } = await supervise([waits]);
  await supervised.start();
  await supervised.kill();
  const ready = supervised.whenReady();
  await supervised.stop();
  await expect(ready).rejects.toThrow(/abort/i);
  expect(started).toHaveLength(1);
});

test.each([
  ['that ends', 'console.error("No space left on device"); process.exit(1)'],
  ['that does not start', new StartProblem('The disk that holds /data is full. Free some space.')],
  ['that has lost its database', new Error('could not extend file: No space left on device')],
])('one %s while the disk is full starts once there is room', async (_, failing) => {
  const { supervised, notes } = await supervise([waits, ...Array(8).fill(failing), waits], {
    firstPauseInMs: 1,
  });
  await supervised.start();
  await supervised.kill();
  await expect.poll(() => notes).toContain('The services will start again when its disk has room.');
  await expect.poll(() => notes.at(-1)).toBe('Restarted the services.');
});

test('one that ends at once, again and again, is given up with its last words', async () => {
  const { supervised, started, problem } = await supervise(
    ['console.error("the table is missing"); process.exit(3)'],
    { firstPauseInMs: 1 },
  );
  await supervised.start();
  const { message } = await problem;
  expect(message).toMatch(
    /^The services will not stay up: it ended 6 times in a row \(exit code 3\)\./,
  );
  expect(message).toMatch(/the table is missing$/);
  expect(started).toHaveLength(6);
  await expect(supervised.whenReady()).rejects.toThrow(StartProblem);
});

test('one that refuses its settings is given up at once, with its own sentence', async () => {
  const refusal = new SettingsProblem('LECTERN_PORT is http.');
  const { supervised, notes, problem } = await supervise([waits, refusal]);
  await supervised.start();
  await supervised.kill();
  expect(await problem).toBe(refusal);
  await expect(supervised.whenReady()).rejects.toBe(refusal);
  expect(notes).toEqual(['Restarting the services, which ended (killed by SIGKILL).']);
});

test('a process that ignores the request to stop is made to', async () => {
  const folder = await temporaryFolder();
  const stubborn = await startProcess({
    command: process.execPath,
    args: ['--eval', `process.on('SIGTERM', () => {}); console.log('ready'); ${waits}`],
    environment: process.env,
    logFile: join(folder, 'stubborn.log'),
    workingFolder: folder,
    endsWithStarter: true,
    stopSignal: 'SIGTERM',
    stopTimeInMilliseconds: 50,
    forceSignal: 'SIGKILL',
  });
  onTestFinished(() => stubborn.kill());
  await expect.poll(() => stubborn.output()).toContain('ready');
  await stubborn.stop();
  expect(stubborn.howEnded()).toBe('killed by SIGKILL');
});
