import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { connect, createServer } from 'node:net';
import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { certify, createAuthority } from '../../src/certificates/authority.ts';
import { serveAuthority } from '../../src/certificates/authority-page.ts';
import { startPlatform, type Platform, type PlatformOptions } from '../../src/platform.ts';
import { findFreePorts } from '../../src/ports.ts';
import { StartProblem } from '../../src/problem.ts';
import type { Parts } from '../../src/product.ts';
import type { Progress } from '../../src/progress.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { standIns } from './stand-in/parts.ts';

/** With a database of its own. */
async function startWhole(options: PlatformOptions, parts: Parts = standIns()): Promise<Platform> {
  const platform = await startPlatform(options, parts);
  onTestFinished(() => platform.close());
  return platform;
}

/** With the database of the tests, where its own is of no interest: making one takes longest of all. */
const start = (options: PlatformOptions = {}, parts?: Parts) =>
  startWhole({ databaseUrl: inject('databaseUrl'), ...options }, parts);

/** A data folder with a database that was stopped in order, for those who need no new one. */
const usedFolder = await temporaryFolder(afterAll);

/** Process id of the stand-in at an address. */
const pidAt = async (address: string) => (await fetch(address)).text();

test('without options it runs on free ports in a temporary folder, and leaves nothing', async () => {
  const platform = await startWhole({});
  expect(new Set([platform.shell, platform.identityProvider, platform.content]).size).toBe(3);
  expect(await pidAt(platform.shell)).toMatch(/^\d+$/);
  await platform.close();
  await expect(fetch(platform.shell)).rejects.toThrow('fetch failed');
  expect(existsSync(platform.dataFolder)).toBe(false);
});

test('a killed server answers again, and so does a killed database', async () => {
  const platform = await startWhole({ dataFolder: usedFolder });
  const before = await pidAt(platform.shell);
  await platform.kill('services');
  await platform.whenReady('services');
  expect(await pidAt(platform.shell)).not.toBe(before);

  await platform.kill('database');
  await platform.whenReady('database');
  const client = new Client({ connectionString: platform.databaseUrl });
  await client.connect();
  await client.end();
});

test('commands find the embedded database by the data folder, and never one of an earlier start', async () => {
  const file = join(usedFolder, 'database-url');
  const platform = await startWhole({ dataFolder: usedFolder });
  expect(await readFile(file, 'utf8')).toBe(`${platform.databaseUrl}\n`);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await platform.close();

  await start({ dataFolder: usedFolder });
  expect(existsSync(file)).toBe(false);
});

test('a stopped server stays away until it is started', async () => {
  const platform = await start();
  await platform.stop('services');
  await expect(fetch(platform.shell)).rejects.toThrow('fetch failed');
  await platform.start('services');
  expect(await pidAt(platform.shell)).toMatch(/^\d+$/);
});

test('with a database of its own choice it starts none', async () => {
  const platform = await start();
  expect(platform.databaseUrl).toBe(inject('databaseUrl'));
  expect(existsSync(join(platform.dataFolder, 'postgresql'))).toBe(false);
  expect(() => platform.kill('database')).toThrow(/not a process of this platform/);
});

test('with another identity provider it starts none, the shell is told which, and nothing is published', async () => {
  const ports = await findFreePorts();
  const publish = async () => {
    throw new Error('published without a secret');
  };
  const parts = { ...standIns(), publish };
  const platform = await start({ ports, issuer: 'http://127.0.0.1:1' }, parts);
  expect(platform.identityProvider).toBe('http://127.0.0.1:1');
  await expect(fetch(`http://localhost:${ports.identityProvider}`)).rejects.toThrow('fetch failed');
  expect(() => platform.kill('identityProvider')).toThrow(/not a process of this platform/);
  const configuration: unknown = JSON.parse(
    await readFile(join(platform.dataFolder, 'configuration.json'), 'utf8'),
  );
  expect(configuration).toMatchObject({ signIn: { authority: 'http://127.0.0.1:1' } });
});

