import { createServer, type AddressInfo } from 'node:net';
import { expect, inject, onTestFinished, test } from 'vitest';
import { requireUsableDatabase } from '../../src/database/external.ts';

test('a database of a good version is used', async () => {
  await expect(requireUsableDatabase(inject('databaseUrl'))).resolves.toBeUndefined();
});

/** Speaks just enough of PostgreSQL's protocol to give its version. */
async function pretendToBe(version: string): Promise<string> {
  const message = (type: string, body: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(body.length + 4);
    return Buffer.concat([Buffer.from(type), length, body]);
  };
  const ready = message('Z', Buffer.from('I'));
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', Buffer.alloc(4)), ready]));
      socket.once('data', () => {
        const value = Buffer.from(version);
        const length = Buffer.alloc(6);
        length.writeInt16BE(1);
        length.writeInt32BE(value.length, 2);
        const column = Buffer.concat([Buffer.from('server_version\0'), Buffer.alloc(18)]);
        column.writeInt32BE(25, 21);
        socket.write(
          Buffer.concat([
            message('T', Buffer.concat([Buffer.from([0, 1]), column])),
            message('D', Buffer.concat([length, value])),
            message('C', Buffer.from('SHOW\0')),
            ready,
          ]),
        );
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `postgresql://lectern:geheim@127.0.0.1:${(server.address() as AddressInfo).port}/data`;
}

test('one that is too old is refused with its version', async () => {
  const url = await pretendToBe('14.11 (Debian 14.11-1)');
  await expect(requireUsableDatabase(url)).rejects.toThrow(
    /^The database of DATABASE_URL \(127\.0\.0\.1:\d+\/data\) is PostgreSQL 14\.11 .* Lectern needs 15 or newer\.$/,
  );
});

test.for<[string, string, RegExp]>([
  ['nobody there', 'postgresql://lectern:geheim@127.0.0.1:1/data', /ECONNREFUSED/],
  ['nobody there, by name', 'postgresql://lectern:geheim@localhost:1/data', /ECONNREFUSED/],
  ['no such host', 'postgresql://lectern:geheim@no-such-host.invalid/data', /no-such-host/],
])('%s: says so, and keeps the password to itself', async ([, url, reason]) => {
  const problem = await requireUsableDatabase(url).catch((error: Error) => error.message);
  expect(problem).toMatch(/^The database of DATABASE_URL \(\S+\/data\) cannot be used: /);
  expect(problem).toMatch(reason);
  expect(problem).not.toContain('geheim');
});

test('no such database', async () => {
  const url = new URL(inject('databaseUrl'));
  url.pathname = '/nothing_here';
  await expect(requireUsableDatabase(url.href)).rejects.toThrow(
    /cannot be used: database "nothing_here" does not exist/,
  );
});
