/** First boxes of ISO media files; `ftyp` is the first only since 2001, and a free box may stand before it. */
const isoBoxes = ['ftyp', 'styp', 'moov', 'mdat', 'free', 'skip', 'wide'];
const isoMedia = isoBoxes.map((type) => `????${type}`);

/**
 * How the bytes of a type begin (WHATWG MIME Sniffing, sections 6.1 to 6.3): of those types that a
 * browser shows by itself, so that none of them is a name for something else. One character is a byte,
 * `?` is any. FLAC may have a tag before it.
 */
const signatures: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['\x89PNG\r\n\x1a\n'],
  'image/jpeg': ['\xff\xd8\xff'],
  'image/gif': ['GIF87a', 'GIF89a'],
  'image/webp': ['RIFF????WEBP'],
  'image/avif': ['????ftyp'],
  'application/pdf': ['%PDF-'],
  'audio/wav': ['RIFF????WAVE', 'RF64????WAVE'],
  'audio/ogg': ['OggS'],
  'audio/flac': ['fLaC', 'ID3'],
  'audio/mp4': isoMedia,
  'audio/webm': ['\x1aE\xdf\xa3'],
  'video/mp4': isoMedia,
  'video/ogg': ['OggS'],
  'video/webm': ['\x1aE\xdf\xa3'],
};

/** How many bytes of the beginning are needed. */
export const signatureLengthInBytes = 1024;

/**
 * Types whose beginning stands anywhere in those bytes: readers of PDF look for it there (PDF Reference 1.7,
 * implementation note 13), since programs write a byte order mark or a line before it.
 */
const searched: ReadonlySet<string> = new Set(['application/pdf']);

/** True where bytes with this beginning can be of this type; types without a known beginning pass. */
export function canBeOfType(mediaType: string, beginning: Uint8Array): boolean {
  const type = mediaType.toLowerCase();
  const beginnings = signatures[type];
  if (beginnings === undefined || beginning.length === 0) return true;
  const places = searched.has(type) ? beginning.length : 1;
  for (let place = 0; place < places; place++) {
    if (beginnings.some((signature) => standsAt(beginning, place, signature))) return true;
  }
  return false;
}

function standsAt(bytes: Uint8Array, place: number, signature: string): boolean {
  return Array.from(signature).every(
    (byte, index) => byte === '?' || byte.charCodeAt(0) === bytes[place + index],
  );
}