describe('for other devices', () => {
  const host = '127.0.0.1';
  const networkOf = async () => ({ host, authorityPort: (await findFreePorts()).shell });

  test('it speaks TLS, and offers the authority that they are to trust', async () => {
    const dataFolder = await temporaryFolder();
    const platform = await start({ network: await networkOf(), dataFolder });
    const { page, fingerprint } = platform.authority!;
    const certificate = await fetch(`${page}/lectern.crt`);
    expect(certificate.headers.get('Content-Type')).toBe('application/x-x509-ca-cert');
    const authority = new X509Certificate(Buffer.from(await certificate.arrayBuffer()));
    expect(authority.fingerprint256).toBe(fingerprint);
    for (const address of [platform.shell, platform.identityProvider, platform.content]) {
      expect(address).toMatch(/^https:\/\/127\.0\.0\.1:/);
      const request = get(address, { ca: authority.toString() });
      const [{ statusCode }] = (await once(request, 'response')) as [IncomingMessage];
      expect(statusCode).toBe(200);
      request.destroy();
    }
    await expect(fetch(platform.shell)).rejects.toThrow('fetch failed');
    await platform.close();
    await expect(fetch(page)).rejects.toThrow('fetch failed');
    const again = await start({ network: await networkOf(), dataFolder, reset: false });
    expect(again.authority!.fingerprint).toBe(fingerprint);
  });

  test.each([
    ['fr-CH, de;q=0.9', 'fr-CH', 'Ouvrir Lectern sur cet appareil'],
    ['it', 'it', 'Aprire Lectern su questo dispositivo'],
    ['en-GB,en;q=0.9', 'en-GB', 'Open Lectern on this device'],
    ['de-DE', 'de-DE', 'Lectern auf diesem Gerät öffnen'],
    ['', 'de-CH', 'Lectern auf diesem Gerät öffnen'],
  ])('the page in %j leads from the certificate to Lectern', async (language, locale, title) => {
    const certified = createAuthority(host, new Date());
    const authority = new X509Certificate(certified.certificate);
    const { shell: port } = await findFreePorts();
    const shell = 'https://192.168.1.20:8080';
    const served = await serveAuthority({ authority, listensOn: host, port, shell });
    onTestFinished(() => served.close());
    const headers = { 'Accept-Language': language };
    const page = await (await fetch(`http://${host}:${port}/`, { headers })).text();
    for (const part of [
      `<html lang="${locale}">`,
      `<h1>${title}</h1>`,
      '192.168.1.20',
      'href="/lectern.crt"',
      `href="${shell}"`,
    ]) {
      expect(page).toContain(part);
    }
    // An attacker who replaces the certificate replaces the page, too.
    expect(page).not.toContain(authority.fingerprint256);
    expect(page).toMatch(/SHA-256.*192\.168\.1\.20/s);
    expect(page).toContain('Safari');
    expect(await (await fetch(`http://${host}:${port}/?from=board`, { headers })).text()).toBe(
      page,
    );
    expect((await fetch(`http://${host}:${port}/authority.key`)).status).toBe(404);
  });

  test('the page takes a hundred connections, and no more', async () => {
    const certified = createAuthority(host, new Date());
    const authority = new X509Certificate(certified.certificate);
    const { shell: port } = await findFreePorts();
    const shell = 'https://192.168.1.20:8080';
    const served = await serveAuthority({ authority, listensOn: host, port, shell });
    onTestFinished(() => served.close());
    const open = Array.from({ length: 100 }, () => connect({ host, port }));
    await Promise.all(open.map((socket) => once(socket, 'connect')));
    await expect(fetch(`http://${host}:${port}/`)).rejects.toThrow('fetch failed');
    open[0]!.destroy();
    const answers = () =>
      fetch(`http://${host}:${port}/`).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(answers).toBe(200);
    for (const socket of open) socket.destroy();
  });

  test('the port of the page is looked at with the others, before anything starts', async () => {
    const network = await networkOf();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(network.authorityPort, host, resolve));
    onTestFinished(() => void server.close());
    const parts: Parts = {
      ...standIns(),
      seed: async () => expect.unreachable('has started'),
    };
    await expect(start({ network }, parts)).rejects.toThrow(
      /^Port \d+ is taken by another program\. .* --authority-port or LECTERN_AUTHORITY_PORT\.$/,
    );
  });

  test('a certificate of an authority that Node does not know is refused', async () => {
    const dataFolder = await temporaryFolder();
    const authority = createAuthority(host, new Date());
    const signer = { ...authority, certificate: new X509Certificate(authority.certificate) };
    const certified = certify(host, signer, new Date());
    const files = { certFile: join(dataFolder, 'c.pem'), keyFile: join(dataFolder, 'k.pem') };
    const given = { ...(await networkOf()), certificate: files };
    await writeFile(files.certFile, certified.certificate);
    await writeFile(files.keyFile, certified.key);
    await expect(start({ network: given })).rejects.toThrow(
      /^The certificate .*c\.pem has no chain: .*fullchain\.pem.*NODE_EXTRA_CA_CERTS/,
    );
    // Node finds the chain, and does not trust its end.
    await writeFile(files.certFile, certified.certificate + authority.certificate);
    await expect(start({ network: given })).rejects.toThrow(
      /^The certificate is of an authority that Node does not know\. .*NODE_EXTRA_CA_CERTS/,
    );
  });

  test.each([
    [
      '203.0.113.9',
      /^--host 203\.0\.113\.9 leads to 203\.0\.113\.9, and has to lead to this machine/,
    ],
    ['nowhere.invalid', /^--host nowhere\.invalid is not found, and has to lead to this machine/],
  ])('a host that is not this machine is refused: %s', async (other, sentence) => {
    const network = { ...(await networkOf()), host: other };
    await expect(start({ network })).rejects.toThrow(sentence);
  });
});

