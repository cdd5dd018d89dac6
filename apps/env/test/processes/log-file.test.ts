import {
  chownSync,
  closeSync,
  existsSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { logSize, openLog, readLogSince } from '../../src/processes/log-file.ts';
import { temporaryFolder } from '../temporary-folder.ts';

test('a log is appended to, for its owner’s eyes, and read from where a start began', async () => {
  const file = join(await temporaryFolder(), 'logs', 'services.log');
  for (const words of ['first\n', 'second\n']) {
    const log = openLog(file);
    writeSync(log, words);
    closeSync(log);
  }
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readLogSince(file, 0)).toBe('first\nsecond\n');
  expect(readLogSince(file, 'first\n'.length)).toBe('second\n');
});

test('of a long log only the end is read', async () => {
  const file = join(await temporaryFolder(), 'services.log');
  writeFileSync(file, `${'x'.repeat(100_000)}the end`);
  const end = readLogSince(file, 0);
  expect(end).toHaveLength(4096);
  expect(end).toMatch(/the end$/);
});

test('a log that has grown large makes room for a new one', async () => {
  const file = join(await temporaryFolder(), 'services.log');
  writeFileSync(file, 'x'.repeat(6 * 1024 * 1024));
  closeSync(openLog(file));
  expect(logSize(file)).toBe(0);
  expect(statSync(`${file}.1`).size).toBe(6 * 1024 * 1024);
  closeSync(openLog(file));
  expect(existsSync(`${file}.2`)).toBe(false);
});

/** Opens a log as another user than root, and writes to it. */
function writeAs(user: number, file: string): void {
  process.seteuid!(user);
  try {
    const log = openLog(file);
    writeSync(log, 'mine');
    closeSync(log);
  } finally {
    process.seteuid!(0);
  }
}

test.skipIf(process.getuid?.() !== 0)('a log of another owner is put aside', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'services.log');
  writeFileSync(file, 'of root', { mode: 0o600 });
  chownSync(folder, 12_345, 12_345);
  writeAs(12_345, file);
  expect(readFileSync(file, 'utf8')).toBe('mine');
  expect(readFileSync(`${file}.1`, 'utf8')).toBe('of root');
});

test('where none can be written, the process goes without', async () => {
  const notFolder = join(await temporaryFolder(), 'logs');
  writeFileSync(notFolder, '');
  const log = openLog(join(notFolder, 'services.log'));
  writeSync(log, 'lost');
  closeSync(log);
  expect(readLogSince(join(notFolder, 'services.log'), 0)).toBe('');
});
