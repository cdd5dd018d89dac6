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

test('row 109: where all places are taken, whoever has the most gives one to who has less', async () => {
  const running = new RunningUploads({ uploadsAtOnce: 4, uploadsAtOncePerSubject: 2 });
  const states = new Map<string, string>();
  for (const [uploadId, subject] of [
    ['1', 'mia'],
    ['2', 'mia'],
    ['3', 'ben'],
    ['4', 'ben'],
    ['5', 'lea'],
    ['6', 'jan'],
    ['7', 'ida'],
  ] as const) {
    void start(running, uploadId, subject).then((state) => states.set(uploadId, state));
    // One after another, as requests come.
    await setImmediate();
  }
  await expect
    .poll(() => Object.fromEntries(states))
    .toEqual({
      2: 'overtaken',
      4: 'overtaken',
      7: 'OVERLOADED',
    });
});
