import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { outcomeOf } from '../bare-server.ts';
import { mountSmallDisk } from '../small-disk.ts';
import {
  answerOf,
  beginUpload,
  formEnd,
  formHead,
  formType,
  sendForm,
  startFormServer,
} from './form-server.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forms-'));
  vi.stubEnv('TMPDIR', folder);
});
afterAll(() => rm(folder, { recursive: true }));

/** Files of the folder that this process has open, with a name or without; Linux tells. */
async function openFiles(): Promise<readonly string[]> {
  const descriptors = await readdir('/proc/self/fd');
  const targets = await Promise.all(
    descriptors.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  );
  return [...targets.filter((target) => target.startsWith(folder)), ...(await readdir(folder))];
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const upload = async ({ body }: { body: { file: File } }) => ({
  size: body.file.size,
  hash: hashOf(new Uint8Array(await body.file.arrayBuffer().catch(() => new ArrayBuffer()))),
});
/** Reads as a handler does: piece by piece. */
const uploadStreamed = async ({ body }: { body: { file: File } }) => {
  const hash = createHash('sha256');
  for await (const chunk of body.file.stream()) hash.update(chunk);
  return { size: body.file.size, hash: hash.digest('hex') };
};

const fields = { subject: 'mia', file_size: '3' };

describe('a form', () => {
  test.each([0, 1, 100, 70_000, 3_000_000])(
    'brings a file of %d bytes to its handler as it is, and leaves nothing on the disk',
    async (size) => {
      const { url } = await startFormServer({ upload: uploadStreamed });
      const bytes = randomBytes(size);
      const form = new FormData();
      form.set('subject', 'mia');
      form.set('file_size', String(size));
      form.set('file', new Blob([bytes]), 'ä".zip');
      const answer = await fetch(`${url}/upload`, { method: 'POST', body: form });
      expect(await answer.json()).toEqual({ result_state: 'OK', size, hash: hashOf(bytes) });
      expect(await openFiles()).toEqual([]);
    },
  );

  test('arrives in any pieces', async () => {
    const { port, inFlight } = await startFormServer({ upload: uploadStreamed });
    const whole = Buffer.from(formHead(fields) + 'a\r\n--edg' + formEnd);
    const socket = await beginUpload(port, whole.length);
    socket.setNoDelay(true);
    for (const byte of whole) socket.write(Buffer.from([byte]));
    expect(await answerOf(socket)).toContain(hashOf(Buffer.from('a\r\n--edg')));
    socket.destroy();
    await expect.poll(inFlight).toBe(0);
  });

  const text = 'Content-Disposition: form-data; name="subject"\r\n\r\n';
  const form = (change: object = {}) => `${formHead({ ...fields, ...change })}abc${formEnd}`;
  const manyFields = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`f${i}`, '']));
  test.each<[string, string | Buffer, string?, string?]>([
    ['cut off in its file', formHead(fields) + 'abc'],
    ['cut off in its fields', `--edge\r\n${text}mi`],
    ['cut off in the head of a part', '--edge\r\nContent-Dispos'],
    ['without parts', '--edge--\r\n'],
    ['empty', ''],
    ['with another boundary', formHead(fields).replaceAll('--edge', '--egde')],
    ['without boundary', formHead(fields), '400 REQUEST_INVALID', 'multipart/form-data'],
    ['of another kind', '{}', '415 MEDIA_TYPE_UNSUPPORTED', 'application/json'],
    ['of mixed parts', form(), '415 MEDIA_TYPE_UNSUPPORTED', 'multipart/mixed; boundary=edge'],
    ['with a field twice', `--edge\r\n${text}mia\r\n${form()}`],
    ['with a field after the file', `${formHead(fields)}abc\r\n--edge\r\n${text}mia${formEnd}`],
    ['with an unknown field', form({ more: '1' })],
    ['with a field __proto__', form({ proto: '1' }).replace('proto', '__proto__')],
    ['without a field', `${formHead({ subject: 'mia' })}abc${formEnd}`],
    ['without the file', `--edge\r\n${text}mia${formEnd}`],
    ['with a NUL in a text', form({ subject: 'mi\0a' })],
    ['that is not UTF-8', Buffer.from(form({ subject: 'mi\xffa' }), 'latin1')],
    ['with too many parts', `${formHead(manyFields)}abc${formEnd}`],
    ['with a long text', form({ subject: 'm'.repeat(70_000) }), '413 BODY_TOO_LARGE'],
    ['of another subject', form({ subject: 'ben' }), '403 SUBJECT_FORBIDDEN'],
    ['over the limit', formHead(fields) + 'a'.repeat(9_000_000) + formEnd, '413 BODY_TOO_LARGE'],
  ])('%s is refused, and leaves nothing', async (_name, body, refusal, type = formType) => {
    const { url } = await startFormServer({ upload });
    const [status, code] = await outcomeOf(sendForm(url, body, type));
    expect(`${String(status)} ${String(code)}`).toBe(refusal ?? '400 REQUEST_INVALID');
    await expect.poll(openFiles).toHaveLength(0);
  });

  test('larger than the limit without saying so is refused once it is', async () => {
    const { port } = await startFormServer({ upload });
    const socket = await beginUpload(port, 'chunked');
    const chunk = (bytes: string) => `${bytes.length.toString(16)}\r\n${bytes}\r\n`;
    socket.write(chunk(formHead(fields)));
    for (let count = 0; count < 9; count++) socket.write(chunk('a'.repeat(1_000_000)));
    expect(await answerOf(socket)).toContain('BODY_TOO_LARGE');
    socket.destroy();
    await expect.poll(openFiles).toHaveLength(0);
  });

  test('of another subject is refused before its file is read', async () => {
    const { port } = await startFormServer({ upload });
    const socket = await beginUpload(port, 5_000_000);
    socket.write(`${formHead({ ...fields, subject: 'ben' })}PK`);
    expect(await answerOf(socket)).toContain('SUBJECT_FORBIDDEN');
    expect(await openFiles()).toEqual([]);
    socket.destroy();
  });

  test('whose client leaves in the middle of the file leaves nothing', async () => {
    const { port, inFlight } = await startFormServer({ upload });
    const socket = await beginUpload(port, 5_000_000);
    socket.write(`${formHead(fields)}${'a'.repeat(100_000)}`);
    await expect.poll(openFiles).toHaveLength(1);
    // Without a name: a process that is killed leaves nothing either.
    await expect.poll(() => readdir(folder)).toEqual([]);
    socket.destroy();
    await expect.poll(async () => [inFlight(), await openFiles()]).toEqual([0, []]);
  });

  test('that does not arrive in time is refused', async () => {
    const { port } = await startFormServer({ upload }, { limits: { fileTimeoutInMs: 200 } });
    const socket = await beginUpload(port, 5_000_000);
    socket.write(`${formHead(fields)}${'a'.repeat(100_000)}`);
    expect(await answerOf(socket)).toContain('REQUEST_TIMEOUT');
    await expect.poll(openFiles).toHaveLength(0);
    socket.destroy();
  });

  test('waits on the network while its file is looked at, and not in the memory', async () => {
    const { url } = await startFormServer(
      { upload: uploadStreamed },
      { limits: { uploadedBytesAtOnce: 2_000_000 } },
    );
    const form = (size: number) => formHead(fields) + 'a'.repeat(size) + formEnd;
    expect(await outcomeOf(sendForm(url, form(3_000_000)))).toEqual([503, 'OVERLOADED', '1']);
    // A refused form counts no longer.
    expect(await outcomeOf(sendForm(url, form(1_900_000)))).toEqual([200]);
    expect(await outcomeOf(sendForm(url, form(1_900_000)))).toEqual([200]);
    expect(await openFiles()).toEqual([]);
  });
});

const disk = mountSmallDisk(1);

test.skipIf(!disk)(
  'a form that fills the disk is answered that it passes, and gives its room back',
  async () => {
    vi.stubEnv('TMPDIR', disk);
    const { url } = await startFormServer({ upload });
    const sendFile = (size: number) => {
      const form = new FormData();
      form.set('subject', 'mia');
      form.set('file_size', String(size));
      form.set('file', new Blob([randomBytes(size)]), 'a.zip');
      return fetch(`${url}/upload`, { method: 'POST', body: form });
    };
    expect(await outcomeOf(sendFile(3_000_000))).toEqual([503, 'UNAVAILABLE', '1']);
    expect((await sendFile(500_000)).status).toBe(200);
  },
);
