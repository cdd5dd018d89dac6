import { describe, expect, test } from 'vitest';
import { checkXapi, statement1, statement2 } from '../../src/learning-records/xapi/index.ts';
import { faultIn, faultWith, faultWithin, id, mia, readIn, statement, verb } from './statements.ts';

/* xAPI 1.0.3, Data 2.2, 2.4, 4.1, 4.2, 4.4 and 4.5; IEEE 9274.1.1, 4.2.4 and 4.2.7. */

describe('a statement', () => {
  test('has an actor, a verb and an object', () => {
    expect(faultWith({})).toBeUndefined();
    for (const member of ['actor', 'verb', 'object']) {
      expect(faultWith({ [member]: undefined })).toBe(`${member}: is missing`);
      expect(faultWith({ [member]: null })).toMatch(new RegExp(`^${member}: expected object`));
    }
  });

  test.each([null, undefined, 5, 'text', [], [statement]])('is an object, not %j', (value) => {
    expect(faultIn('1.0.3', value)).toMatch(/^(expected object, received|is missing)/);
  });

  test.each(['ID', 'Actor', 'objectType', 'activity', 'constructor', 'Stored'])(
    'has nothing that is called %s',
    (name) => {
      expect(faultWith({ [name]: 'x' })).toBe(`${name}: is not known here`);
    },
  );

  test('has no __proto__', () => {
    const value: unknown = JSON.parse(`{"__proto__":{},${JSON.stringify(statement).slice(1)}`);
    expect(faultIn('2.0.0', value)).toBe('__proto__: is not known here');
  });

  test('stays what it is', () => {
    const full = {
      ...statement,
      id: id.toUpperCase(),
      stored: '2026-01-01T00:00:00Z',
      authority: mia,
      version: '1.0.3',
      context: { extensions: { 'urn:a:b': [null, { c: 1 }] } },
    };
    for (const schema of [statement1, statement2]) {
      expect(checkXapi(schema, full)).toEqual({ value: full });
    }
  });

  test('is named as it stands', () => {
    const { fault } = checkXapi(
      statement1,
      { ...statement, actor: { mbox: 'mia' } },
      'statements[2]',
    );
    expect(fault).toBe('statements[2].actor.mbox: not a mailto IRI');
    expect(checkXapi(statement1, 5, 'statements[2]').fault).toBe(
      'statements[2]: expected object, received number',
    );
  });

  test('is refused in few words, whatever its members are called', () => {
    expect(faultWith({ ['x'.repeat(100_000)]: 1 })?.length).toBeLessThan(300);
    const extensions = { [' '.repeat(100_000)]: 1 };
    expect(faultWith({ context: { extensions } })?.length).toBeLessThan(300);
  });

  test('does not stand in what is said of it', () => {
    const secret = 'Geheim! 4711';
    for (const changes of [
      { actor: { mbox: secret } },
      { verb: { id: secret } },
      { object: { objectType: secret } },
      { context: { language: secret } },
      { timestamp: secret },
    ]) {
      expect(faultWith(changes)).not.toContain(secret);
    }
  });
});

describe('an id', () => {
  test.each([
    id,
    id.toUpperCase(),
    // The first example of the specification: of another variant than it recommends.
    '12345678-1234-5678-1234-567812345678',
    '00000000-0000-0000-0000-000000000000',
  ])('is a UUID: %s', (id) => {
    expect(faultWith({ id })).toBeUndefined();
  });

  test.each([
    '',
    'x',
    `${id}8`,
    id.slice(1),
    id.replaceAll('-', ''),
    `{${id}}`,
    `urn:uuid:${id}`,
    id.replace('f', 'g'),
  ])('is no UUID: %j', (id) => {
    expect(faultWith({ id })).toBe('id: not a UUID');
  });

  test.each([5, null, {}])('is a text: not %j', (id) => {
    expect(faultWith({ id })).toMatch(/^id: expected string, received /);
  });
});

