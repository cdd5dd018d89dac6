import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startPlatform } from '../../src/platform.ts';
import { StartProblem } from '../../src/problem.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const databaseUrl = 'postgresql://lectern:geheim@localhost:1/data';
const away = /^The database of DATABASE_URL \(localhost:1\/data\) cannot be used: .*ECONNREFUSED/m;
const cut =
  /^\S+secrets\.json holds no secrets: it was cut off or changed\. Restore it from a copy/m;

const problemOf = (dataFolder: string) =>
  startPlatform({ dataFolder, databaseUrl }).then(
    () => undefined,
    (error: unknown) => error,
  );

test('a start says all that is wrong at once', async () => {
  const folder = await temporaryFolder();
  const first = await problemOf(folder);
  expect(first).toBeInstanceOf(StartProblem);
  expect(first).toMatchObject({ message: expect.stringMatching(away) });
  expect(first).not.toMatchObject({ message: expect.stringMatching(cut) });

  const secrets = join(folder, 'secrets.json');
  const whole = await readFile(secrets, 'utf8');
  for (const damage of [
    () => truncate(secrets, 0),
    () => truncate(secrets, whole.length - 5),
    () => writeFile(secrets, '[]\0'),
    () => writeFile(secrets, '{"services":17}'),
    () => writeFile(secrets, '{"services":""}'),
    () => writeFile(secrets, 'null'),
  ]) {
    await damage();
    const problem = await problemOf(folder);
    expect(problem).toBeInstanceOf(StartProblem);
    expect(problem).toMatchObject({ message: expect.stringMatching(away) });
    expect(problem).toMatchObject({ message: expect.stringMatching(cut) });
    expect(problem).not.toMatchObject({ message: expect.stringContaining('geheim') });
    await writeFile(secrets, whole);
  }
});
