import { describe, expect, test } from 'vitest';
import { canBeOfType, signatureLengthInBytes } from '../src/files/media-signatures.ts';

/** One character is a byte. */
const bytesOf = (text: string) => Uint8Array.from(text, (byte) => byte.charCodeAt(0));
const byteOrderMark = '\xef\xbb\xbf';
const page = '<!doctype html><script>alert(1)</script>';
const pdf = '%PDF-1.7\n';
const box = (type: string) => `\0\0\0\x18${type}....`;
const riff = (form: string, kind: string) => `${form}\x24\0\0\0${kind}fmt `;

describe('bytes can be of their type', () => {
  test.each<[string, string, string]>([
    ['a PDF', 'application/pdf', pdf],
    ['a PDF after a byte order mark', 'application/pdf', byteOrderMark + pdf],
    ['a PDF after an empty line', 'application/pdf', `\r\n${pdf}`],
    ['a PDF after the head of a message', 'application/pdf', `Content-Type: x\r\n\r\n${pdf}`],
    ['a PDF as late as readers look', 'application/pdf', ' '.repeat(1019) + pdf],
    ['a type in other letters', 'Application/PDF', byteOrderMark + pdf],
    ['MP4 of an unknown brand', 'video/mp4', `${box('ftyp')}XAVC`],
    ['MP4 with free room first', 'video/mp4', box('free')],
    ['MP4 of a camera, without a type', 'video/mp4', box('mdat')],
    ['MP4 that begins with its index', 'audio/mp4', box('moov')],
    ['a part of a stream', 'video/mp4', box('styp')],
    ['AVIF of a sequence', 'image/avif', `${box('ftyp')}avis`],
    ['WebM', 'video/webm', '\x1aE\xdf\xa3\x9fB\x86\x81'],
    ['sound in WebM', 'audio/webm', '\x1aE\xdf\xa3\x01\0\0\0'],
    ['WAV', 'audio/wav', riff('RIFF', 'WAVE')],
    ['WAV beyond 4 GiB', 'audio/wav', riff('RF64', 'WAVE')],
    ['FLAC', 'audio/flac', 'fLaC\0\0\0\x22'],
    ['FLAC after a tag', 'audio/flac', 'ID3\x03\0\x80\0\0'],
    ['MP3', 'audio/mpeg', '\xff\xfb\x90\x64'],
    ['MP3 after a tag', 'audio/mpeg', 'ID3\x04\0\0\0\0'],
    ['HEIC', 'image/heic', `${box('ftyp')}heic`],
    ['Matroska', 'video/x-matroska', '\x1aE\xdf\xa3\xa3B\x86\x81'],
    ['QuickTime without a type', 'video/quicktime', box('wide')],
    // Found by its end: programs and marks of split archives stand before it.
    ['ZIP', 'application/zip', 'PK\x03\x04\x14\0'],
    ['ZIP that unpacks itself', 'application/zip', 'MZ\x90\0\x03\0'],
    ['ZIP that was to be split', 'application/zip', 'PK00PK\x03\x04'],
    ['SVG after a byte order mark', 'image/svg+xml', `${byteOrderMark}<svg/>`],
    ['XML in UTF-16', 'application/xml', '\xff\xfe<\0?\0'],
    ['text after a byte order mark', 'text/plain', `${byteOrderMark}Wasser`],
    ['nothing', 'image/png', ''],
  ])('%s', (_what, mediaType, bytes) => {
    const beginning = bytesOf(bytes).subarray(0, signatureLengthInBytes);
    expect(canBeOfType(mediaType, beginning)).toBe(true);
  });
});

describe('bytes cannot be of another type', () => {
  test.each<[string, string, string]>([
    ['a page as PDF', 'application/pdf', page],
    ['a beginning of PDF later than readers look', 'application/pdf', ' '.repeat(1024) + pdf],
    ['half a beginning of PDF', 'application/pdf', '%PDF'],
    ['a page as a picture', 'image/png', page],
    [
      'a PNG after a byte order mark, which no browser shows',
      'image/png',
      `${byteOrderMark}\x89PNG\r\n\x1a\n`,
    ],
    ['WAV as WebP', 'image/webp', riff('RIFF', 'WAVE')],
    ['WebP as WAV', 'audio/wav', riff('RIFF', 'WEBP')],
    ['MP4 as WebM', 'video/webm', box('ftyp')],
    ['WebM as MP4', 'video/mp4', '\x1aE\xdf\xa3\x9fB\x86\x81'],
    ['a page as MP4', 'video/mp4', page],
    ['a byte', 'image/gif', 'G'],
  ])('%s', (_what, mediaType, bytes) => {
    const beginning = bytesOf(bytes).subarray(0, signatureLengthInBytes);
    expect(canBeOfType(mediaType, beginning)).toBe(false);
  });
});
