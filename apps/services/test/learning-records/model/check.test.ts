import { expect, test } from 'vitest';
import { checkStatement } from '../../../src/learning-records/model/check.ts';
import { activityNamed, mia, statementWith } from './statements.ts';

test('a statement is one in both versions', () => {
  for (const version of ['1.0.3', '2.0.0'] as const) {
    expect(checkStatement(version, statementWith(), '')).toEqual({ value: statementWith() });
  }
});

test('what only version 2.0 has is refused in the other', () => {
  const contextAgents = [{ objectType: 'contextAgent' as const, agent: mia }];
  const statement = statementWith({ context: { contextAgents } });
  expect(checkStatement('2.0.0', statement, 'statement')).toEqual({ value: statement });
  expect(checkStatement('1.0.3', statement, 'statement')).toEqual({
    fault: 'statement.context.contextAgents: is not known here',
  });
});

test('a single activity becomes a list, and a fault is named where it stands', () => {
  const context = { contextActivities: { parent: activityNamed('a') as never } };
  const { value } = checkStatement('1.0.3', statementWith({ context }), 'statement');
  expect(value?.context?.contextActivities).toEqual({ parent: [activityNamed('a')] });
  const fault = 'statements[2].actor.mbox: not a mailto IRI';
  expect(
    checkStatement('1.0.3', statementWith({ actor: { mbox: 'mia' } }), 'statements[2]'),
  ).toEqual({ fault });
});
