/**
 * How the bytes of a type begin (WHATWG MIME Sniffing, sections 6.1 to 6.3): of those types that a
 * browser shows by itself, so that none of them is a name for something else. `?` is any byte.
 */
const signatures: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['89504e470d0a1a0a'],
  'image/jpeg': ['ffd8ff'],
  'image/gif': ['474946383761', '474946383961'],
  'image/webp': ['52494646????????57454250'],
  'image/avif': ['????????66747970'],
  'application/pdf': ['255044462d'],
  'application/zip': ['504b0304', '504b0506'],
  'audio/wav': ['52494646????????57415645'],
  'audio/ogg': ['4f676753'],
  'audio/flac': ['664c6143'],
  'audio/mp4': ['????????66747970'],
  'audio/webm': ['1a45dfa3'],
  'video/mp4': ['????????66747970'],
  'video/ogg': ['4f676753'],
  'video/webm': ['1a45dfa3'],
};

/** How many bytes of the beginning are needed. */
export const signatureLengthInBytes = 12;

/** Whether bytes that begin like this can be of this type; those without a known beginning can. */
export function canBeOfType(mediaType: string, beginning: Uint8Array): boolean {
  const known = signatures[mediaType.toLowerCase()];
  return (
    known === undefined || beginning.length === 0 || known.some((one) => begins(beginning, one))
  );
}

function begins(beginning: Uint8Array, signature: string): boolean {
  const wanted = signature.match(/../g) ?? [];
  return wanted.every(
    (byte, index) => byte === '??' || Number.parseInt(byte, 16) === beginning[index],
  );
}
