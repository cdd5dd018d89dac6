import { closeSync, existsSync, statSync, writeFileSync, writeSync } from 'node:fs';
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
