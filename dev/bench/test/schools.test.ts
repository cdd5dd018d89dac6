import { expect, inject, test } from 'vitest';
import { schoolWithAnswers } from '../src/class-answers/school.ts';
import { databaseWithStatements } from '../src/progress/school.ts';

// SQL of benchmarks fits the schema; the larger databases, of a lesson and of notes, take ten seconds each and are left out.
test.each([
  ['answers of a class', schoolWithAnswers, 1_000],
  ['progress', databaseWithStatements, 1_000],
] as const)('a database for %s can be made', async (_what, make, count) => {
  expect(await make(inject('databaseUrl'), count)).toMatch(/^postgres/);
});
