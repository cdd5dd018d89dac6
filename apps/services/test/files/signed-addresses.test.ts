import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeBeforeAll, startBeforeAll } from '../platform.ts';
import { codeIn, keyOf, publish, send, startFileWorld } from './file-world.ts';
import { licensed } from './licensed.ts';
import { storeKinds } from './stores.ts';

/* Rows 43, 44 and 53 of the security cases, against both stores: what opens bytes, and how they are given. */

describe.each(storeKinds)('in %s', (_name, start) => {
  const content = 'only for those who have a licence';

  const place = startBeforeAll(start);
  const world = startBeforeAll(() => startFileWorld({ store: place.options }));
  const publisher = makeBeforeAll(() => world.newPerson('administrator'));
  const pupil = makeBeforeAll(() => world.newPerson());
  const paid = makeBeforeAll(() =>
    publish(publisher, content, { file_name: 'Blatt.txt', media_type: 'text/plain' }),
  );
  afterEach(() => {
    vi.useRealTimers();
  });

  const { access, refusalOf } = licensed(() => paid);

  describe('row 43: an address', () => {
    let address: URL;
    beforeAll(async () => {
      address = new URL((await access(pupil, await world.license(pupil))).address);
    });
    const changed = (change: (url: URL) => void) => {
      const url = new URL(address);
      change(url);
      return url;
    };
    const replace = (name: string, value: string) => (url: URL) =>
      url.searchParams.set(name, value);

    test('is on another origin than the services, and names nobody', () => {
      expect(address.origin).not.toBe(world.platform.url);
      expect(address.href).not.toContain(pupil.subject);
    });

    test.each<[string, (url: URL) => void]>([
      ['without its signature', (url) => url.searchParams.delete('s')],
      [
        'with a signature that ends in another way',
        (url) => {
          const signature = url.searchParams.get('s')!;
          const last = signature.at(-1) === 'A' ? 'B' : 'A';
          url.searchParams.set('s', signature.slice(0, -1) + last);
        },
      ],
      ['that ends later', replace('e', new Date(Date.now() + 3_600_000).toISOString())],
      ['for other bytes', replace('o', randomUUID())],
      ['for another subject', replace('u', 'AAAAAAAAAAAAAAAAAAAAAA')],
      ['of another type', replace('t', 'text/html')],
      ['of another size', replace('z', '5')],
      ['under another name', (url) => (url.pathname = '/files/page.html')],
      ['with more', (url) => url.searchParams.append('x', '1')],
      ['with its signature twice', (url) => url.searchParams.append('s', 'A'.repeat(43))],
      ['out of the store', (url) => (url.pathname = '/files/..%2f..%2fetc%2fpasswd')],
    ])('%s opens nothing', async (_what, change) => {
      const answer = await fetch(changed(change));
      expect([answer.status, await codeIn(answer)]).toEqual([403, 'ADDRESS_REFUSED']);
    });

    test('to fetch from is none to send to', async () => {
      const url = changed((address) => (address.pathname = `/uploads/${randomUUID()}`));
      const answer = await send(url.href, 'x');
      expect([answer.status, await codeIn(answer)]).toEqual([403, 'ADDRESS_REFUSED']);
    });

    test('holds for five minutes', async () => {
      const file = await access(pupil, await world.license(pupil));
      const end = Date.parse(file.expires_at);
      vi.useFakeTimers({ toFake: ['Date'], now: end - 1 });
      expect((await fetch(file.address)).status).toBe(200);
      vi.setSystemTime(end);
      expect((await fetch(file.address)).status).toBe(403);
    });

    test('of one subject is none of another', async () => {
      const other = await world.newPerson();
      const file = await access(other, await world.license(other));
      const mark = (href: string) => new URL(href).searchParams.get('u');
      expect(mark(file.address)).not.toBe(mark(address.href));
    });

    test.each([
      ['50 %.txt', '50__.txt'],
      ['C#.txt', 'C_.txt'],
      ['Warum?.txt', 'Warum_.txt'],
      ['a; b, c & d+e.txt', 'a__b__c___d_e.txt'],
      ["(Mia's) *!~.txt", '_Mia_s_____.txt'],
      ['Übung.txt', '_bung.txt'],
      ['…', '_'],
    ])('of %s has a path that no proxy writes in another way', async (file_name, inPath) => {
      const file = await publish(publisher, randomUUID(), { file_name, is_public: true });
      const url = new URL((await access(pupil, {}, file)).address);
      expect(url.pathname).toBe(`/files/${inPath}`);
      const disposition = (await fetch(url)).headers.get('content-disposition')!;
      expect(decodeURIComponent(disposition)).toBe(`attachment; filename*=UTF-8''${file_name}`);
    });

    test('of deleted bytes opens nothing more', async () => {
      const file = await publish(publisher, `goes soon ${randomUUID()}`, { is_public: true });
      const { address: gone } = await access(pupil, {}, file);
      await publisher.as('atma').fileConfigDelete({ body: { file_config_dtos: [keyOf(file)] } });
      await expect.poll(async () => (await fetch(gone)).status).toBe(404);
      expect(await refusalOf(pupil, {}, file)).toBe('FILE_NOT_FOUND');
    });
  });

  describe('row 53: what was uploaded', () => {
    test.each([
      ['Seite.html', 'text/html', '<script>alert(1)</script>', 'attachment'],
      ['Bild.svg', 'image/svg+xml', '<svg onload="alert(1)"/>', 'attachment'],
      ['Skript.js', 'text/javascript', 'alert(1)', 'attachment'],
      ['Dokument.pdf', 'application/pdf', '%PDF-1.7 ', 'attachment'],
      ['Bild.gif', 'image/gif', 'GIF89a       ', 'inline'],
    ])('%s runs nowhere', async (file_name, media_type, bytes, kind) => {
      const file = await publish(publisher, bytes, { file_name, media_type, is_public: true });
      const { address } = await access(pupil, {}, file);
      const answer = await fetch(address);
      expect(await answer.text()).toBe(bytes);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': media_type,
        'content-disposition': `${kind}; filename*=UTF-8''${file_name}`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-frame-options': 'DENY',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'access-control-allow-origin': '*',
      });
      expect(answer.headers.get('set-cookie')).toBeNull();
    });

    test('may be sent and fetched by pages of other origins, without cookies', async () => {
      const { address } = await access(
        pupil,
        {},
        await publish(publisher, 'x', { is_public: true }),
      );
      const answer = await fetch(address, {
        method: 'OPTIONS',
        headers: { Origin: 'https://content.example', 'Access-Control-Request-Method': 'PUT' },
      });
      expect(answer.status).toBe(204);
      expect(answer.headers.get('access-control-allow-methods')).toBe(
        'GET, HEAD, PATCH, POST, PUT',
      );
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    });

    test('lies where no call and no page is', async () => {
      const { origin } = new URL(
        (await access(pupil, {}, await publish(publisher, 'y', { is_public: true }))).address,
      );
      for (const path of ['/', '/atma/v1/ping', '/docs', '/files/', '/files', '/uploads/']) {
        const answer = await fetch(origin + path, { headers: { Accept: 'text/html' } });
        expect(answer.status, path).toBeGreaterThanOrEqual(403);
        expect(answer.headers.get('content-type'), path).toContain('application/json');
      }
    });
  });
});
