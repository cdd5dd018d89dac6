import { describe, expect, test } from 'vitest';
import { faultWith, faultWithin } from './statements.ts';

/* xAPI 1.0.3, Data 2.4.11; IEEE 9274.1.1, 4.2.2.6. */

const attachment = {
  usageType: 'https://lectern.example/usage',
  display: { de: 'Heft' },
  contentType: 'text/plain; charset=utf-8',
  length: 27,
  sha2: '495395e777cd98da653df9615d09c0fd6bb2f8d4788394cd53c56a3bfdcd848a',
};
const { length: _, ...withoutLength } = attachment;

describe('an attachment', () => {
  test('has a header', () => {
    expect(faultWith({ attachments: [] })).toBeUndefined();
    expect(faultWith({ attachments: [attachment] })).toBeUndefined();
    expect(faultWithin({ attachments: [attachment] })).toBeUndefined();
    const full = { ...attachment, description: { fr: 'Cahier' }, fileUrl: 'https://a.example/b' };
    expect(faultWith({ attachments: [attachment, full] })).toBeUndefined();
  });

  test.each([56, 64, 96, 128])('is hashed with any of SHA-2: %i digits', (digits) => {
    const sha2 = 'aF'.repeat(digits / 2);
    expect(faultWith({ attachments: [{ ...attachment, sha2 }] })).toBeUndefined();
  });

  test.each(['usageType', 'display', 'contentType', 'sha2'] as const)('needs its %s', (member) => {
    const { [member]: _, ...without } = attachment;
    expect(faultWith({ attachments: [without] })).toBe(`attachments[0].${member}: is missing`);
  });

  test('needs its length', () => {
    expect(faultWith({ attachments: [withoutLength] })).toBe('attachments[0].length: is missing');
  });

  test.each<[string, object]>([
    ['usageType: not an IRI', { usageType: 'usage' }],
    ['display: expected object, received string', { display: 'Heft' }],
    ['description: expected object, received number', { description: 5 }],
    ['contentType: not a media type', { contentType: 'text' }],
    ['contentType: not a media type', { contentType: 'text/plain charset' }],
    ['contentType: expected string, received number', { contentType: 5 }],
    ['length: expected number, received string', { length: '27' }],
    ['length: expected integer, received number', { length: 2.5 }],
    ['length: expected at least 0', { length: -1 }],
    ['sha2: not a SHA-2 hash in hexadecimal', { sha2: 'a'.repeat(40) }],
    ['sha2: not a SHA-2 hash in hexadecimal', { sha2: 'g'.repeat(64) }],
    ['fileUrl: not an IRI', { fileUrl: 'file.txt' }],
    ['content: is not known here', { content: 'x' }],
  ])('is refused: %s', (fault, changes) => {
    expect(faultWith({ attachments: [attachment, { ...attachment, ...changes }] })).toBe(
      `attachments[1].${fault}`,
    );
  });

  test.each<[string, unknown]>([
    [': expected array, received object', attachment],
    ['[0]: expected object, received string', ['x']],
    [': expected array, received null', null],
  ])('stands in a list%s', (fault, attachments) => {
    expect(faultWith({ attachments })).toBe(`attachments${fault}`);
  });
});
