import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { chooseLanguage, languagesOf } from '../../../src/learning-records/model/languages.ts';

describe('an Accept-Language header', () => {
  test.each<[string | undefined, string[]]>([
    [undefined, []],
    ['', []],
    ['de', ['de']],
    ['de-CH, fr;q=0.5, en;q=0.8', ['de-CH', 'en', 'fr']],
    ['fr;q=0.5,de;q=0.5', ['fr', 'de']],
    ['en ; q=0.1 , *;Q=0.5', ['*', 'en']],
    ['de;q=0, fr', ['fr']],
    ['de;q=2, fr;q=x, it;q=, en;q=1.000', ['en']],
    ['d_e, toolonglanguage, ,;q=1, fr', ['fr']],
  ])('%j asks for %j', (header, languages) => {
    expect(languagesOf(header)).toEqual(languages);
  });

  test('asks for the preferred twenty', () => {
    const ranges = Array.from({ length: 3_000 }, (_, place) => `a-${place}`);
    const header = `${ranges.join(';q=0.5,')},de;q=0.6`;
    expect(languagesOf(header)).toEqual(['a-2999', 'de', ...ranges.slice(0, 18)]);
  });

  test('asks for nothing by a range of thousands of subtags', () => {
    expect(languagesOf(`a${'-a'.repeat(8_000)}, zh-cmn-Hans-CN-x-a-b-c`)).toEqual([
      'zh-cmn-Hans-CN-x-a-b-c',
    ]);
  });
});

describe('of a language map', () => {
  test.each<[string[], string[], string]>([
    [['de', 'en'], ['en'], 'en'],
    [['de', 'en'], ['EN'], 'en'],
    [['de', 'en-GB'], ['en-gb', 'de'], 'en-GB'],
    [['de', 'fr'], ['it', 'fr', 'de'], 'fr'],
    // A language asked for more closely than there is an entry.
    [['fr', 'de'], ['de-CH-1996'], 'de'],
    [['fr', 'zh-Hant'], ['zh-Hant-CN-x-private1'], 'zh-Hant'],
    [['fr', 'de'], ['de-a-value'], 'de'],
    // A language asked for less closely.
    [['fr', 'de-CH', 'de-AT'], ['de'], 'de-CH'],
    [['den', 'de-CH'], ['de'], 'de-CH'],
    // The order of the languages comes before how close they are.
    [['en', 'de-CH'], ['de', 'en'], 'de-CH'],
    [['fr', 'de'], ['en'], 'fr'],
    [['fr', 'de'], [], 'fr'],
    [['fr', 'de'], ['*', 'de'], 'fr'],
    [['de'], ['en'], 'de'],
    // Which differ by case alone.
    [['fr', 'DE', 'de'], ['de'], 'DE'],
    [['fr', 'DE-ch', 'de-CH', 'de-AT'], ['de'], 'DE-ch'],
  ])('%j the readers of %j get %s', (tags, languages, expected) => {
    const map = Object.fromEntries(tags.map((tag) => [tag, `in ${tag}`]));
    expect(chooseLanguage(map, languages)).toEqual({ [expected]: `in ${expected}` });
  });

  test('each entry is looked at once, however many languages are asked for', () => {
    const tags = Array.from({ length: 500 }, (_, place) => `x-${place}`);
    const map = Object.fromEntries(tags.map((tag) => [tag, '']));
    const languages = Array.from({ length: 20 }, (_, place) => `de-CH-${place}`);
    const toLowerCase = vi.spyOn(String.prototype, 'toLowerCase');
    onTestFinished(() => toLowerCase.mockRestore());
    expect(chooseLanguage(map, languages)).toEqual({ 'x-0': '' });
    expect(toLowerCase.mock.calls.length).toBeLessThanOrEqual(tags.length + languages.length);
  });

  test('an empty one stays', () => {
    expect(chooseLanguage({}, ['de'])).toEqual({});
  });
});
