import type { Actor, Statement } from '@lectern/contracts/xapi';
import { describe, expect, test } from 'vitest';
import { formatStatement } from '../../../src/learning-records/model/format.ts';
import {
  activityNamed,
  answered,
  ben,
  eva,
  id,
  mia,
  registration,
  statementWith,
} from './statements.ts';

const activityId = (name: string) => activityNamed(name).id;
const anonymous: Actor = { objectType: 'Group', name: 'Gruppe', member: [mia, eva] };
const identified = { ...ben, objectType: 'Group' as const, name: 'Klasse', member: [mia] };
const statement = statementWith({
  actor: { objectType: 'Agent', ...mia },
  object: {
    objectType: 'SubStatement',
    actor: anonymous,
    verb: { id: 'urn:verb:planned', display: { de: 'plante', fr: 'a planifié' } },
    object: { objectType: 'Activity', ...activityNamed('inner') },
    context: { contextActivities: { parent: [activityNamed('inner-parent')] } },
  },
  result: { success: true, response: 'x' },
  context: {
    registration,
    instructor: anonymous,
    team: identified,
    contextActivities: { grouping: [activityNamed('a'), activityNamed('b')] },
    contextAgents: [
      { objectType: 'contextAgent', agent: mia, relevantTypes: ['https://lectern.example/role'] },
    ],
    contextGroups: [{ objectType: 'contextGroup', group: identified }],
  },
  authority: { ...ben, name: 'Ben' },
  stored: '2026-11-21T09:30:01Z',
});
const before = structuredClone(statement);

test('ids say who and what is meant, and keep everything else', () => {
  const members = [{ mbox: mia.mbox }, { openid: eva.openid }];
  expect(formatStatement(statement, 'ids', ['de'], new Map())).toEqual({
    id,
    actor: { objectType: 'Agent', mbox: mia.mbox },
    verb: { id: answered },
    object: {
      objectType: 'SubStatement',
      actor: { objectType: 'Group', member: members },
      verb: { id: 'urn:verb:planned' },
      object: { id: activityId('inner') },
      context: { contextActivities: { parent: [{ id: activityId('inner-parent') }] } },
    },
    result: { success: true, response: 'x' },
    context: {
      registration,
      instructor: { objectType: 'Group', member: members },
      team: { objectType: 'Group', account: ben.account },
      contextActivities: { grouping: [{ id: activityId('a') }, { id: activityId('b') }] },
      contextAgents: [
        {
          objectType: 'contextAgent',
          agent: { mbox: mia.mbox },
          relevantTypes: ['https://lectern.example/role'],
        },
      ],
      contextGroups: [
        { objectType: 'contextGroup', group: { objectType: 'Group', account: ben.account } },
      ],
    },
    authority: { account: ben.account },
    timestamp: statement.timestamp,
    stored: statement.stored,
  });
  expect(statement).toEqual(before);
});

test.each<[string, Statement['object'], object]>([
  ['an agent', { ...eva, objectType: 'Agent' }, { objectType: 'Agent', openid: eva.openid }],
  ['a group', identified, { objectType: 'Group', account: ben.account }],
  ['a reference', { objectType: 'StatementRef', id }, { objectType: 'StatementRef', id }],
  ['an activity', activityNamed('a'), { id: activityId('a') }],
])('ids of %s as object', (_name, object, expected) => {
  expect(formatStatement(statementWith({ object }), 'ids', [], new Map()).object).toEqual(expected);
});

describe('canonical', () => {
  const definitions = new Map([
    [activityId('a'), { name: { de: 'A', fr: 'Ah' }, moreInfo: 'https://lectern.example/more' }],
    [activityId('inner'), { description: { de: 'Innen', fr: 'Dedans' } }],
  ]);
  const canonical = formatStatement(statement, 'canonical', ['fr-CH', 'de'], definitions);

  test('has the known definitions in one language', () => {
    expect(canonical.context?.contextActivities?.grouping).toEqual([
      {
        id: activityId('a'),
        definition: { name: { fr: 'Ah' }, moreInfo: 'https://lectern.example/more' },
      },
      {
        id: activityId('b'),
        definition: { name: { fr: 'b-fr' }, type: 'https://lectern.example/types/page' },
      },
    ]);
    expect(canonical.object).toMatchObject({
      verb: { display: { fr: 'a planifié' } },
      object: {
        objectType: 'Activity',
        id: activityId('inner'),
        definition: { description: { fr: 'Dedans' } },
      },
    });
    expect(canonical.verb.display).toEqual({ de: 'beantwortete' });
    expect(statement).toEqual(before);
  });

  test('keeps actors, and everything else', () => {
    for (const member of ['actor', 'authority', 'id', 'result', 'stored', 'timestamp'] as const) {
      expect(canonical[member]).toEqual(statement[member]);
    }
    expect(canonical.context?.team).toEqual(identified);
    expect(canonical.object).toHaveProperty('actor', anonymous);
  });

  test.each(['choices', 'scale', 'source', 'target', 'steps'] as const)(
    'says the %s of a question in one language',
    (list) => {
      const components = [{ id: 'x', description: { de: 'Ja', fr: 'Oui' } }, { id: 'y' }];
      const object = { id: activityId('q'), definition: { [list]: components } };
      const formatted = formatStatement(statementWith({ object }), 'canonical', ['fr'], new Map());
      expect(formatted.object).toEqual({
        ...object,
        definition: { [list]: [{ id: 'x', description: { fr: 'Oui' } }, { id: 'y' }] },
      });
    },
  );

  test('defines an activity of which the statement says nothing', () => {
    const object = { id: activityId('a') };
    const formatted = formatStatement(statementWith({ object }), 'canonical', [], definitions);
    expect(formatted.object).toMatchObject({ definition: { name: { de: 'A' } } });
  });

  test('adds nothing where nothing is known', () => {
    const plain = statementWith({ verb: { id: answered }, object: { id: activityId('z') } });
    expect(formatStatement(plain, 'canonical', ['de'], definitions)).toEqual(plain);
  });
});
