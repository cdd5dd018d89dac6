import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { upload } from '../../src/publish/upload.ts';

const size_in_bytes = 12;

/** A gateway whose line breaks after each byte, or before any. */
async function send(bytesOfAttempt: number) {
  const folder = await mkdtemp(join(tmpdir(), 'upload-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'film.mp4');
  await writeFile(file, Buffer.alloc(size_in_bytes));
  let [kept, attempts] = [0, 0];
  const gateway: typeof fetch = async (_address, { method } = {}) => {
    if (method === 'HEAD') return new Response(null, { headers: { 'Upload-Offset': `${kept}` } });
    attempts++;
    kept += bytesOfAttempt;
    return new Response('{}', { status: 503, headers: { 'Retry-After': '0.001' } });
  };
  const given = { path: 'film.mp4', file, address: 'https://files.example/uploads/1' };
  const sent = upload({ ...given, size_in_bytes, media_type: 'video/mp4' }, { send: gateway });
  return { sent: await sent.then(() => 'sent', String), attempts };
}

test('row 109: a slow line that breaks often comes to its end', async () => {
  expect(await send(1)).toEqual({ sent: 'sent', attempts: size_in_bytes });
});

test('a file that has gone is no broken connection', async () => {
  const gone = { path: 'film.mp4', file: '/nirgends/film.mp4', address: 'https://files.example/1' };
  const sent = upload({ ...gone, size_in_bytes, media_type: 'video/mp4' });
  await expect(sent).rejects.toThrow('film.mp4 changed while it was being published');
});

test('one that brings nothing is given up', async () => {
  const { sent, attempts } = await send(0);
  expect(sent).toContain('refused film.mp4 (503)');
  expect(attempts).toBe(5);
});
