import { describe, expect, test } from 'vitest';
import { mergeObjects } from '../../../src/learning-records/xapi/documents/merge-objects.ts';

const merge = (older: string, newer: string) =>
  mergeObjects(Buffer.from(older), Buffer.from(newer)).toString();

describe('members that both have are those of the newer one', () => {
  test.each([
    ['{}', '{}', '{}'],
    ['{"a":1}', '{}', '{"a":1}'],
    ['{}', '{"a":1}', '{"a":1}'],
    ['{"a":1,"b":2}', '{"b":3,"c":4}', '{"a":1,"b":3,"c":4}'],
    ['{"a":{"b":1,"c":2}}', '{"a":{"b":3}}', '{"a":{"b":3}}'],
    ['{"a":[1,{"b":[2,3]}],"c":4}', '{"c":[]}', '{"a":[1,{"b":[2,3]}],"c":[]}'],
    ['{"a":null}', '{"b":false}', '{"a":null,"b":false}'],
  ])('%s and %s give %s', (older, newer, merged) => {
    expect(merge(older, newer)).toBe(merged);
  });
});

describe('values stay as they are written', () => {
  test.each([
    ['{"a":12345678901234567890.123456789012345}', '12345678901234567890.123456789012345'],
    ['{"a":1e400}', '1e400'],
    ['{"a":-0.0}', '-0.0'],
    ['{"a":"\\u00e4 ä \\" \\\\ } ] , : {"}', '"\\u00e4 ä \\" \\\\ } ] , : {"'],
    ['{"a":"\\\\"}', '"\\\\"'],
    ['{"a": { "b" : 1 } }', '{ "b" : 1 }'],
    ['\n{\t"a"\r:\n [ 1 , 2 ]\t}\n', '[ 1 , 2 ]'],
    ['\ufeff{"a":1}', '1'],
  ])('%s keeps %s', (older, value) => {
    expect(merge(older, '{"b":2}')).toBe(`{"a":${value},"b":2}`);
    expect(merge('{"b":2}', older)).toBe(`{"b":2,"a":${value}}`);
  });
});

test('a name that is written differently is the same name', () => {
  expect(merge('{"\\u0061":1}', '{"a":2}')).toBe('{"a":2}');
  expect(merge('{"a\\"b":1,"ä":1}', '{"\\u00e4":2}')).toBe('{"a\\"b":1,"ä":2}');
});

test('what it gives is what JSON itself would', () => {
  // Values that hold everything that could be taken for the end of one.
  const values = [
    '"}"',
    '"]"',
    '"{"',
    '","',
    '":"',
    '"\\""',
    '"\\\\"',
    '{}',
    '[]',
    '{"x":"}"}',
    '[[]]',
    '1',
  ];
  for (const first of values) {
    for (const second of values) {
      const older = `{"a":${first},"b":${second}}`;
      const newer = `{"b":${first},"c":${second}}`;
      const expected = { ...(JSON.parse(older) as object), ...(JSON.parse(newer) as object) };
      expect(JSON.parse(merge(older, newer))).toEqual(expected);
    }
  }
});
