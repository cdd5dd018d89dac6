import { once } from 'node:events';
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { expect, onTestFinished } from 'vitest';
import { clientsAt } from '../platform.ts';
import {
  accessTo,
  publicationFile,
  type FileWorld,
  type Person,
  type PublicationFile,
} from './file-world.ts';

/** Header of each request of tus. */
export const tus = { 'Tus-Resumable': '1.0.0' } as const;

/** The head of a request that goes on there, as tus does. */
export const patchOf = (offset: number) => ({
  method: 'PATCH',
  headers: {
    ...tus,
    'Content-Type': 'application/offset+octet-stream',
    'Upload-Offset': String(offset),
  },
});

/** Goes on with an upload. */
export function patch(
  address: string,
  body: Buffer | ReadableStream,
  offset: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const from = patchOf(offset);
  const init = { ...from, headers: { ...from.headers, ...headers }, body };
  return fetch(address, body instanceof ReadableStream ? { ...init, duplex: 'half' } : init);
}

/** How much is kept. */
export async function offsetOf(address: string): Promise<number> {
  const answer = await fetch(address, { method: 'HEAD', headers: tus });
  return Number(answer.headers.get('Upload-Offset'));
}

/** Sends the beginning of a body that is announced in full; the request can be ended or broken off. */
export async function beginSending(
  address: string,
  { method, headers }: { readonly method: string; readonly headers: Record<string, string> },
  body: Buffer,
  sent: number,
) {
  const request = httpRequest(new URL(address), {
    method,
    headers: { ...headers, 'Content-Length': body.length },
  });
  request.on('error', () => {});
  request.write(body.subarray(0, sent));
  await expect.poll(() => request.writableLength).toBe(0);
  return request;
}

/** The status of the answer to a request; to be asked for before it may come. */
export async function statusOf(request: ClientRequest): Promise<number | undefined> {
  const [{ statusCode }] = (await once(request, 'response')) as [IncomingMessage];
  return statusCode;
}

/** Where another process of the services takes the bytes of an announced file. */
export async function addressElsewhere(
  { platform }: FileWorld,
  publisher: Person,
  file: PublicationFile,
): Promise<string> {
  const elsewhere = await platform.anotherProcess();
  onTestFinished(() => elsewhere.close());
  const { file_configs } = await clientsAt(elsewhere.url)('atma', publisher).fileConfigSaveV2({
    body: { file_config_dtos: [file] },
  });
  return file_configs[0]!.upload!.address;
}

/** Somebody who announces public files and looks at what became of them. */
export function uploaderOf(publisher: Person) {
  const announce = async (file: PublicationFile) => {
    const { file_configs } = await publisher.as('atma').fileConfigSaveV2({
      body: { file_config_dtos: [file] },
    });
    return file_configs[0]!.upload?.address;
  };
  const announced = async (bytes: Buffer, change: object = {}) => {
    const file = publicationFile(bytes, { is_public: true, ...change });
    return { file, address: (await announce(file))! };
  };
  const fetchFile = async (file: PublicationFile, headers: Record<string, string> = {}) => {
    const { file_accesses } = await publisher.as('atma').fileAccess({
      body: accessTo(file, publisher),
    });
    return fetch(file_accesses[0]!.file!.address, { headers });
  };
  const contentOf = async (file: PublicationFile) =>
    Buffer.from(await (await fetchFile(file)).arrayBuffer());
  const isThere = (file: PublicationFile) =>
    publisher
      .as('atma')
      .fileAccess({ body: accessTo(file, publisher) })
      .then(
        () => true,
        () => false,
      );
  return { announce, announced, fetchFile, contentOf, isThere };
}
