import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomically } from '../data-folder/write-file.ts';
import { StartProblem } from '../problem.ts';
import { certificateInDays, certify, createAuthority } from './authority.ts';

/** A certificate for the host, signed by an authority of the platform's own. */
export interface OwnCertificate {
  readonly authority: X509Certificate;
  /** File with the authority, and with those that the starter was told of (`NODE_EXTRA_CA_CERTS`). */
  readonly trustedFile: string;
  readonly certFile: string;
  readonly keyFile: string;
}

const dayInMs = 86_400_000;
/** A certificate is exchanged at a start that finds it to end sooner. */
const renewalInDays = 90;

/**
 * Reads the certificate for a host, or makes what is missing of it. The authority stays as long as it lasts, since
 * it is installed on each device by hand.
 *
 * @param folder Of all hosts.
 * @throws {StartProblem} where an authority is there and cannot be used: another one would be trusted by no device
 */
export async function ensureOwnCertificate(
  folder: string,
  host: string,
  now = new Date(),
): Promise<OwnCertificate> {
  const place = join(folder, host);
  const file = (name: string) => join(place, name);
  const authorityFile = file('authority.crt');
  const [certFile, keyFile] = [file('server.crt'), file('server.key')];
  await mkdir(place, { recursive: true, mode: 0o700 });

  const lasts = ({ validToDate }: X509Certificate, days: number) =>
    validToDate.getTime() - now.getTime() > days * dayInMs;
  let authority = await readAuthority(authorityFile, file('authority.key'));
  if (!authority || !lasts(authority.certificate, certificateInDays)) {
    const { certificate, key } = createAuthority(host, now);
    await writeFileAtomically(file('authority.key'), key, 0o600);
    await writeFileAtomically(authorityFile, certificate, 0o644);
    authority = { certificate: new X509Certificate(certificate), key };
  }
  const known = await readCertified(certFile, keyFile).catch(() => undefined);
  if (
    !known ||
    !known.certificate.verify(authority.certificate.publicKey) ||
    !lasts(known.certificate, renewalInDays)
  ) {
    const { certificate, key } = certify(host, authority, now);
    await writeFileAtomically(keyFile, key, 0o600);
    await writeFileAtomically(certFile, certificate, 0o644);
  }
  const told = process.env['NODE_EXTRA_CA_CERTS'];
  const others = told ? await readFile(told, 'utf8').catch(() => '') : '';
  const trustedFile = file('trusted.crt');
  await writeFileAtomically(trustedFile, `${authority.certificate.toString()}${others}`, 0o644);
  return { authority: authority.certificate, trustedFile, certFile, keyFile };
}

async function readAuthority(certFile: string, keyFile: string) {
  try {
    return await readCertified(certFile, keyFile);
  } catch (cause) {
    if (!existsSync(certFile)) return undefined;
    throw new StartProblem(
      `${certFile} and its key are no authority: they were cut off or changed. Restore them from a copy, or remove ` +
        'both: a new authority is made at the next start, and has to be installed on each device.',
      { cause },
    );
  }
}

/** @throws where one is missing, or they do not belong together */
async function readCertified(certFile: string, keyFile: string) {
  const certificate = new X509Certificate(await readFile(certFile));
  const key = await readFile(keyFile, 'utf8');
  if (certificate.checkPrivateKey(createPrivateKey(key))) return { certificate, key };
  throw new Error(`${keyFile} is not the key of ${certFile}.`);
}
