import type { Actor, Agent, Statement } from '@lectern/contracts/xapi';
import { expect, test } from 'vitest';
import { identifierOf } from '../../../src/learning-records/model/identifier.ts';
import { termsOf } from '../../../src/learning-records/model/terms.ts';
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

const terms = (changes: Partial<Statement> = {}) => termsOf(statementWith(changes), identifierOf);
const agentNamed = (name: string): Agent => ({ account: { homePage: 'https://a.example', name } });
const keyOf = (name: string) => `account:https://a.example|${name}`;
const groupOf = (...member: Agent[]) => ({ objectType: 'Group' as const, member });
const activityId = (name: string) => activityNamed(name).id;

test('a statement is found by actor, verb and activity', () => {
  const key = identifierOf(mia);
  expect(terms()).toEqual({
    verb: answered,
    activity: activityId('exercise'),
    actor: key,
    agents: [key],
    relatedAgents: [key],
    relatedActivities: [activityId('exercise')],
  });
});

test('an agent as object is found like the actor, and is no activity', () => {
  const own = terms({ object: { ...ben, objectType: 'Agent' } });
  expect(own.agents).toEqual([mia, ben].map(identifierOf));
  expect(own.relatedAgents).toEqual(own.agents);
  expect(own).not.toHaveProperty('activity');
  expect(own.relatedActivities).toEqual([]);
});

test('groups are found, and their members with them', () => {
  const team = { ...agentNamed('team'), ...groupOf(mia, ben) };
  const found = terms({ actor: team, object: groupOf(ben, eva) });
  expect(found.actor).toBe(keyOf('team'));
  expect(found.agents).toEqual([keyOf('team'), ...[mia, ben, eva].map(identifierOf)]);
});

test('an anonymous group is found by its members alone', () => {
  const found = terms({ actor: groupOf(mia, ben) });
  expect(found).not.toHaveProperty('actor');
  expect(found.agents).toEqual([mia, ben].map(identifierOf));
});

const context = (prefix: string): NonNullable<Statement['context']> => ({
  instructor: agentNamed(`${prefix}-instructor`),
  team: { ...agentNamed(`${prefix}-team`), ...groupOf(agentNamed(`${prefix}-team-member`)) },
  contextActivities: {
    parent: [activityNamed(`${prefix}-parent`)],
    grouping: [activityNamed(`${prefix}-grouping`)],
    category: [activityNamed(`${prefix}-category`)],
    other: [activityNamed(`${prefix}-other`), activityNamed('exercise')],
  },
  contextAgents: [{ objectType: 'contextAgent', agent: agentNamed(`${prefix}-agent`) }],
  contextGroups: [
    { objectType: 'contextGroup', group: groupOf(agentNamed(`${prefix}-group-member`)) },
  ],
});
const roles = ['instructor', 'team', 'team-member', 'agent', 'group-member'];
const kinds = ['parent', 'grouping', 'category', 'other'];

test('the context is found only where one asks for what is related', () => {
  const found = terms({ context: context('outer'), authority: agentNamed('authority') });
  expect(found.agents).toEqual([identifierOf(mia)]);
  expect(new Set(found.relatedAgents)).toEqual(
    new Set([
      identifierOf(mia),
      ...[...roles.map((role) => `outer-${role}`), 'authority'].map(keyOf),
    ]),
  );
  expect(found.activity).toBe(activityId('exercise'));
  expect(found.relatedActivities).toEqual(
    ['exercise', ...kinds.map((kind) => `outer-${kind}`)].map(activityId),
  );
});

test('the authority is found as a group, too', () => {
  const { agents, relatedAgents } = terms({ authority: groupOf(agentNamed('app'), ben) });
  expect(agents).toEqual([identifierOf(mia)]);
  expect(relatedAgents).toEqual([identifierOf(mia), keyOf('app'), identifierOf(ben)]);
});

test('a statement within is found only where one asks for what is related', () => {
  const found = terms({
    object: {
      objectType: 'SubStatement',
      actor: ben,
      verb: { id: 'urn:verb:planned' },
      object: { ...eva, objectType: 'Agent' },
      context: context('inner'),
    },
    context: { contextActivities: { parent: [activityNamed('outer-parent')] } },
  });
  expect(found.verb).toBe(answered);
  expect(found).not.toHaveProperty('activity');
  expect(found.agents).toEqual([identifierOf(mia)]);
  expect(new Set(found.relatedAgents)).toEqual(
    new Set([...[mia, ben, eva].map(identifierOf), ...roles.map((role) => keyOf(`inner-${role}`))]),
  );
  expect(new Set(found.relatedActivities)).toEqual(
    new Set(['exercise', 'outer-parent', ...kinds.map((kind) => `inner-${kind}`)].map(activityId)),
  );
});

test('the activity of a statement within is a related one', () => {
  const { activity, relatedActivities } = terms({
    object: {
      objectType: 'SubStatement',
      actor: ben,
      verb: { id: 'urn:verb:planned' },
      object: activityNamed('planned'),
    },
  });
  expect([activity, relatedActivities]).toEqual([undefined, [activityId('planned')]]);
});

test('registrations and statements go by ids in lower case', () => {
  const found = terms({
    context: { registration: registration.toUpperCase() },
    object: { objectType: 'StatementRef', id: id.toUpperCase() },
  });
  expect(found).toMatchObject({ registration, refersTo: id, relatedActivities: [] });
  expect(found).not.toHaveProperty('voids');
});

test('a statement voids what it refers to, where its verb says so', () => {
  const verb = { id: 'http://adlnet.gov/expapi/verbs/voided' };
  expect(terms({ verb, object: { objectType: 'StatementRef', id } })).toMatchObject({
    refersTo: id,
    voids: id,
  });
});

test('neither the statement of a context nor one that a statement within refers to is referred to', () => {
  const reference = { objectType: 'StatementRef' as const, id };
  const inner = {
    objectType: 'SubStatement' as const,
    actor: ben,
    verb: { id: 'urn:verb:planned' },
    object: reference,
  };
  expect(terms({ context: { statement: reference } })).not.toHaveProperty('refersTo');
  expect(terms({ object: inner })).not.toHaveProperty('refersTo');
});

test('who has no key is not found', () => {
  const keyOfBen = (agent: Actor) => (agent === ben ? 'ben' : undefined);
  const found = termsOf(statementWith({ context: { instructor: ben } }), keyOfBen);
  expect(found).toMatchObject({ agents: [], relatedAgents: ['ben'] });
});
