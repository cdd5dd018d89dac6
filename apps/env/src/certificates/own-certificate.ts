import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeFileAtomically } from '../data-folder/write-file.ts';
import { explainSystemError, StartProblem, systemErrorCode } from '../problem.ts';
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
 * Reads the certificate for a host, or makes what is missing of it. The authority is never exchanged, since it is
 * installed on each device by hand.
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

  const known = await readServer(certFile, keyFile);
  let authority = await readAuthority(authorityFile, file('authority.key'));
  if (!authority) {
    // A start that was cut off before it had certified a server has given its authority to nobody.
    if (await textOf(certFile)) throw damaged(authorityFile);
    const { certificate, key } = createAuthority(host, now);
    await writeFileAtomically(file('authority.key'), key, 0o600);
    await writeFileAtomically(authorityFile, certificate, 0o644);
    authority = { certificate: new X509Certificate(certificate), key };
  }
  const holds = ({ validFromDate, validToDate }: X509Certificate, days: number) =>
    validFromDate <= now && validToDate.getTime() - now.getTime() > days * dayInMs;
  const isUsable =
    known?.certificate.verify(authority.certificate.publicKey) &&
    holds(known.certificate, renewalInDays);
  const days = isUsable ? 0 : certificateInDays;
  if (!holds(authority.certificate, days)) {
    const { validFromDate, validToDate } = authority.certificate;
    const remedy =
      validFromDate > now
        ? 'Set the clock.'
        : `It has to hold for another ${days} days. If the clock is right, ${newAuthority(place)}`;
    throw new StartProblem(
      `The authority ${authorityFile} holds from ${dayOf(validFromDate)} to ${dayOf(validToDate)}, and the clock of this machine says ${dayOf(now)}. ${remedy}`,
    );
  }
  if (!isUsable) {
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

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** @returns `undefined` where there is none */
async function readAuthority(certFile: string, keyFile: string) {
  const certificate = await textOf(certFile);
  if (certificate === undefined) return undefined;
  const key = await textOf(keyFile);
  try {
    return pairOf(certificate, key);
  } catch (cause) {
    throw damaged(certFile, cause);
  }
}

/** @returns `undefined` for what is made anew without harm */
async function readServer(certFile: string, keyFile: string) {
  const [certificate, key] = [await textOf(certFile), await textOf(keyFile)];
  try {
    return pairOf(certificate, key);
  } catch {
    return undefined;
  }
}

function newAuthority(place: string): string {
  return `remove the folder ${place}: a new authority is made at the next start, and has to be installed on each device.`;
}

function damaged(authorityFile: string, cause?: unknown): StartProblem {
  return new StartProblem(
    `${authorityFile} and its key are no authority: they were lost, cut off or changed. Restore them from a copy, or ` +
      newAuthority(dirname(authorityFile)),
    { cause },
  );
}

/**
 * @returns `undefined` where there is no such file
 * @throws what the system refuses: nothing is wrong with the file then
 */
async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const code = systemErrorCode(error) ?? '';
    if (code === 'ENOENT') return undefined;
    if (code === 'EACCES' || code === 'EPERM') {
      throw new StartProblem(`${file} may not be read by this user. Start as its owner.`, {
        cause: error,
      });
    }
    throw explainSystemError(error, file);
  }
}

/** @throws where one is missing or none, or they do not belong together */
function pairOf(text: string | undefined, key: string | undefined) {
  if (text === undefined || key === undefined) throw new Error('One of the two is missing.');
  const certificate = new X509Certificate(text);
  if (certificate.checkPrivateKey(createPrivateKey(key))) return { certificate, key };
  throw new Error('They do not belong together.');
}
