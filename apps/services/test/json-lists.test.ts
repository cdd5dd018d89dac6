import { describe, expect, test } from 'vitest';
import { readJson } from '../src/http/json-body.ts';
import { elementsOf } from '../src/json-survey.ts';

const divided = (json: string) =>
  elementsOf(Buffer.from(json))?.map((text) => Buffer.from(text).toString());

describe('a JSON list is divided into its elements', () => {
  test.each([
    ['[]', []],
    [' [ \r\n\t] ', []],
    ['\uFEFF [1,2]', ['1', '2']],
    ['[1]', ['1']],
    ['[1, {"a":[2,3]} ,"x,]"]', ['1', ' {"a":[2,3]} ', '"x,]"']],
    ['["\\",", "\\\\"]', ['"\\","', ' "\\\\"']],
    ['[[1,2],[{},{}]]', ['[1,2]', '[{},{}]']],
  ])('%s', (json, elements) => {
    expect(divided(json)).toEqual(elements);
  });

  test.each([
    '',
    ' ',
    '{}',
    '1',
    '"[1]"',
    '{"a":[1]}',
    '[1',
    '[1]2',
    '1[2]',
    '[1}',
    '[1][2]',
    '[1],',
  ])('not %j, which is none', (json) => {
    expect(divided(json)).toBeUndefined();
  });

  test.each(['[1,]', '[,1]', '[1,,2]', '[{]}]', '["a]', '[1 2]', '[\u00a0]'])(
    '%s has an element that is no JSON, or is none',
    (json) => {
      const elements = elementsOf(Buffer.from(json));
      const read = () => (elements ?? [Buffer.from(json)]).map((text) => readJson(text));
      let values: unknown[] | undefined;
      try {
        values = read();
      } catch {}
      expect(values === undefined || values.includes(undefined)).toBe(true);
    },
  );
});
