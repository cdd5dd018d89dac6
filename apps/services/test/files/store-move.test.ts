import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { startS3Server } from '@lectern/env/testing';
import { expect, onTestFinished, test } from 'vitest';
import { openStore, storeKinds } from './stores.ts';

/* An installation begins with a folder, and goes on with a bucket. */

const page = new URL('../../../../docs/operate/files.md', import.meta.url);
const [[, startFolder] = []] = storeKinds;

test('what the page says copies a folder to a bucket, which gives the same', async () => {
  const [folder, bucket] = [await startFolder!(), await startS3Server()];
  onTestFinished(async () => {
    await folder.close();
    await bucket.close();
  });
  const [from, to] = [await openStore(folder), await openStore(bucket)];
  const objects = new Map([0, 1, 12 * 1024 ** 2].map((size) => [randomUUID(), randomBytes(size)]));
  for (const [object, bytes] of objects) await from.put(object, bytes);

  const commands = /```sh\n(cd "\$LECTERN_FILES_FOLDER[\s\S]+?)```/.exec(
    await readFile(page, 'utf8'),
  )![1]!;
  const { options } = bucket;
  const { stdout, stderr } = await promisify(execFile)('sh', ['-c', commands], {
    env: {
      PATH: process.env['PATH'],
      LECTERN_FILES_FOLDER: 'folder' in folder.options ? folder.options.folder : '',
      LECTERN_S3_BUCKET_URL: options.bucketUrl,
      LECTERN_S3_REGION: options.region,
      LECTERN_S3_ACCESS_KEY_ID: options.accessKeyId,
      LECTERN_S3_SECRET_ACCESS_KEY: options.secretAccessKey,
    },
  });
  expect(stdout + stderr).toBe('');
  for (const [object, bytes] of objects) {
    expect((await buffer(await to.read(object))).equals(bytes)).toBe(true);
  }
});
