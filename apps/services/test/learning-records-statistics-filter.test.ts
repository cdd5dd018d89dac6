import { describe, expect, test } from 'vitest';
import { codeOf, makeBeforeAll, startBeforeAll, startTestPlatform } from './platform.ts';
import { answered, recordedStatements } from './recorded-statements.ts';

const platform = startBeforeAll(startTestPlatform);

const mia = makeBeforeAll(async () =>
  recordedStatements(platform, await platform.identityProvider.signIn('mia')),
);

describe('filter', () => {
  /** Counts of statements of one `dto_id` that fit an id. */
  const fitting = async (dto_id: string, filter_id: string) => {
    const { slices = [] } = await mia.count(
      { filter_type: 'THEMA', filter_id, diagram_type: 'PIE' },
      { dto_id },
    );
    return slices.reduce((sum, { statements_count }) => sum + statements_count, 0);
  };
  const timestamp = '2026-05-05T12:00:00Z';
  const about = (...objects: object[]) => mia.put(objects.map((more) => ({ timestamp, ...more })));
  const keptAbout = (...objects: object[]) =>
    mia.keep(objects.map((more) => ({ timestamp, ...more })));
  const activity = (id: string) => ({ id: `https://lectern.example/${id}` });

  test('by the dto_id, in every kind', async () => {
    const dto_id = await about({}, {});
    await about({});
    for (const filter_type of ['THEMA', 'SUB_THEMA', 'EXERCISE_GROUP'] as const) {
      const { slices } = await mia.count({ diagram_type: 'PIE', filter_type, filter_id: dto_id });
      expect(slices).toEqual([{ verb_id: answered, statements_count: 2 }]);
    }
  });

  test('by object, parent and grouping, each statement once', async () => {
    const dto_id = await about(
      { object: activity('wasser/kreislauf') },
      { context: { contextActivities: { parent: [activity('x'), activity('kreislauf')] } } },
      { context: { contextActivities: { grouping: [activity('kreislauf')] } } },
      // A single activity may stand without a list.
      { context: { contextActivities: { parent: activity('kreislauf') } } },
      {
        object: activity('kreislauf'),
        context: {
          contextActivities: { parent: [activity('kreislauf')], grouping: [activity('kreislauf')] },
        },
      },
      { context: { contextActivities: { category: [activity('kreislauf')] } } },
      { context: { contextActivities: { other: [activity('kreislauf')] } } },
      { verb: activity('kreislauf') },
      { object: activity('wasserkreislauf') },
      { object: activity('kreislauf/2') },
      { object: activity('Kreislauf') },
      { object: { id: 'urn:kreislauf' } },
    );
    expect(await fitting(dto_id, 'kreislauf')).toBe(5);
    expect(await fitting(dto_id, 'wasser/kreislauf')).toBe(1);
  });

  test('contexts of any shape hinder nothing', async () => {
    const other = activity('kreislauf');
    const dto_id = await keptAbout(
      ...[5, 'text', null, true, [], {}, [[]], { id: 5 }, { id: null }, { id: [other.id] }].flatMap(
        (shape) => [
          { context: { contextActivities: shape } },
          { context: { contextActivities: { parent: shape, grouping: [shape] } } },
          { context: { contextActivities: { parent: [shape, other] } } },
        ],
      ),
    );
    expect(await fitting(dto_id, 'kreislauf')).toBe(10);
    expect(await fitting(dto_id, 'kreislauf"]')).toBe(0);
  });

  test.each([
    '%',
    '_',
    '%kreislauf',
    'kreislau_',
    '\\',
    '/',
    "' or true --",
    "'::text); drop table lars.statements; --",
    '$.**',
    '"]',
    '{}',
    '{"a","b"}',
    '.*',
    '__proto__',
    '\u202e',
    '�',
  ])('%j is an id like any other', async (filter_id) => {
    const plain = await about({ object: activity('kreislauf') }, { object: activity('a//b') });
    expect(await fitting(plain, filter_id)).toBe(0);
    const context = {
      contextActivities: { parent: [{ id: `https://lectern.example/${filter_id}` }] },
    };
    expect(await fitting(await keptAbout({ context }), filter_id)).toBe(1);
  });

  test('an id of letters beyond ASCII and of the greatest length', async () => {
    for (const filter_id of ['überfluß', '🌊'.repeat(63), 'x'.repeat(255)]) {
      const dto_id = await about({
        context: { contextActivities: { grouping: activity(filter_id) } },
      });
      expect(await fitting(dto_id, filter_id)).toBe(1);
    }
  });

  test('is named where one is asked for, and only there', async () => {
    expect(await codeOf(mia.count({ filter_type: 'THEMA' }))).toBe('REQUEST_INVALID');
    expect(await codeOf(mia.count({ filter_type: 'NONE', filter_id: 'a' }))).toBe(
      'REQUEST_INVALID',
    );
  });
});