describe.each(['timestamp', 'stored'])('a time: %s', (member) => {
  test.each([
    '2015-11-18T12:17:00Z',
    '2015-11-18T12:17:00+00:00',
    '2008-09-15T15:53:00.601-11:30',
    '2024-02-29T00:00:00.123456789Z',
    '2999-12-31T23:59:59Z',
  ])('is %s', (time) => {
    expect(faultWith({ [member]: time })).toBeUndefined();
  });

  test.each([
    '',
    'should fail',
    '01/011/2015',
    '2015-11-18',
    '2015-11-18 12:17:00Z',
    '2008-09-15T15:53:00+24:00',
    '2015-02-29T12:17:00Z',
    '2015-13-01T12:17:00Z',
    '2015-11-18T25:17:00Z',
    '2015-11-18T12:17:61Z',
    '2015-02-29T12:17:60Z',
    '2015-11-18T12:17:00+2',
    '2015-W47-3T12:17:00Z',
  ])('is not %j', (time) => {
    expect(faultWith({ [member]: time })).toBe(`${member}: not a time of RFC 3339 with its zone`);
  });

  test('has a known zone', () => {
    const unknown = `${member}: not a time zone: -00:00`;
    expect(faultWith({ [member]: '2008-09-15T15:53:00.601-00:00' })).toBe(unknown);
    for (const zone of ['-00', '-0000']) {
      const value = { ...statement, [member]: `2008-09-15T15:53:00.601${zone}` };
      expect(faultIn('1.0.3', value)).toBe(unknown);
      expect(faultIn('2.0.0', value)).toBe(`${member}: not a time of RFC 3339 with its zone`);
    }
  });

  const valueIn = (version: '1.0.3' | '2.0.0', time: string) =>
    (readIn(version, { ...statement, [member]: time }) as Record<string, unknown>)?.[member];

  test.each([
    ['2015-11-18t12:17:00z', '2015-11-18T12:17:00Z'],
    ['2015-11-18t12:17:00.5+02:00', '2015-11-18T12:17:00.5+02:00'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00Z'],
    ['2016-12-31T18:59:60.25-05:00', '2016-12-31T19:00:00.25-05:00'],
  ])('is %s, as %s', (time, value) => {
    expect([valueIn('1.0.3', time), valueIn('2.0.0', time)]).toEqual([value, value]);
  });

  test.each([
    ['2015-11-18T12:17:00', '2015-11-18T12:17:00Z'],
    ['2015-11-18T12:17:00.601', '2015-11-18T12:17:00.601Z'],
    ['2015-11-18T12:17:00+0000', '2015-11-18T12:17:00+00:00'],
    ['2015-11-18T12:17:00.601-0430', '2015-11-18T12:17:00.601-04:30'],
    ['2015-11-18T12:17:00+02', '2015-11-18T12:17:00+02:00'],
    ['2015-11-18T12:17:60', '2015-11-18T12:18:00Z'],
    ['2015-11-18T12:17:00,5Z', '2015-11-18T12:17:00.5Z'],
    ['2015-11-18T12:17Z', '2015-11-18T12:17:00Z'],
    ['20151118T121700Z', '2015-11-18T12:17:00Z'],
  ])('is %s only in version 1.0.3, as %s', (time, value) => {
    expect(valueIn('1.0.3', time)).toBe(value);
    expect(faultIn('2.0.0', { ...statement, [member]: time })).toBe(
      `${member}: not a time of RFC 3339 with its zone`,
    );
  });
});

test('the time of a statement within is read as any other', () => {
  const object = { ...statement, objectType: 'SubStatement', timestamp: '2015-11-18T12:17:00' };
  expect(readIn('1.0.3', { ...statement, object })).toMatchObject({
    object: { timestamp: '2015-11-18T12:17:00Z' },
  });
});

test('the time of a statement within has the same form', () => {
  expect(faultWithin({ timestamp: 'soon' })).toBe(
    'object.timestamp: not a time of RFC 3339 with its zone',
  );
});

describe('a version', () => {
  test.each(['1.0', '1.0.0', '1.0.3', '1.0.9', '1.0.10'])('is %s in both versions', (version) => {
    expect(faultWith({ version })).toBeUndefined();
  });

  test.each(['2.0', '2.0.0', '2.0.1'])('is %s only in version 2.0', (version) => {
    expect(faultIn('2.0.0', { ...statement, version })).toBeUndefined();
    expect(faultIn('1.0.3', { ...statement, version })).toBe('version: not a version 1.0.x');
  });

  test.each([
    '',
    '1',
    '0.9.9',
    '0.95',
    '1.1.0',
    '1.0.',
    '1.0.x',
    '10.0',
    '2.1.0',
    '3.0.0',
    'v1.0.3',
  ])('is not %j', (version) => {
    expect(faultIn('1.0.3', { ...statement, version })).toBe('version: not a version 1.0.x');
    expect(faultIn('2.0.0', { ...statement, version })).toBe(
      'version: not a version 1.0.x or 2.0.x',
    );
  });
});

describe('a language', () => {
  const faultOf = (language: string) =>
    faultWith({ verb: { ...verb, display: { [language]: 'x' } } });

  test.each([
    'de',
    'DE-ch',
    'gsw',
    'zh-Hant-TW',
    'zh-cmn-Hans-CN',
    'de-CH-1996',
    'sl-rozaj-biske',
    'es-419',
    'de-a-value',
    'en-a-myext-b-another-x-mine',
    'de-x-bern',
    'x-whatever',
    'und',
    'i-klingon',
    'en-GB-oed',
    'sgn-BE-FR',
    'abcde',
  ])('is %s', (language) => {
    expect(faultOf(language)).toBeUndefined();
    expect(faultWith({ context: { language } })).toBeUndefined();
  });

  test.each([
    '',
    'd',
    'something',
    'a12345678',
    'de_CH',
    'de-',
    '-de',
    'de--CH',
    's-something',
    'zh-something-ccc',
    'en-something-AU',
    'de-x',
    'de-a',
    'x-',
    'i-unknown',
    'de CH',
    '12',
  ])('is not %j', (language) => {
    expect(faultOf(language)).toMatch(/: its name is not a language tag of RFC 5646$/);
    expect(faultWith({ context: { language } })).toBe(
      'context.language: not a language tag of RFC 5646',
    );
  });
});

describe('extensions', () => {
  const faultOf = (value: unknown) =>
    faultWith({ context: { extensions: { 'https://a.example/ü': value } } });

  test.each([null, [null], { a: { b: null } }, 5, '', false, {}])('hold anything: %j', (value) => {
    expect(faultOf(value)).toBeUndefined();
  });

  test('hold no number that JSON cannot write', () => {
    const tooGreat: unknown = JSON.parse('{"a":[1e400]}');
    expect(faultOf(tooGreat)).toBe('nested deeper than 64, or with a number that is none');
  });

  test('are not nested without end', () => {
    const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
    expect(faultOf(nested(61))).toBeUndefined();
    expect(faultOf(nested(62))).toBe('nested deeper than 64, or with a number that is none');
  });
});

test('null stands nowhere else', () => {
  const full = {
    id,
    ...statement,
    result: { score: { scaled: 1, raw: 1, min: 0, max: 2 }, success: true, duration: 'PT1S' },
    context: {
      registration: id,
      language: 'de',
      contextActivities: { parent: [{ id: 'urn:a:b', definition: { name: { de: 'x' } } }] },
    },
    timestamp: '2026-01-01T00:00:00Z',
    version: '1.0.0',
  };
  expect(faultWith(full)).toBeUndefined();
  const withNulls = [...withEachMemberNull(full)];
  expect(withNulls.length).toBeGreaterThan(25);
  for (const [place, value] of withNulls) {
    expect([place, faultIn('1.0.3', value) !== undefined]).toEqual([place, true]);
  }
});

/** Copies of a value in each of which one member, at a place, is null. */
function* withEachMemberNull(value: unknown, place = ''): Generator<[string, unknown]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const replaced = (by: unknown) =>
      Array.isArray(value) ? value.with(Number(key), by) : { ...value, [key]: by };
    yield [`${place}/${key}`, replaced(null)];
    for (const [at, changed] of withEachMemberNull(inner, `${place}/${key}`))
      yield [at, replaced(changed)];
  }
}
