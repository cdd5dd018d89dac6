import { expect, it } from 'vitest';
import { unescaped } from '../player/runtime/unescaped.ts';

it.each([
  '',
  'a',
  'a,b',
  ',a,,b,',
  String.raw`a\,b,c`,
  String.raw`a\\,b`,
  String.raw`\,,\,`,
  'a,b\\',
])('splits %s at commas without a backslash', (text) => {
  expect(text.split(unescaped(','))).toEqual(text.split(/(?<!\\),/));
});
