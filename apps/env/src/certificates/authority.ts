import {
  generateKeyPairSync,
  hash,
  randomBytes,
  sign,
  type KeyObject,
  type X509Certificate,
} from 'node:crypto';
import { isIP, isIPv4 } from 'node:net';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import * as asn1 from '@peculiar/asn1-x509';

/** A certificate and its key, in PEM. */
export interface Certified {
  readonly certificate: string;
  readonly key: string;
}

export interface Authority {
  readonly certificate: X509Certificate;
  readonly key: string;
}

/** RFC 5758, section 3.2: ecdsa-with-SHA256. */
const signatureAlgorithm = new asn1.AlgorithmIdentifier({ algorithm: '1.2.840.10045.4.3.2' });
/** RFC 5280, appendix A.1: the name of an organization, and a common one. */
const organizationType = '2.5.4.10';
const commonNameType = '2.5.4.3';

const serverUsage = new asn1.ExtendedKeyUsage([asn1.id_kp_serverAuth]);

const dayInMs = 86_400_000;
/** Devices are given the authority by hand, so it lasts as long as they do. */
const authorityInDays = 3_650;
/** Apple's devices take 825 days at most, of an authority that was added by hand. */
export const certificateInDays = 397;
/** Of the days before it is made, for devices whose clocks are late. */
const leewayInDays = 2;

/**
 * Makes an authority that can certify servers of one host, and of names below it, and nothing else (RFC 5280,
 * sections 4.2.1.10 and 4.2.1.12): a device that trusts it trusts its owner with no other address.
 *
 * @param host Name or address.
 */
export function createAuthority(host: string, now: Date): Certified {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  // The year tells two authorities of a host apart in a device's list.
  const name = nameOf(`Lectern at ${host} (${now.getFullYear()})`);
  const usage = new asn1.KeyUsage(asn1.KeyUsageFlags.keyCertSign);
  const certificate = signed(keys.privateKey, {
    issuer: name,
    subject: name,
    validity: validityOf(now, authorityInDays),
    publicKey: keys.publicKey,
    extensions: [
      critical(
        asn1.id_ce_basicConstraints,
        new asn1.BasicConstraints({ cA: true, pathLenConstraint: 0 }),
      ),
      critical(asn1.id_ce_keyUsage, usage),
      critical(asn1.id_ce_nameConstraints, constraintsOf(host)),
      // Without it, what it signs could sign mail and programs, and pass for a client: there no host is compared.
      noncritical(asn1.id_ce_extKeyUsage, serverUsage),
      noncritical(
        asn1.id_ce_subjectKeyIdentifier,
        new asn1.SubjectKeyIdentifier(keyIdOf(keys.publicKey)),
      ),
    ],
  });
  return { certificate, key: inPem(keys.privateKey) };
}

/** Certifies the host, for a server. */
export function certify(host: string, authority: Authority, now: Date): Certified {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuer = AsnConvert.parse(authority.certificate.raw, asn1.Certificate).tbsCertificate;
  const name = isIP(host) ? { iPAddress: host } : { dNSName: host };
  const usage = new asn1.KeyUsage(asn1.KeyUsageFlags.digitalSignature);
  const certificate = signed(authority.key, {
    issuer: issuer.subject,
    // Browsers read the alternative names alone.
    subject: nameOf('Lectern'),
    validity: validityOf(now, certificateInDays),
    publicKey: keys.publicKey,
    extensions: [
      critical(asn1.id_ce_basicConstraints, new asn1.BasicConstraints({ cA: false })),
      critical(asn1.id_ce_keyUsage, usage),
      noncritical(asn1.id_ce_extKeyUsage, serverUsage),
      noncritical(
        asn1.id_ce_subjectAltName,
        new asn1.SubjectAlternativeName([new asn1.GeneralName(name)]),
      ),
      noncritical(
        asn1.id_ce_authorityKeyIdentifier,
        new asn1.AuthorityKeyIdentifier({
          keyIdentifier: new asn1.KeyIdentifier(keyIdOf(authority.certificate.publicKey)),
        }),
      ),
    ],
  });
  return { certificate, key: inPem(keys.privateKey) };
}

