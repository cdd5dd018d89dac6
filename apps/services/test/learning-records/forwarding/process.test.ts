import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createKey } from '../../../src/learning-records/access/api-keys.ts';
import { startTestProcess, type TestProcess } from '../../process.ts';
import { statementOf } from '../statement-samples.ts';
import { base, basic, clientOf } from '../xapi/requests.ts';
import { startHostileStore } from './hostile-store.ts';

async function settingsFile(targets: readonly object[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-forwarding-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'forwarding.json');
  await writeFile(file, JSON.stringify(targets));
  return file;
}

async function postMany(platform: Pick<TestProcess, 'url' | 'database'>, count: number) {
  const { key, secret } = await createKey(platform.database, { title: 'T', scopes: ['all'] });
  const statements = Array.from({ length: count }, () => statementOf());
  const answer = await clientOf(platform, basic(key, secret))(`${base}/statements`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(statements),
  });
  expect(answer.status).toBe(200);
  return statements.map(({ id }) => id);
}

test('a process that is killed while it sends loses nothing: the next one goes on', async () => {
  const store = await startHostileStore();
  onTestFinished(() => store.close());
  const target = { name: 'other', endpoint: store.endpoint, key: 'k', secret: 's' };
  const first = await startTestProcess({
    LECTERN_FORWARDING: await settingsFile([target]),
    LECTERN_FORWARDING_NETWORKS: '127.0.0.1',
  });
  const sent = await postMany(first, 20);
  await expect.poll(() => store.kept).toEqual(sent);

  // It takes them, and the process learns nothing of that.
  store.answer((_response, { statements }) => {
    taken.push(...statements.map(({ id }) => id));
  });
  const taken: string[] = [];
  const late = await postMany(first, 30);
  await expect.poll(() => taken).toEqual(late);
  const figures = await (await fetch(`${first.operationsUrl}/metrics`)).text();
  expect(figures).toMatch(/^lectern_forwarding\{target="other",state="behind"\} 30$/m);
  first.kill('SIGKILL');
  await first.exited;

  store.answer(store.keep);
  await first.takeOver({
    forwarding: { targets: [target], networks: ['127.0.0.1'], pollInMs: 20 },
  });
  await expect.poll(() => store.kept).toEqual([...sent, ...late]);
});
