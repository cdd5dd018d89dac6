import { createPrivateKey, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { isIP, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { connect, createServer } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { certify, createAuthority, type Certified } from '../../src/certificates/authority.ts';
import { requireUsableCertificate } from '../../src/certificates/given-certificate.ts';
import { ensureOwnCertificate } from '../../src/certificates/own-certificate.ts';
import type { StartProblem } from '../../src/problem.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const dayInMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayInMs);

const hosts = ['192.168.1.20', 'fd00::20', 'tablets.schule.example', 'schule-laptop.local'];

function newAuthority(host: string) {
  const { certificate, key } = createAuthority(host, new Date());
  return { certificate: new X509Certificate(certificate), key };
}

/** Fault that a client finds with a server, where it trusts the authority alone. */
async function faultOf(
  authority: X509Certificate,
  { certificate, key }: Certified,
): Promise<string | undefined> {
  const server = createServer({ cert: certificate, key });
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  // It comes to another address than the host's, which is compared by the tests.
  const checkServerIdentity = () => undefined;
  const socket = connect({ port, ca: [authority.toString()], checkServerIdentity });
  const [error] = (await Promise.race([
    once(socket, 'secureConnect').then(() => []),
    once(socket, 'error'),
  ])) as [Error?];
  socket.destroy();
  return error?.message;
}

const isFor = (certificate: X509Certificate, host: string) =>
  (isIP(host) ? certificate.checkIP(host) : certificate.checkHost(host)) !== undefined;

describe('an authority', () => {
  test.each(hosts)('certifies %s', async (host) => {
    const authority = newAuthority(host);
    const certified = certify(host, authority, new Date());
    expect(await faultOf(authority.certificate, certified)).toBeUndefined();
    expect(isFor(new X509Certificate(certified.certificate), host)).toBe(true);
  });

  test.each(
    hosts.flatMap((host) =>
      ['bank.example', '192.168.1.21', '::1'].map((other) => [host, other] as const),
    ),
  )('of %s is not trusted with %s', async (host, other) => {
    const authority = newAuthority(host);
    const fault = await faultOf(authority.certificate, certify(other, authority, new Date()));
    expect(fault).toMatch(/^(permitted|excluded) subtree violation$/);
  });

  test('lasts longer than Apple’s devices take from a server, and what it signs does not', () => {
    const authority = newAuthority(hosts[0]!);
    const { certificate } = certify(hosts[0]!, authority, new Date());
    const { validFromDate, validToDate } = new X509Certificate(certificate);
    expect(validToDate.getTime() - validFromDate.getTime()).toBeLessThan(825 * dayInMs);
    expect(validFromDate.getTime()).toBeLessThan(Date.now() - dayInMs);
    expect(authority.certificate.validToDate.getTime()).toBeGreaterThan(inDays(9 * 365).getTime());
  });
});

describe('a certificate of the platform’s own', () => {
  const host = '192.168.1.20';
  const fingerprints = async (folder: string, now = new Date(), of = host) => {
    const { authority, certFile, keyFile } = await ensureOwnCertificate(folder, of, now);
    const certificate = new X509Certificate(await readFile(certFile));
    const key = await readFile(keyFile, 'utf8');
    expect(certificate.verify(authority.publicKey)).toBe(true);
    expect(certificate.checkPrivateKey(createPrivateKey(key))).toBe(true);
    expect(isFor(certificate, of)).toBe(true);
    return [authority.fingerprint256, certificate.fingerprint256] as const;
  };

  test('is made once, with keys that nobody else reads', async () => {
    const folder = await temporaryFolder();
    const made = await fingerprints(folder);
    expect(await fingerprints(folder)).toEqual(made);
    for (const name of ['authority.key', 'server.key']) {
      expect((await stat(join(folder, host, name))).mode & 0o777).toBe(0o600);
    }
  });

  test('is renewed before it ends, by the same authority', async () => {
    const folder = await temporaryFolder();
    const [authority, first] = await fingerprints(folder);
    expect(await fingerprints(folder, inDays(300))).toEqual([authority, first]);
    const [later, second] = await fingerprints(folder, inDays(320));
    expect(later).toBe(authority);
    expect(second).not.toBe(first);
    // Past the authority’s own end there is another one.
    expect((await fingerprints(folder, inDays(3_500)))[0]).not.toBe(authority);
  });

  test('is of another authority for another host, and the former one is kept', async () => {
    const folder = await temporaryFolder();
    const first = await fingerprints(folder);
    const other = await fingerprints(folder, new Date(), '192.168.1.21');
    expect(other[0]).not.toBe(first[0]);
    expect(await fingerprints(folder)).toEqual(first);
  });

  test.each<[string, string, string | undefined]>([
    ['cut off', 'server.crt', '-----BEGIN CERTIFICATE-----\n'],
    ['missing', 'server.crt', undefined],
    ['without its key', 'server.key', undefined],
    ['with another key', 'server.key', createAuthority(host, new Date()).key],
    ['of another authority', 'server.crt', createAuthority(host, new Date()).certificate],
  ])('that is %s is made again', async (_what, name, content) => {
    const folder = await temporaryFolder();
    const [authority] = await fingerprints(folder);
    const file = join(folder, host, name);
    await (content === undefined ? rm(file) : writeFile(file, content));
    expect((await fingerprints(folder))[0]).toBe(authority);
  });

  test.each<[string, string, string | undefined]>([
    ['is cut off', 'authority.crt', '-----BEGIN CERTIFICATE-----\n'],
    ['has lost its key', 'authority.key', undefined],
    ['has another key', 'authority.key', createAuthority(host, new Date()).key],
  ])('whose authority %s is refused, since no device would trust another', async (...given) => {
    const [, name, content] = given;
    const folder = await temporaryFolder();
    await fingerprints(folder);
    const file = join(folder, host, name);
    await (content === undefined ? rm(file) : writeFile(file, content));
    await expect(fingerprints(folder)).rejects.toThrow(
      /authority\.crt and its key are no authority/,
    );
  });
});

describe('a certificate that is given', () => {
  const host = 'tablets.schule.example';
  const authority = newAuthority(host);
  const good = certify(host, authority, new Date());
  const faultIn = (...given: Parameters<typeof requireUsableCertificate>) => {
    try {
      requireUsableCertificate(...given);
      return '';
    } catch (error) {
      return (error as StartProblem).message;
    }
  };
  test.each<[string, Partial<Certified>, string, RegExp]>([
    ['fits', {}, host, /^$/],
    [
      'is of another host',
      {},
      'www.schule.example',
      /is not for www\.schule\.example: it is for DNS:tab/,
    ],
    ['is of a name, for an address', {}, '192.168.1.20', /is not for 192\.168\.1\.20/],
    ['has ended', certify(host, authority, inDays(-500)), host, /holds from .* to .*, and not now/],
    [
      'has not begun',
      certify(host, authority, inDays(5)),
      host,
      /holds from .* to .*, and not now/,
    ],
    ['has another key', { key: authority.key }, host, /cannot be used together/],
    ['is none', { certificate: 'words' }, host, /cannot be used together/],
  ])('that %s', async (_what, change, asked, sentence) => {
    const folder = await temporaryFolder();
    const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    const { certificate, key } = { ...good, ...change };
    await writeFile(certFile, certificate);
    await writeFile(keyFile, key);
    expect(faultIn({ certFile, keyFile }, asked)).toMatch(sentence);
  });

  test('that is not there', () => {
    const nowhere = { certFile: '/nowhere/cert.pem', keyFile: '/nowhere/key.pem' };
    expect(() => requireUsableCertificate(nowhere, host)).toThrow(
      /names \/nowhere\/cert\.pem, which cannot be read \(ENOENT\)/,
    );
  });
});
