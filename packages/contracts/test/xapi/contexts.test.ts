import { describe, expect, test } from 'vitest';
import { checkXapi, statement2 } from '../../src/learning-records/xapi/index.ts';
import { ben, faultIn, faultWith, faultWithin, id, mia, object, statement } from './statements.ts';

/* xAPI 1.0.3, Data 2.4.6; IEEE 9274.1.1, 4.2.2.5. */

const group = { objectType: 'Group', member: [mia, ben] };
const context = {
  registration: id,
  instructor: mia,
  team: group,
  contextActivities: { parent: [object], grouping: [], category: object, other: [object, object] },
  revision: '1',
  platform: 'Lectern',
  language: 'de-CH',
  statement: { objectType: 'StatementRef', id },
  extensions: { 'urn:x:y': { a: null } },
};

test('a context has the circumstances', () => {
  expect(faultWith({ context })).toBeUndefined();
  expect(faultWithin({ context })).toBeUndefined();
  expect(faultWith({ context: {} })).toBeUndefined();
  expect(faultWith({ context: { contextActivities: {}, instructor: group } })).toBeUndefined();
});

test.each<[string, unknown]>([
  ['context: expected object, received null', null],
  ['context.registration: not a UUID', { registration: 'x' }],
  ['context.registration: expected string, received number', { registration: 5 }],
  ['context.revision: expected string, received number', { revision: 1 }],
  ['context.platform: expected string, received null', { platform: null }],
  ['context.language: not a language tag of RFC 5646', { language: 'd' }],
  ['context.language: expected string, received object', { language: { de: 'x' } }],
  ['context.statement: expected object, received string', { statement: id }],
  ['context.statement.objectType: is missing: "StatementRef"', { statement: { id } }],
  ['context.statement.objectType: expected "StatementRef"', { statement: { objectType: 'x', id } }],
  ['context.statement.id: is missing', { statement: { objectType: 'StatementRef' } }],
  ['context.contextActivities: expected object, received array', { contextActivities: [object] }],
  ['context.contextActivities.Parent: is not known here', { contextActivities: { Parent: [] } }],
  [
    'context.contextActivities.parent[0]: expected object, received null',
    { contextActivities: { parent: null } },
  ],
  [
    'context.contextActivities.other[1].id: is missing',
    { contextActivities: { other: [object, {}] } },
  ],
  [
    'context.contextActivities.other[0].objectType: expected "Activity"',
    { contextActivities: { other: [{ objectType: 'Agent', ...mia }] } },
  ],
  ['context.extensions: expected object, received array', { extensions: [] }],
  ['context.group: is not known here', { group }],
])('a context is refused: %s', (fault, context) => {
  expect(faultWith({ context })).toBe(fault);
  expect(faultWithin({ context })).toBe(`object.${fault}`);
});

describe.each(['revision', 'platform'])('a %s', (member) => {
  test.each([object, { objectType: 'Activity', ...object }])(
    'belongs to an activity: %j',
    (object) => {
      expect(faultWith({ object, context: { [member]: 'x' } })).toBeUndefined();
    },
  );

  test.each([
    { objectType: 'Agent', ...mia },
    group,
    { objectType: 'StatementRef', id },
    { objectType: 'SubStatement', ...statement },
  ])('does not belong to another object: %j', (object) => {
    expect(faultWith({ object, context: { [member]: 'x' } })).toBe(
      `context.${member}: is only for activities`,
    );
  });

  test('does not belong to another object of a statement within', () => {
    const inner = { object: { objectType: 'Agent', ...mia }, context: { [member]: 'x' } };
    expect(faultWithin(inner)).toBe(`object.context.${member}: is only for activities`);
  });
});

test('a single activity of the context becomes a list of it', () => {
  const { value } = checkXapi(statement2, {
    ...statement,
    context: { contextActivities: { parent: object, other: [object] } },
    object: {
      objectType: 'SubStatement',
      ...statement,
      context: { contextActivities: { grouping: object } },
    },
  });
  expect(value?.context?.contextActivities).toEqual({ parent: [object], other: [object] });
  expect(value?.object).toMatchObject({ context: { contextActivities: { grouping: [object] } } });
});

describe('in version 2.0 a context', () => {
  const agents = [{ objectType: 'contextAgent', agent: mia, relevantTypes: ['urn:x:role'] }];
  const groups = [{ objectType: 'contextGroup', group, relevantTypes: ['urn:x:role'] }];
  const withContext = (context: object) => ({ ...statement, context });

  test('has further agents and groups', () => {
    const context = { contextAgents: agents, contextGroups: groups };
    const plain = {
      contextAgents: [{ objectType: 'contextAgent', agent: mia }],
      contextGroups: [],
    };
    for (const value of [withContext(context), withContext(plain)]) {
      expect(faultIn('2.0.0', value)).toBeUndefined();
      const within = { ...statement, object: { objectType: 'SubStatement', ...value } };
      expect(faultIn('2.0.0', within)).toBeUndefined();
    }
  });

  test('has them there alone', () => {
    expect(faultIn('1.0.3', withContext({ contextAgents: agents }))).toBe(
      'context.contextAgents: is not known here',
    );
    expect(faultIn('1.0.3', withContext({ contextGroups: groups }))).toBe(
      'context.contextGroups: is not known here',
    );
  });

  test.each<[string, object]>([
    ['contextAgents: expected array, received object', { contextAgents: agents[0] }],
    [
      'contextAgents[0].objectType: is missing: "contextAgent"',
      { contextAgents: [{ agent: mia }] },
    ],
    ['contextAgents[0].objectType: expected "contextAgent"', { contextAgents: groups }],
    ['contextAgents[0].agent: is missing', { contextAgents: [{ objectType: 'contextAgent' }] }],
    [
      'contextAgents[0].agent.objectType: expected "Agent"',
      { contextAgents: [{ ...agents[0], agent: group }] },
    ],
    [
      'contextAgents[0].relevantTypes: must not be empty',
      { contextAgents: [{ ...agents[0], relevantTypes: [] }] },
    ],
    [
      'contextAgents[0].relevantTypes[0]: not an IRI',
      { contextAgents: [{ ...agents[0], relevantTypes: ['x'] }] },
    ],
    ['contextAgents[0].role: is not known here', { contextAgents: [{ ...agents[0], role: 'x' }] }],
    ['contextGroups: expected array, received object', { contextGroups: groups[0] }],
    ['contextGroups[0].objectType: expected "contextGroup"', { contextGroups: agents }],
    [
      'contextGroups[0].group.objectType: is missing: "Group"',
      { contextGroups: [{ ...groups[0], group: mia }] },
    ],
    [
      'contextGroups[0].group: needs members, or one of',
      { contextGroups: [{ ...groups[0], group: { objectType: 'Group' } }] },
    ],
    [
      'contextGroups[0].relevantTypes: must not be empty',
      { contextGroups: [{ ...groups[0], relevantTypes: [] }] },
    ],
    [
      'contextGroups[0].member: is not known here',
      { contextGroups: [{ ...groups[0], member: [mia] }] },
    ],
  ])('is refused: %s', (fault, context) => {
    expect(faultIn('2.0.0', withContext(context))).toMatch(`context.${fault}`);
  });
});
