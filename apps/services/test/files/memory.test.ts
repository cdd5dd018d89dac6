import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  accessTo,
  publicationFile,
  send,
  startFileWorld,
  withoutVersion,
  type FileWorld,
  type Person,
} from './file-world.ts';
import { storeKinds } from './stores.ts';

/* A file of any size takes the memory of a few of its parts, on its way in and out. */

const mebibyte = 1024 ** 2;
const fileInMebibytes = 256;
/** Client and server share the process; a file in memory would be far more. */
const growthMaximum = 128 * mebibyte;

let world: FileWorld;
let publisher: Person;
let close: () => Promise<void>;

beforeAll(async () => {
  const place = await storeKinds[0]![1]();
  world = await startFileWorld({ store: place.options });
  publisher = await world.newPerson('administrator');
  close = async () => {
    await world.close();
    await place.close();
  };
});
afterAll(() => close());

/** The most that the process held more than at the beginning, in bytes. */
async function growthDuring(work: () => Promise<void>): Promise<number> {
  const begin = process.memoryUsage().rss;
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss - begin);
  }, 20);
  await work();
  clearInterval(timer);
  return most;
}

test('a large file comes and goes in parts', async () => {
  const file = publicationFile('', {
    is_public: true,
    size_in_bytes: fileInMebibytes * mebibyte,
  });
  const { file_configs } = await publisher.as('atma').fileConfigSave({
    body: { file_config_dtos: [withoutVersion(file)] },
  });
  let sent = 0;
  const piece = new Uint8Array(mebibyte).fill(7);
  const body = new ReadableStream({
    pull(controller) {
      if (sent++ < fileInMebibytes) controller.enqueue(piece);
      else controller.close();
    },
  });
  const upload = await growthDuring(async () => {
    expect((await send(file_configs[0]!.upload.address, body)).status).toBe(201);
  });
  const { file_accesses } = await publisher.as('atma').fileAccess({
    body: accessTo(file, publisher),
  });
  let received = 0;
  const download = await growthDuring(async () => {
    const answer = await fetch(file_accesses[0]!.file!.address);
    for await (const chunk of answer.body!) received += (chunk as Uint8Array).length;
  });
  expect(received).toBe(fileInMebibytes * mebibyte);
  expect(Math.max(upload, download)).toBeLessThan(growthMaximum);
}, 120_000);
