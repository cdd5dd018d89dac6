import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { getCACertificates } from 'node:tls';
import { readTls, TlsProblem } from '@lectern/services/tls';
import { StartProblem } from '../problem.ts';

/** Files of a certificate that somebody else has signed, such as a school's authority. */
export interface GivenCertificate {
  readonly certFile: string;
  readonly keyFile: string;
}

/**
 * Makes sure that a certificate is for the host, holds now, and has the chain to an authority beside it.
 *
 * @throws {StartProblem}
 */
export function requireUsableCertificate(given: GivenCertificate, host: string): void {
  const { certFile } = given;
  const { certificate, isAlone } = read(given);
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
  if (isAlone && !isSelfSigned(certificate) && !isOfTrustedAuthority(certificate)) {
    throw new StartProblem(
      `The certificate ${certFile} has no chain: Node does not know ${certificate.issuer.replaceAll('\n', ', ')}, which signed it. Name the file with it (fullchain.pem) in its place, or the authority's file in NODE_EXTRA_CA_CERTS where there is nothing between.`,
    );
  }
}

function isSelfSigned(certificate: X509Certificate): boolean {
  return certificate.issuer === certificate.subject;
}

/** True where no other certificate stands between this one and an authority that the process knows. */
function isOfTrustedAuthority(certificate: X509Certificate): boolean {
  return getCACertificates().some((text) => {
    const authority = new X509Certificate(text);
    return certificate.checkIssued(authority) && certificate.verify(authority.publicKey);
  });
}

function read({ certFile, keyFile }: GivenCertificate) {
  try {
    const { cert } = readTls({ LECTERN_TLS_CERT: certFile, LECTERN_TLS_KEY: keyFile })!;
    const isAlone = cert.split('-----BEGIN ').length === 2;
    return { certificate: new X509Certificate(cert), isAlone };
  } catch (error) {
    if (!(error instanceof TlsProblem)) throw error;
    throw new StartProblem(error.message, { cause: error });
  }
}
