import { sign, X509Certificate, type KeyPairKeyObjectResult } from 'node:crypto';

/**
 * A certificate that a key has signed for itself (RFC 5280, section 4.1), as `x5c` has it: DER in base64
 * (RFC 7515, section 4.1.6).
 */
export function certificateOf({ publicKey, privateKey }: KeyPairKeyObjectResult): string {
  const algorithm = sequence(oid('2a864886f70d01010b'), der(tags.null));
  const name = sequence(der(tags.set, sequence(oid('550403'), der(tags.utf8, 'Test'))));
  const validity = sequence(der(tags.utcTime, '200101000000Z'), der(tags.utcTime, '491231235959Z'));
  const content = sequence(
    der(tags.version, der(tags.integer, Buffer.from([2]))),
    der(tags.integer, Buffer.from([1])),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = sign('sha256', content, privateKey);
  const certificate = sequence(content, algorithm, der(tags.bits, Buffer.from([0]), signature));
  if (!new X509Certificate(certificate).verify(publicKey)) throw new Error('No certificate.');
  return certificate.toString('base64');
}

/** ITU-T X.690, section 8. */
const tags = {
  integer: 0x02,
  bits: 0x03,
  null: 0x05,
  oid: 0x06,
  utf8: 0x0c,
  utcTime: 0x17,
  sequence: 0x30,
  set: 0x31,
  version: 0xa0,
} as const;

const sequence = (...parts: Buffer[]) => der(tags.sequence, ...parts);
const oid = (hexadecimal: string) => der(tags.oid, Buffer.from(hexadecimal, 'hex'));

function der(tag: number, ...parts: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  const length = Buffer.alloc(2);
  length.writeUInt16BE(content.length);
  const size = content.length < 0x80 ? [content.length] : [0x82, ...length];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
