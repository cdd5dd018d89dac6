import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { openExportFile } from '../../src/commands/export-file.ts';

async function* linesOf(...lines: readonly string[]) {
  for (const line of lines) yield `${line}\n`;
}

test('each part can be read as soon as it is written, whatever comes after it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-kept-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'kept.gz');
  const file = await openExportFile(path);
  await file.write(linesOf('one', 'two'));
  const first = await readFile(path);
  expect(gunzipSync(first).toString()).toBe('one\ntwo\n');
  const broken = async function* () {
    yield 'three\n';
    throw new Error('The database is gone.');
  };
  await expect(file.write(broken())).rejects.toThrow('The database is gone.');
  await file.close();
  expect((await readFile(path)).subarray(0, first.length)).toEqual(first);
  await expect(openExportFile(path)).rejects.toThrow('The file cannot be written');
});

test('without a part there is no file', async () => {
  const path = join(tmpdir(), `lectern-kept-${process.pid}.gz`);
  await (await openExportFile(path)).close();
  await expect(stat(path)).rejects.toThrow('ENOENT');
});
