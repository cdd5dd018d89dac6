import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { readTls, TlsProblem } from '@lectern/services/tls';
import { StartProblem } from '../problem.ts';

/** Files of a certificate that somebody else has signed, such as a school's authority. */
export interface GivenCertificate {
  readonly certFile: string;
  readonly keyFile: string;
}

/**
 * Makes sure that a certificate is for the host and holds now.
 *
 * @throws {StartProblem}
 */
export function requireUsableCertificate(given: GivenCertificate, host: string): void {
  const { certFile } = given;
  const certificate = read(given);
  const isForHost = isIP(host)
    ? certificate.checkIP(host)
    : certificate.checkHost(host, { subject: 'never' });
  if (!isForHost) {
    throw new StartProblem(
      `The certificate ${certFile} is not for ${host}: it is for ${certificate.subjectAltName ?? 'no host'}. Get one for this host, or name another one with --host.`,
    );
  }
  const now = new Date();
  if (now < certificate.validFromDate || now > certificate.validToDate) {
    throw new StartProblem(
      `The certificate ${certFile} holds from ${certificate.validFrom} to ${certificate.validTo}, and not now. Renew it.`,
    );
  }
}

function read({ certFile, keyFile }: GivenCertificate): X509Certificate {
  try {
    const { cert } = readTls({ LECTERN_TLS_CERT: certFile, LECTERN_TLS_KEY: keyFile })!;
    return new X509Certificate(cert);
  } catch (error) {
    if (!(error instanceof TlsProblem)) throw error;
    throw new StartProblem(error.message, { cause: error });
  }
}
