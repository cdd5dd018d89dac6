import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { lockDataFolder } from '../../src/data-folder/lock.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const lockModule = new URL('../../src/data-folder/lock.ts', import.meta.url).href;

/** Another process that holds the lock until it is killed. */
async function holdElsewhere(folder: string) {
  const program = `
    const { lockDataFolder } = await import(${JSON.stringify(lockModule)});
    await lockDataFolder(${JSON.stringify(folder)}, 'http://localhost:8080');
    process.send('held');
    setInterval(() => {}, 60_000);`;
  const holder = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  onTestFinished(() => void holder.kill('SIGKILL'));
  await once(holder, 'message');
  return holder;
}

test('a second process is told who holds the folder', async () => {
  const folder = await temporaryFolder();
  const holder = await holdElsewhere(folder);
  await expect(lockDataFolder(folder, '')).rejects.toThrow(
    `Lectern is already running with the data folder ${folder} (process ${holder.pid}, http://localhost:8080).`,
  );
});

test('a killed holder’s lock is free at once, and its end is known', async () => {
  const folder = await temporaryFolder();
  const holder = await holdElsewhere(folder);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  const lock = await lockDataFolder(folder, '');
  expect(lock.lastHolderWasKilled).toBe(true);
  await lock.release();
});

test('a released lock can be taken again, in the same process too', async () => {
  const folder = await temporaryFolder();
  const first = await lockDataFolder(folder, '');
  expect(first.lastHolderWasKilled).toBe(false);
  await expect(lockDataFolder(folder, '')).rejects.toThrow(/is already running/);
  await first.release();
  const second = await lockDataFolder(folder, '');
  expect(second.lastHolderWasKilled).toBe(false);
  await second.release();
});

test('of ten that want it at once, one gets it', async () => {
  const folder = await temporaryFolder();
  const attempts = await Promise.allSettled(
    Array.from({ length: 10 }, () => lockDataFolder(folder, '')),
  );
  const won = attempts.filter((attempt) => attempt.status === 'fulfilled');
  expect(won).toHaveLength(1);
  await won[0]?.value.release();
});
