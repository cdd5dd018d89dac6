import { execFile } from 'node:child_process';
import { createPrivateKey, sign, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { isIP, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { connect, createServer } from 'node:tls';
import { promisify } from 'node:util';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import * as asn1 from '@peculiar/asn1-x509';
import { describe, expect, onTestFinished, test } from 'vitest';
import { certify, createAuthority, type Certified } from '../../src/certificates/authority.ts';
import { requireUsableCertificate } from '../../src/certificates/given-certificate.ts';
import { ensureOwnCertificate } from '../../src/certificates/own-certificate.ts';
import { StartProblem } from '../../src/problem.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const run = promisify(execFile);
const dayInMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayInMs);

const hosts = ['192.168.1.20', 'fd00::20', 'tablets.schule.example', 'schule-laptop.local'];

function newAuthority(host: string) {
  const { certificate, key } = createAuthority(host, new Date());
  return { certificate: new X509Certificate(certificate), key };
}

/** A certificate without names, such as a thief of the key could make. */
function certifiedFor(usages: readonly string[], authority: ReturnType<typeof newAuthority>) {
  const { certificate } = certify(hosts[0]!, authority, new Date());
  const parsed = AsnConvert.parse(new X509Certificate(certificate).raw, asn1.Certificate);
  const { tbsCertificate } = parsed;
  const { id_ce_extKeyUsage: usage, id_ce_subjectAltName: names } = asn1;
  const others = tbsCertificate.extensions!.filter(
    ({ extnID }) => extnID !== usage && extnID !== names,
  );
  const extension = () => {
    const value = AsnConvert.serialize(new asn1.ExtendedKeyUsage([...usages]));
    return new asn1.Extension({ extnID: usage, extnValue: new OctetString(value) });
  };
  tbsCertificate.extensions = new asn1.Extensions([
    ...others,
    ...(usages.length > 0 ? [extension()] : []),
  ]);
  const bytes = Buffer.from(AsnConvert.serialize(tbsCertificate));
  parsed.tbsCertificateRaw = Uint8Array.from(bytes).buffer;
  parsed.signatureValue = Uint8Array.from(sign('sha256', bytes, authority.key)).buffer;
  return new X509Certificate(Buffer.from(AsnConvert.serialize(parsed))).toString();
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

  test.each([
    ['a client', 'sslclient', [asn1.id_kp_clientAuth]],
    ['the sender of a mail', 'smimesign', [asn1.id_kp_emailProtection]],
    ['anything', 'smimesign', []],
  ])('is not trusted with %s', async (_what, purpose, usages) => {
    const authority = newAuthority(hosts[0]!);
    const folder = await temporaryFolder();
    const [root, leaf] = [join(folder, 'root.pem'), join(folder, 'leaf.pem')];
    await writeFile(root, authority.certificate.toString());
    await writeFile(leaf, certifiedFor(usages, authority));
    const verify = (...options: string[]) =>
      run('openssl', ['verify', '-CAfile', root, ...options, leaf]).then(
        ({ stdout }) => stdout,
        ({ stderr }: { readonly stderr: string }) => stderr,
      );
    expect(await verify()).toMatch(/: OK$/m);
    expect(await verify('-purpose', purpose)).toMatch(
      /(unsuitable|unsupported) certificate purpose/,
    );
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
    // As long as the servers' own holds, the authority needs to sign nothing more.
    const third = await fingerprints(folder, inDays(3_200));
    expect(third[0]).toBe(authority);
    expect(await fingerprints(folder, inDays(3_500))).toEqual(third);
  });

  test.each<[string, number, number, RegExp]>([
    ['has not begun', 0, -3, /holds from .* the clock of this machine says .*\. Set the clock\.$/],
    [
      'has not begun for years',
      0,
      -20_000,
      /the clock of this machine says 197\d-.* Set the clock/,
    ],
    [
      'ends before what it would sign',
      0,
      3_500,
      /hold for another 397 days\. .* remove the folder/,
    ],
    [
      'has ended',
      0,
      3_700,
      /holds from .* to .*\. If the clock is right, remove the folder .* each device/,
    ],
    ['was made by a late clock', -20_000, 0, /holds from 197\d-.* to 198\d-.* remove the folder/],
  ])('whose authority %s is refused, and nothing is changed', async (...given) => {
    const [, madeInDays, askedInDays, sentence] = given;
    const folder = await temporaryFolder();
    await fingerprints(folder, inDays(madeInDays));
    const filesOf = () => readFile(join(folder, host, 'authority.crt'), 'utf8');
    const before = await filesOf();
    const fault = await fingerprints(folder, inDays(askedInDays)).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(StartProblem);
    expect((fault as Error).message).toMatch(sentence);
    expect(await filesOf()).toBe(before);
  });

  test('that has not begun is made again, where the clock was ahead', async () => {
    const folder = await temporaryFolder();
    const [authority] = await fingerprints(folder);
    const [, ahead] = await fingerprints(folder, inDays(400));
    const [same, now] = await fingerprints(folder);
    expect(same).toBe(authority);
    expect(now).not.toBe(ahead);
  });

  test('is begun anew where its making was cut off', async () => {
    const folder = await temporaryFolder();
    await fingerprints(folder);
    for (const name of ['authority.crt', 'server.crt', 'server.key']) {
      await rm(join(folder, host, name));
    }
    await expect(fingerprints(folder)).resolves.toHaveLength(2);
  });

  test.each(['authority.crt', 'authority.key', 'server.crt', 'server.key'])(
    'whose %s the system cannot read is told so, and keeps it',
    async (name) => {
      const folder = await temporaryFolder();
      await fingerprints(folder);
      const file = join(folder, host, name);
      const kept = await readFile(file);
      // Root reads everything but a folder.
      await rm(file);
      await mkdir(file);
      await expect(fingerprints(folder)).rejects.toThrow(/^EISDIR/);
      await rm(file, { recursive: true });
      await writeFile(file, kept);
      if (process.getuid?.() === 0) return;
      await chmod(file, 0);
      await expect(fingerprints(folder)).rejects.toThrow(`${file} may not be read by this user.`);
    },
  );

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
    ['is lost', 'authority.crt', undefined],
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
    ['fits', { certificate: good.certificate + authority.certificate.toString() }, host, /^$/],
    ['has no chain', {}, host, /cert\.pem has no chain: .*CN=Lectern at tablets.*fullchain\.pem/],
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
