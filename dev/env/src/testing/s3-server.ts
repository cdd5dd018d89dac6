import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A store that speaks S3, checks signatures and keeps its objects in a temporary folder. */
export interface S3Server {
  /** For the store of files of the services. */
  readonly options: {
    readonly bucketUrl: string;
    readonly region: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
  };
  close(): Promise<void>;
}

const require = createRequire(import.meta.url);
/** What is used of it; the package has no types. */
const S3rver = require('@20minutes/s3rver') as new (options: {
  readonly address: string;
  readonly port: number;
  readonly silent: boolean;
  readonly directory: string;
  readonly configureBuckets: readonly { readonly name: string }[];
}) => {
  run(): Promise<unknown>;
  close(): Promise<void>;
};

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