/** Names of the other kind are excluded as a whole, since what is permitted restricts its own kind alone. */
function constraintsOf(host: string): asn1.NameConstraints {
  if (!isIP(host)) {
    return new asn1.NameConstraints({
      permittedSubtrees: subtrees({ dNSName: host }),
      excludedSubtrees: subtrees({ iPAddress: '0.0.0.0/0' }, { iPAddress: '::/0' }),
    });
  }
  return new asn1.NameConstraints({
    permittedSubtrees: subtrees({ iPAddress: `${host}/${isIPv4(host) ? 32 : 128}` }),
    excludedSubtrees: subtrees({ dNSName: '' }),
  });
}

function subtrees(...names: readonly Partial<asn1.GeneralName>[]): asn1.GeneralSubtrees {
  return new asn1.GeneralSubtrees(
    names.map((name) => new asn1.GeneralSubtree({ base: new asn1.GeneralName(name) })),
  );
}

interface Content {
  readonly issuer: asn1.Name;
  readonly subject: asn1.Name;
  readonly validity: asn1.Validity;
  readonly publicKey: KeyObject;
  readonly extensions: asn1.Extension[];
}

/** @returns in PEM */
function signed(key: KeyObject | string, { publicKey, extensions, ...names }: Content): string {
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const tbsCertificate = new asn1.TBSCertificate({
    version: asn1.Version.v3,
    serialNumber: newSerialNumber(),
    signature: signatureAlgorithm,
    ...names,
    subjectPublicKeyInfo: AsnConvert.parse(spki, asn1.SubjectPublicKeyInfo),
    extensions: new asn1.Extensions(extensions),
  });
  const bytes = Buffer.from(AsnConvert.serialize(tbsCertificate));
  const certificate = new asn1.Certificate({
    tbsCertificate,
    signatureAlgorithm,
    signatureValue: bufferOf(sign('sha256', bytes, key)),
  });
  const text = Buffer.from(AsnConvert.serialize(certificate)).toString('base64');
  const lines = text.match(/.{1,64}/g)!.join('\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

/** Positive, and of 16 bytes (RFC 5280, section 4.1.2.2). */
function newSerialNumber(): ArrayBuffer {
  const bytes = randomBytes(16);
  bytes[0] = (bytes[0]! & 0x7f) | 0x40;
  return bufferOf(bytes);
}

/** The first 160 bits of the key's hash (RFC 7093, section 2). */
function keyIdOf(publicKey: KeyObject): ArrayBuffer {
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const { subjectPublicKey } = AsnConvert.parse(spki, asn1.SubjectPublicKeyInfo);
  return bufferOf(hash('sha256', new Uint8Array(subjectPublicKey), 'buffer').subarray(0, 20));
}

function critical(extnID: string, value: object): asn1.Extension {
  return extension(extnID, value, true);
}

function noncritical(extnID: string, value: object): asn1.Extension {
  return extension(extnID, value, false);
}

function extension(extnID: string, value: object, isCritical: boolean): asn1.Extension {
  const extnValue = new OctetString(AsnConvert.serialize(value));
  return new asn1.Extension({ extnID, critical: isCritical, extnValue });
}

function nameOf(commonName: string): asn1.Name {
  const parts = [
    [organizationType, 'Lectern'],
    [commonNameType, commonName],
  ] as const;
  return new asn1.Name(
    parts.map(([type, utf8String]) => {
      const value = new asn1.AttributeValue({ utf8String });
      return new asn1.RelativeDistinguishedName([new asn1.AttributeTypeAndValue({ type, value })]);
    }),
  );
}

function validityOf(now: Date, days: number): asn1.Validity {
  const after = (count: number) => new Date(now.getTime() + count * dayInMs);
  return new asn1.Validity({
    notBefore: after(-leewayInDays),
    notAfter: after(days - leewayInDays),
  });
}

function inPem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return Uint8Array.from(bytes).buffer;
}
