import { describe, expect, test } from 'vitest';
import { activitiesOf, mergeDefinition } from '../../../src/learning-records/model/definitions.ts';
import { activityNamed, ben, statementWith } from './statements.ts';

test('the activities of a statement are those of which something is said, wherever they stand', () => {
  const plain = { id: 'https://lectern.example/plain' };
  const statement = statementWith({
    object: {
      objectType: 'SubStatement',
      actor: ben,
      verb: { id: 'urn:verb:planned' },
      object: activityNamed('inner'),
      context: { contextActivities: { other: [plain, activityNamed('inner-other')] } },
    },
    context: { contextActivities: { parent: [activityNamed('outer'), plain] } },
  });
  expect(activitiesOf(statement)).toEqual(['outer', 'inner', 'inner-other'].map(activityNamed));
  expect(activitiesOf(statementWith())).toEqual([activityNamed('exercise')]);
  expect(activitiesOf(statementWith({ object: plain }))).toEqual([]);
});

describe('two definitions together', () => {
  test('have all languages, of one that both have the newer text', () => {
    expect(
      mergeDefinition(
        { name: { de: 'alt', fr: 'vieux' }, description: { de: 'bleibt' } },
        { name: { de: 'neu', en: 'new' } },
      ),
    ).toEqual({
      name: { de: 'neu', fr: 'vieux', en: 'new' },
      description: { de: 'bleibt' },
    });
  });

  test('have of all else what is newer', () => {
    const stored = {
      type: 'urn:a:1',
      moreInfo: 'urn:a:2',
      extensions: { 'urn:a:3': 1, 'urn:a:4': 1 },
    };
    expect(mergeDefinition(stored, { type: 'urn:b:1', extensions: { 'urn:a:3': 2 } })).toEqual({
      type: 'urn:b:1',
      moreInfo: 'urn:a:2',
      extensions: { 'urn:a:3': 2 },
    });
  });

  test('have one question', () => {
    const choice = {
      interactionType: 'choice' as const,
      correctResponsesPattern: ['a'],
      choices: [{ id: 'a' }],
    };
    const likert = { interactionType: 'likert' as const, scale: [{ id: '1' }] };
    expect(mergeDefinition(choice, likert)).toEqual(likert);
    expect(mergeDefinition(choice, { name: { de: 'Frage' } })).toEqual({
      ...choice,
      name: { de: 'Frage' },
    });
  });

  test('have nothing that neither has', () => {
    expect(mergeDefinition({}, {})).toEqual({});
  });
});
