import { expect, test } from 'vitest';
import {
  attachedThatFits,
  firstThatFit,
  type StoredAttachment,
} from '../../../src/learning-records/store/attachments.ts';

const essay = 'http://u.example/essay';
const signature = 'http://adlnet.gov/expapi/attachments/signature';

function stored(sha2: string, sizeInBytes: number, fileUrl?: string, usageType = essay) {
  const attachment = {
    usageType,
    display: { de: 'Aufsatz' },
    contentType: 'text/plain',
    length: sizeInBytes,
    sha2,
    ...(fileUrl !== undefined && { fileUrl }),
  };
  return { attachment, subject: 'mia', sha2, sizeInBytes } satisfies StoredAttachment;
}
const url = 'https://files.example/1';
const namesOf = (attached: readonly StoredAttachment[]) => attached.map(({ sha2 }) => sha2);

test('what is elsewhere goes along as far as it fits beside what has to, in their order', () => {
  const all = [stored('a', 4, url), stored('b', 5), stored('c', 3, url), stored('d', 1, url)];
  expect(namesOf(attachedThatFits(all, 10))).toEqual(['a', 'b', 'd']);
  expect(namesOf(attachedThatFits(all, 13))).toEqual(['a', 'b', 'c', 'd']);
});

test('what has to go along goes, however much it is', () => {
  const all = [stored('a', 8), stored('b', 1, url), stored('c', 8)];
  expect(namesOf(attachedThatFits(all, 10))).toEqual(['a', 'c']);
  const found = [{ subject: 'mia', json: '{}' }];
  expect(namesOf(firstThatFit(found, [all], 10).attached)).toEqual(['a', 'c']);
});

test.each<[string, readonly StoredAttachment[]]>([
  ['a signature', [stored('a', 20, url, signature)]],
  ['what is named without an address, too', [stored('a', 20, url), stored('a', 20)]],
  ['what is named first without an address', [stored('a', 20), stored('a', 20, url)]],
])('%s has to go along, once', (_what, all) => {
  expect(namesOf(attachedThatFits(all, 10))).toEqual(['a']);
});
