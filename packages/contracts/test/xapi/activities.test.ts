import { describe, expect, test } from 'vitest';
import { faultWith, faultWithin, object } from './statements.ts';

/* xAPI 1.0.3, Data 2.4.4.1; IEEE 9274.1.1, 4.2.2.3. */

const places: [string, (activity: object) => string | undefined][] = [
  ['object', (activity) => faultWith({ object: activity })],
  ['object.object', (activity) => faultWithin({ object: activity })],
  ...(['parent', 'grouping', 'category', 'other'] as const).map(
    (kind): [string, (activity: object) => string | undefined] => [
      `context.contextActivities.${kind}[0]`,
      (activity) => faultWith({ context: { contextActivities: { [kind]: [activity] } } }),
    ],
  ),
];
const definition = {
  name: { de: 'Wasser', 'en-US': 'Water' },
  description: { de: 'Was es ist' },
  type: 'http://adlnet.gov/expapi/activities/course',
  moreInfo: 'https://lectern.example/more',
  extensions: { 'https://lectern.example/x': null },
};

describe.each(places)('an activity as %s', (place, faultOf) => {
  test('has an id, and perhaps a definition', () => {
    expect(faultOf(object)).toBeUndefined();
    expect(faultOf({ objectType: 'Activity', ...object, definition })).toBeUndefined();
    expect(faultOf({ ...object, definition: {} })).toBeUndefined();
  });

  test.each<[string, object]>([
    ['id: is missing', {}],
    ['id: expected string, received null', { id: null }],
    ['id: not an IRI', { id: '' }],
    ['id: not an IRI', { id: 'wasser' }],
    ['id: not an IRI', { id: '//lectern.example/wasser' }],
    ['id: not an IRI', { id: 'https://lectern.example/a b' }],
    ['id: not an IRI', { id: 'https:' }],
    ['id: expected at most 2048 characters', { id: `https://${'x'.repeat(2_048)}` }],
    ['name: is not known here', { ...object, name: 'x' }],
    ['definition: expected object, received array', { ...object, definition: [] }],
    ['definition.title: is not known here', { ...object, definition: { title: 'x' } }],
  ])('is refused: %s', (fault, activity) => {
    expect(faultOf(activity)).toBe(`${place}.${fault}`);
  });

  test.each<[string, object]>([
    ['name: expected object, received string', { name: 'Wasser' }],
    ['name.de: expected string, received number', { name: { de: 1 } }],
    ['description: expected object, received null', { description: null }],
    ['type: not an IRI', { type: 'course' }],
    ['moreInfo: not an IRI', { moreInfo: 'more' }],
    ['extensions: expected object, received string', { extensions: 'x' }],
    ['extensions.x: its name is not an IRI', { extensions: { x: 1 } }],
  ])('is not defined by: %s', (fault, changes) => {
    const activity = { ...object, definition: { ...definition, ...changes } };
    expect(faultOf(activity)).toBe(`${place}.definition.${fault}`);
  });
});

describe('a question', () => {
  const faultOf = (definition: object) => faultWith({ object: { ...object, definition } });
  const lists = ['choices', 'scale', 'source', 'target', 'steps'] as const;
  const listsByType: [string, readonly (typeof lists)[number][]][] = [
    ['true-false', []],
    ['choice', ['choices']],
    ['fill-in', []],
    ['long-fill-in', []],
    ['matching', ['source', 'target']],
    ['performance', ['steps']],
    ['sequencing', ['choices']],
    ['likert', ['scale']],
    ['numeric', []],
    ['other', []],
  ];
  const components = [{ id: 'a', description: { de: 'Regen' } }, { id: 'b' }];

  test.each(listsByType)(
    'of the type %s has its components, and no others',
    (interactionType, own) => {
      const parts = Object.fromEntries(own.map((list) => [list, components]));
      const question = { interactionType, correctResponsesPattern: ['a', 'b[,]c'], ...parts };
      expect(faultOf(question)).toBeUndefined();
      expect(faultOf({ interactionType })).toBeUndefined();
      for (const list of lists.filter((list) => !own.includes(list))) {
        expect(faultOf({ ...question, [list]: components })).toBe(
          'object.definition: has a list of components that is none of its interactionType',
        );
      }
    },
  );

  test.each([...lists, 'correctResponsesPattern'])('needs its type where it has %s', (member) => {
    const value = member === 'correctResponsesPattern' ? ['a'] : components;
    expect(faultOf({ [member]: value })).toBe('object.definition.interactionType: is missing');
  });

  test.each(['Choice', 'compound', '', 5, null, {}])(
    'is of a type that xAPI has: not %j',
    (type) => {
      expect(faultOf({ interactionType: type })).toMatch(
        /^object\.definition\.interactionType: expected "true-false" or "choice" or /,
      );
    },
  );

  test.each<[string, unknown]>([
    [': expected array, received string', 'a'],
    ['[1]: expected string, received number', ['a', 5]],
    ['[0]: expected string, received null', [null]],
  ])('has right answers that are texts%s', (fault, correctResponsesPattern) => {
    const question = { interactionType: 'fill-in', correctResponsesPattern };
    expect(faultOf(question)).toBe(`object.definition.correctResponsesPattern${fault}`);
  });

  test('may have no right answer, or none of a certain form', () => {
    for (const correctResponsesPattern of [[], ['{case_matters=true}a[,]b'], ['']]) {
      expect(faultOf({ interactionType: 'numeric', correctResponsesPattern })).toBeUndefined();
    }
  });

  test.each<[string, unknown]>([
    [': expected array, received object', { id: 'a' }],
    ['[0]: expected object, received string', ['a']],
    ['[1].id: is missing', [{ id: 'a' }, {}]],
    ['[0].id: expected string, received number', [{ id: 1 }]],
    ['[0].description: expected object, received string', [{ id: 'a', description: 'x' }]],
    [
      '[0].description.d: its name is not a language tag of RFC 5646',
      [{ id: 'a', description: { d: 'x' } }],
    ],
    ['[0].text: is not known here', [{ id: 'a', text: 'x' }]],
    [': has an id twice', [{ id: 'a' }, { id: 'b' }, { id: 'a' }]],
  ])('has components that are none%s', (fault, choices) => {
    expect(faultOf({ interactionType: 'choice', choices })).toBe(
      `object.definition.choices${fault}`,
    );
  });
});
