import { X509Certificate } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { certify, createAuthority } from '../../src/certificates/authority.ts';
import { findFreePorts } from '../../src/ports.ts';
import { startServerProcess } from '../../src/processes/server-process.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const entry = fileURLToPath(new URL('../starter/stand-in/server.ts', import.meta.url));
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

test.each<[string, { of?: string; for?: string; days?: number }, RegExp]>([
  ['has ended', { days: -500 }, /has expired \(CERT_HAS_EXPIRED\)/],
  ['has not begun', { days: 5 }, /not yet valid \(CERT_NOT_YET_VALID\)/],
  ['its authority may not sign', { for: '127.0.0.2' }, /permitted subtree violation/],
  [
    'is of another host',
    { of: '127.0.0.2', for: '127.0.0.2' },
    /altnames.*\(ERR_TLS_CERT_ALTNAME_INVALID\)/s,
  ],
])('a server whose certificate %s is told at once, and ends', async (...given) => {
  const host = '127.0.0.1';
  const [, { of = host, for: name = host, days = 0 }, words] = given;
  const authority = createAuthority(of, new Date());
  const certificate = new X509Certificate(authority.certificate);
  const certified = certify(name, { ...authority, certificate }, inDays(days));
  const folder = await temporaryFolder();
  const file = async (entryName: string, text: string) => {
    await writeFile(join(folder, entryName), text);
    return join(folder, entryName);
  };
  const { shell: port } = await findFreePorts();
  const server = {
    title: 'services',
    entry,
    readyUrl: `https://${host}:${port}/`,
    logFile: join(folder, 'log'),
    environment: {
      LECTERN_HOST: host,
      LECTERN_PORT: String(port),
      LECTERN_TLS_CERT: await file('cert', certified.certificate),
      LECTERN_TLS_KEY: await file('key', certified.key),
      NODE_EXTRA_CA_CERTS: await file('trusted', authority.certificate),
    },
  };
  const fault = await startServerProcess(server, new AbortController().signal).catch(
    (error: unknown) => error,
  );
  expect(fault).toHaveProperty('name', 'StartProblem');
  expect((fault as Error).message).toMatch(/^The certificate is refused: /);
  expect((fault as Error).message).toMatch(words);
});
