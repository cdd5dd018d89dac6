import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { RunningUploads } from '../../src/files/running-uploads.ts';

/** An upload that sends until another one takes its place. */
function start(running: RunningUploads, uploadId: string, subject: string) {
  const upload = running.run(
    uploadId,
    subject,
    (overtaken) =>
      new Promise((_resolve, reject) => {
        overtaken.addEventListener('abort', () => reject(new Error('overtaken')));
      }),
  );
  return upload.then(
    () => 'sent',
    (error: Error) => error.message,
  );
}

/** Starts uploads one after another, as requests come. */
async function startAll(
  running: RunningUploads,
  uploads: readonly (readonly [uploadId: string, subject: string])[],
  states: Map<string, string>,
): Promise<void> {
  for (const [uploadId, subject] of uploads) {
    void start(running, uploadId, subject).then((state) => states.set(uploadId, state));
    await setImmediate();
  }
}

test('row 109: where all places are taken, whoever has the most gives one to who has less', async () => {
  const running = new RunningUploads({ uploadsAtOnce: 4, uploadsAtOncePerSubject: 2 });
  const states = new Map<string, string>();
  const uploads = [
    ['1', 'mia'],
    ['2', 'mia'],
    ['3', 'ben'],
    ['4', 'ben'],
    ['5', 'lea'],
    ['6', 'jan'],
    ['7', 'ida'],
  ] as const;
  await startAll(running, uploads, states);
  await expect
    .poll(() => Object.fromEntries(states))
    .toEqual({
      2: 'overtaken',
      4: 'overtaken',
      7: 'OVERLOADED',
    });
});

test('row 109: a request that waits for the one before it of its upload has no place to give', async () => {
  const running = new RunningUploads({ uploadsAtOnce: 3, uploadsAtOncePerSubject: 2 });
  const states = new Map<string, string>();
  const { promise: hanging, resolve: end } = Promise.withResolvers<void>();
  await startAll(
    running,
    [
      ['1', 'mia'],
      ['3', 'ben'],
    ],
    states,
  );
  const blocking = running.run('4', 'ben', () => hanging);
  await setImmediate();
  await startAll(
    running,
    [
      ['4', 'ben'],
      ['5', 'lea'],
    ],
    states,
  );
  await expect.poll(() => Object.fromEntries(states)).toEqual({ 3: 'overtaken' });
  end();
  await blocking;
});