test('every step is shown', async () => {
  const titles: string[] = [];
  const progress: Progress = {
    note: () => {},
    step: (title, work) => {
      titles.push(title);
      return work();
    },
  };
  const dataFolder = await temporaryFolder();
  const ports = await findFreePorts();
  await start({ progress, dataFolder, ports });
  expect(titles).toEqual([
    `Data folder ${dataFolder}`,
    `Ports ${Object.values(ports).join(', ')}`,
    'Database',
    'IdentityProvider',
    'Services',
    'Demo data',
    'Content',
    'Demo publication',
  ]);
});

test('a publication that cannot be brought in is told, and everything else runs', async () => {
  const notes: string[] = [];
  const progress: Progress = { note: (line) => notes.push(line), step: (_title, work) => work() };
  const publish = async () => {
    throw new StartProblem('lectern.json:3:5 A topic appears twice.');
  };
  const platform = await start({ progress }, { ...standIns(), publish });
  expect(await pidAt(platform.shell)).toMatch(/^\d+$/);
  expect(notes).toEqual(['lectern.json:3:5 A topic appears twice.']);
});

test('a publication that changes is published again, where sources are followed', async () => {
  const notes: string[] = [];
  const progress: Progress = { note: (line) => notes.push(line), step: (_title, work) => work() };
  const folder = await temporaryFolder();
  let times = 0;
  const publish = async () => {
    times += 1;
    if (times === 2) throw new StartProblem('lectern.json:3:5 A topic appears twice.');
  };
  await start({ progress, watch: true }, { ...standIns(), publish, published: [folder] });
  expect(times).toBe(1);
  const save = (text: string) => writeFile(join(folder, 'lectern.json'), text);
  await save('with a fault');
  await expect.poll(() => times).toBe(2);
  expect(notes).toEqual(['lectern.json:3:5 A topic appears twice.']);
  await save('without one');
  await expect.poll(() => times).toBe(3);
});

test('a reset empties the data folder', async () => {
  const dataFolder = usedFolder;
  const first = await startWhole({ dataFolder });
  const count = async (url: string) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query('CREATE TABLE IF NOT EXISTS visit (id int GENERATED ALWAYS AS IDENTITY)');
    await client.query('INSERT INTO visit DEFAULT VALUES');
    const { rowCount } = await client.query('SELECT FROM visit');
    await client.end();
    return rowCount;
  };
  expect(await count(first.databaseUrl)).toBe(1);
  await first.close();
  const second = await startWhole({ dataFolder });
  expect(await count(second.databaseUrl)).toBe(2);
  await second.close();
  const third = await startWhole({ dataFolder, reset: true });
  expect(await count(third.databaseUrl)).toBe(1);
});

describe('a start that fails says why and leaves nothing running', () => {
  test('a taken port', async () => {
    const ports = await findFreePorts();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(ports.content, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    await expect(start({ ports })).rejects.toThrow(
      `Port ${ports.content} is taken by another program. Stop that program, or choose another port with --content-port or LECTERN_CONTENT_PORT.`,
    );
  });

  test('a server that ends with its last words', async () => {
    const dataFolder = usedFolder;
    const ports = await findFreePorts();
    const parts = standIns({ services: 'relation "aua.users" is missing' });
    await expect(startWhole({ ports, dataFolder }, parts)).rejects.toThrow(
      /^The services did not start \(exit code 3\)\. Last output:\nrelation "aua.users" is missing\nThe whole log is .*services\.log\.$/,
    );
    // Everything has ended: the same folder and the same ports can be used at once.
    await startWhole({ ports, dataFolder });
  });

  test('a server that refuses its settings, with its sentence', async () => {
    const sentence = 'LECTERN_CONFIGURATION names /x.json, which is not JSON.';
    await expect(start({}, standIns({ services: sentence }))).rejects.toMatchObject({
      message: sentence,
      exitCode: 2,
    });
  });

  test('a server that fills the disk', async () => {
    const parts = standIns({ content: 'Error: ENOSPC: no space left on device, write' });
    await expect(start({}, parts)).rejects.toThrow(/^The disk that holds .* is full\./);
  });

  test.each(['seed', 'publish'] as const)('one that is given up at its %s', async (step) => {
    const controller = new AbortController();
    const parts = { ...standIns(), [step]: async () => controller.abort() };
    const ports = await findFreePorts();
    await expect(start({ ports, signal: controller.signal }, parts)).rejects.toThrow(/abort/i);
    await start({ ports });
  });
});
