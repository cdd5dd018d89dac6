import fc from 'fast-check';
import { anyTextOf } from '../any-text.ts';

/* Texts of an attacker. None of them holds a leak by `answers.ts`, so that an answer may say them back. */

/** Longest text: with what is around it, it stays below the limit of a body (1 MiB). */
const longTextLength = 300_000;
/** Deep enough to end a recursion, short enough for the limit of a body. */
const deepNesting = 20_000;

const hostileTexts: readonly string[] = [
  // SQL, LIKE and regular expressions
  "'; drop table aua.users; --",
  "' or '1'='1",
  '1); select 1; --',
  '$1',
  '$$',
  '%',
  '_',
  '%_\\',
  '\\',
  '(a+)+$',
  // No text for PostgreSQL, or one that looks like another
  '\0',
  'a\0b',
  '\ud83d',
  '\udc00a',
  '\ufeff',
  '\u202eabc\u202d',
  '\u200b',
  'e\u0301\u0301\u0301',
  'ﷺ'.repeat(30),
  '👩‍👩‍👧‍👦',
  'İ',
  'ß',
  // Names that objects of JavaScript have
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  // Spreadsheets, paths, lines, formats, templates, markup
  '=1+1',
  '@SUM(A1)',
  '../../etc/passwd',
  '..\\..\\boot.ini',
  '/etc/passwd',
  'c:\\',
  'a\r\nSet-Cookie: a=b',
  '%s%s%n%x',
  '${7*7}{{7*7}}',
  '<script>alert(1)</script>',
  '<!ENTITY a SYSTEM "a">',
  'javascript:alert(1)',
  // Numbers, times, addresses and identifiers that are none
  '',
  ' ',
  'NaN',
  '-1',
  '1e400',
  '0x10',
  'null',
  'true',
  '9999-12-31T23:59:59.999999999-12:00',
  '0000-01-01T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-06-30T23:59:60Z',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'http://127.0.0.1:1/',
  'http://169.254.169.254/latest',
  'file:///etc/passwd',
  'a'.repeat(255),
  'ä'.repeat(255),
  'x'.repeat(longTextLength),
];

/** A text from hell. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 1, arbitrary: anyTextOf({ maxLength: 20 }) },
);

/** JSON that is no value of the contract, as text. */
export const hostileJson: fc.Arbitrary<string> = fc.constantFrom(
  '1e400',
  '-1e400',
  '-0',
  '1e-400',
  '123456789012345678901234567890',
  '9007199254740993',
  '2147483648',
  '9223372036854775808',
  '0.1e1',
  'null',
  'true',
  '[]',
  '{}',
  '[[]]',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"toString":1,"valueOf":null,"hasOwnProperty":0}',
  '{"length":1e9,"0":"a"}',
  `${'['.repeat(deepNesting)}${']'.repeat(deepNesting)}`,
  `${'{"a":'.repeat(deepNesting)}1${'}'.repeat(deepNesting)}`,
  `[${'0,'.repeat(5_000)}0]`,
);

/** A body that is no JSON object, or no JSON at all. */
export const hostileBody: fc.Arbitrary<string> = fc.oneof(
  hostileJson,
  fc.constantFrom(
    '',
    ' ',
    '{',
    '{"a":1,}',
    "{'a':1}",
    '{"a":1}{"a":1}',
    '\ufeff{}',
    '{"subject":"a","subject":"b"}',
    '<xml/>',
    'subject=a',
    '"\\u00"',
    'undefined',
    '\0',
  ),
);

export const hostileKey: fc.Arbitrary<string> = fc.constantFrom(
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
  'a\0',
  '\ud800',
  '$ne',
  'subject ',
  'x'.repeat(5_000),
);
