import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { makeBeforeAll, startBeforeAll } from '../platform.ts';
import { codeIn, startFileWorld } from './file-world.ts';
import { smallPartSizeInBytes, storeKinds } from './stores.ts';
import { patch, tus, uploaderOf } from './uploader.ts';
import { rowsOf } from '../rows.ts';

/* Single requests of tus 1.0.0, against both stores. */

describe.each(storeKinds)('in %s, a request', (_name, start) => {
  const part = smallPartSizeInBytes + 1;
  /** An upload with one part of a file, behind which stands what is not of it. */
  const begun = async () => {
    const bytes = randomBytes(3 * part);
    const { address } = await uploader.announced(bytes.subarray(0, -1));
    const answer = await patch(address, bytes.subarray(0, part), 0);
    expect([answer.status, answer.headers.get('Upload-Offset')]).toEqual([204, String(part)]);
    expect(answer.headers.get('Tus-Resumable')).toBe('1.0.0');
    return { bytes, address };
  };

  const place = startBeforeAll(start);
  const world = startBeforeAll(() =>
    startFileWorld({
      store: place.options,
      partSizeInBytes: smallPartSizeInBytes,
    }),
  );
  const uploader = makeBeforeAll(async () => uploaderOf(await world.newPerson('administrator')));

  test.each(['HEAD', 'GET'])('asks how much is there, by %s', async (method) => {
    const { address, bytes } = await begun();
    const headers = { ...tus, 'X-HTTP-Method-Override': 'PATCH' };
    const answer = await fetch(address, { method, headers });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'tus-resumable': '1.0.0',
      'upload-offset': String(part),
      'upload-length': String(bytes.length - 1),
      'cache-control': 'no-store',
    });
  });

  const withHeaders = (headers: Record<string, string>) => (next: Buffer) =>
    [next.subarray(0, part), part, headers] as const;
  test.each<
    [string, (next: Buffer) => readonly [Buffer | ReadableStream, number, object?], number, string]
  >([
    ['that leaves bytes out', (next) => [next.subarray(1), part + 1], 409, 'UPLOAD_OFFSET'],
    ['that begins anew', (next) => [next, 0], 409, 'UPLOAD_OFFSET'],
    ['whose offset is no number', withHeaders({ 'Upload-Offset': 'x' }), 409, 'UPLOAD_OFFSET'],
    ['of another version', withHeaders({ 'Tus-Resumable': '0.2.2' }), 412, 'UPLOAD_VERSION'],
    [
      'of the type of the file',
      withHeaders({ 'Content-Type': 'application/octet-stream' }),
      415,
      'UPLOAD_PATCH_TYPE',
    ],
    ['with more than the rest', (next) => [next, part], 413, 'UPLOAD_TOO_LARGE'],
    [
      'with less than a bucket takes',
      (next) => [next.subarray(0, smallPartSizeInBytes - 1), part],
      400,
      'UPLOAD_PART_TOO_SMALL',
    ],
    ['that says no length', (next) => [new Blob([next]).stream(), part], 411, 'UPLOAD_LENGTH'],
  ])('%s is refused, and what was there stays', async (_what, request, status, code) => {
    const { address, bytes } = await begun();
    const [body, offset, headers] = request(bytes.subarray(part));
    const answer = await patch(address, body, offset, { ...headers });
    expect([answer.status, await codeIn(answer)]).toEqual([status, code]);
    expect(answer.headers.get('Tus-Resumable')).toBe('1.0.0');
    expect(answer.headers.get('Tus-Version')).toBe(status === 412 ? '1.0.0' : null);
    expect(answer.headers.get('Upload-Offset')).toBe(status === 409 ? String(part) : null);
    expect((await patch(address, bytes.subarray(part, -1), part)).status).toBe(204);
  });

  test('that does not say its version is refused, too', async () => {
    const { address } = await begun();
    const answer = await fetch(address, { method: 'HEAD' });
    expect([answer.status, answer.headers.get('Tus-Version')]).toEqual([412, '1.0.0']);
  });

  test('about an upload that has ended is told so', async () => {
    const { address, bytes } = await begun();
    await rowsOf(world.database, 'atma.uploads').set({ expires_at: new Date(Date.now() - 1000) });
    const asked = await fetch(address, { method: 'HEAD', headers: tus });
    const sent = await patch(address, bytes.subarray(part, -1), part);
    expect([asked.status, sent.status, await codeIn(sent)]).toEqual([404, 404, 'UPLOAD_UNKNOWN']);
  });

  test('names another method in its head alone', async () => {
    const { address } = await uploader.announced(randomBytes(10));
    const post = (headers: Record<string, string>) => fetch(address, { method: 'POST', headers });
    expect((await post(tus)).status).toBe(404);
    const asked = await post({ ...tus, 'X-HTTP-Method-Override': 'HEAD' });
    expect([asked.status, asked.headers.get('Upload-Offset')]).toEqual([200, '0']);
  });

  test('of a page of another origin is let through, and its answer can be read', async () => {
    const { address } = await uploader.announced(randomBytes(10));
    const asked = await fetch(address, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://content.example',
        'Access-Control-Request-Method': 'PATCH',
        'Access-Control-Request-Headers': 'content-type,tus-resumable,upload-offset',
      },
    });
    expect(asked.status).toBe(204);
    expect([asked.headers.get('Tus-Resumable'), asked.headers.get('Tus-Version')]).toEqual([
      '1.0.0',
      '1.0.0',
    ]);
    expect(asked.headers.get('Tus-Extension')).toBeNull();
    const listed = (answer: Response, name: string) =>
      answer.headers.get(`Access-Control-${name}`)?.toLowerCase().split(', ');
    expect(listed(asked, 'Allow-Methods')).toEqual(
      expect.arrayContaining(['head', 'patch', 'post']),
    );
    const allowed = new Set(listed(asked, 'Allow-Headers'));
    // As browsers ask: the wildcard is every name but Authorization (Fetch, section 4.8).
    const isLetThrough = (name: string) =>
      allowed.has(name) || (allowed.has('*') && name !== 'authorization');
    for (const name of [
      'content-type',
      'tus-resumable',
      'upload-offset',
      'x-http-method-override',
      'x-request-id',
      'upload-metadata',
      'authorization',
      'traceparent',
      'baggage',
      'x-requested-with',
    ]) {
      expect(isLetThrough(name), name).toBe(true);
    }
    const response = await fetch(address, { method: 'HEAD', headers: tus });
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(listed(response, 'Expose-Headers')).toEqual(
      expect.arrayContaining(['tus-resumable', 'tus-version', 'upload-length', 'upload-offset']),
    );
  });
});
