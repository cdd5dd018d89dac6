import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { publishDemo } from '../../src/publishing/publish-demo.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** Nothing listens there. */
const nowhere = 'http://localhost:1';

async function world(manifest: object) {
  const folder = await temporaryFolder();
  const publication = join(folder, 'publication');
  await mkdir(publication);
  await writeFile(join(publication, 'lectern.json'), JSON.stringify(manifest));
  const context = {
    addresses: { shell: nowhere, identityProvider: nowhere },
    dataFolder: { logs: join(folder, 'logs') },
    secrets: { publisher: 'a-secret-that-nobody-is-told' },
  };
  return { context, publication, logFile: join(folder, 'logs', 'publishing.log') };
}

const good = {
  mandant_identifier: 'LECTERN',
  course: { course_id: 'see', title: 'Am See' },
  issue: { issue_id: 'see-1', title: 'Am See', distribution_channel: 'WEBPUB' },
  product_references: [],
  topics: [{ topic_id: 'ufer', title: 'Das Ufer' }],
};

test('a platform that does not answer: what the command says, the log, and no secret', async () => {
  const { context, publication, logFile } = await world(good);
  const publishing = publishDemo(context, new AbortController().signal, publication);
  const error = await publishing.catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: 'StartProblem' });
  const { message } = error as Error;
  expect(message).toMatch(/^The demo publication could not be published; everything else runs\. /);
  expect(message).toContain(`Signing in at ${nowhere} as lectern-publisher failed.`);
  expect(message).toContain(logFile);
  expect(message + (await readFile(logFile, 'utf8'))).not.toContain(context.secrets.publisher);
});

test('a manifest with a fault: the place of it', async () => {
  const { context, publication } = await world({ ...good, topics: [] });
  await expect(publishDemo(context, new AbortController().signal, publication)).rejects.toThrow(
    /lectern\.json:\d+:\d+: /,
  );
});

test('given up before it has begun, it ends with the reason', async () => {
  const { context, publication } = await world(good);
  const reason = new Error('stopped');
  const publishing = publishDemo(context, AbortSignal.abort(reason), publication);
  await expect(publishing).rejects.toBe(reason);
});
