import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { S3Options } from '../../src/files/s3-store.ts';

/** A store that speaks S3, checks signatures and keeps its objects in a temporary folder. */
export interface S3Server {
  readonly options: S3Options;
  close(): Promise<void>;
}

const bucket = 'lectern-files';

export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'lectern-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  });
  const { port } = (await server.run()) as AddressInfo;
  return {
    options: {
      bucketUrl: `http://127.0.0.1:${port}/${bucket}`,
      region: 'us-east-1',
      // The one key that this server knows.
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    async close() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
