import type { ByteRange } from './file-store.ts';

/**
 * Headers of every answer of the origin of the files. What lies there was uploaded by somebody: it runs
 * nowhere as a page, a script or a style. Whoever has the address may use it, from any page, without
 * cookies; so other origins may read it (Fetch, section 3.2).
 */
export const originHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'Accept-Ranges, Content-Disposition, Content-Range, ETag, Tus-Resumable, Tus-Version, Upload-Length, Upload-Offset',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
} as const;

/**
 * Types that a browser may show by itself: pictures, sound and film have no scripts. Everything else is
 * downloaded, SVG and HTML with it. Embedded files are shown in any case.
 */
const shown =
  /^(image\/(png|jpeg|gif|webp|avif)|audio\/(mpeg|mp4|ogg|wav|webm|aac|flac)|video\/(mp4|webm|ogg))$/;

/** RFC 6266; the name as in RFC 8187, section 3.2.1. */
export function contentDisposition(mediaType: string, fileName: string): string {
  const kind = shown.test(mediaType.toLowerCase()) ? 'inline' : 'attachment';
  return `${kind}; filename*=UTF-8''${encodeExtended(fileName)}`;
}

/** `encodeURIComponent` leaves four characters that stand for themselves in RFC 8187. */
function encodeExtended(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.codePointAt(0)!.toString(16)}`,
  );
}

/**
 * The range that a request asks for (RFC 9110, section 14.2). Of nothing there is none, and its range may be ignored:
 * players and proxies ask for one before they know the size.
 *
 * @returns `undefined`: all of it, as with what is no single range of bytes; `'none'`: nothing is there
 */
export function requestedRange(
  header: string | undefined,
  sizeInBytes: number,
): ByteRange | 'none' | undefined {
  if (sizeInBytes === 0) return undefined;
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined;
  if (from === '') {
    const length = Math.min(Number(to), sizeInBytes);
    return length === 0 ? 'none' : { start: sizeInBytes - length, end: sizeInBytes - 1 };
  }
  if (to !== '' && Number(to) < Number(from)) return undefined;
  if (Number(from) >= sizeInBytes) return 'none';
  return {
    start: Number(from),
    end: Math.min(to === '' ? sizeInBytes - 1 : Number(to), sizeInBytes - 1),
  };
}
