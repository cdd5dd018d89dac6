import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { startBeforeAll } from '../../platform.ts';
import { cmi5Category, extension, moveOnCategory, type Change } from './course.ts';
import { allowed, mastery, outcomeOf, startRulesWorld, type RulesWorld } from './rules-world.ts';

/* Members that statements of a unit need. */

const world = startBeforeAll(startRulesWorld);
let run: RulesWorld['run'];
let initialized: RulesWorld['initialized'];

beforeAll(async () => {
  ({ run, initialized } = world);
});

const lasting = (result: object) => ({ result: { duration: 'PT1S', ...result } });
const scored = (scaled: number, success: boolean) => ({
  ...mastery(0),
  ...lasting({ success, score: { scaled } }),
});
const ofSession = (id?: string) => ({ extensions: { [`${extension}sessionid`]: id } });
const judgedBy = (name: string) => ({ extensions: { [`${extension}${name}`]: 0.5 } });
const progress = 'https://w3id.org/xapi/cmi5/result/extensions/progress';
const group = { objectType: 'Group', account: { homePage: 'https://x.example', name: 'x' } };

const wrong: readonly (readonly [string, string, Change])[] = [
  ['no id', 'completed', { id: undefined }],
  ['no time', 'completed', { timestamp: undefined }],
  ['a time of another zone', 'completed', { timestamp: '2036-01-01T00:00:00+02:00' }],
  ['no session', 'completed', ofSession()],
  ['another session', 'interacted', { ...allowed, ...ofSession(randomUUID()) }],
  ['another registration', 'interacted', { ...allowed, registration: randomUUID() }],
  ['no id of the publisher', 'interacted', { ...allowed, grouping: [] }],
  ['another object', 'completed', { object: { id: 'https://verlag.example/anderes' } }],
  ['a verb of the platform', 'launched', {}],
  ['a verb of nobody', 'completed', { verb: { id: 'https://verlag.example/verbs/drehte' } }],
  ['a score on completed', 'completed', lasting({ completion: true, score: { scaled: 1 } })],
  ['no duration', 'completed', { result: { completion: true } }],
  ['no duration at the end', 'terminated', { result: undefined }],
  ['no completion', 'completed', { ...lasting({}), category: [cmi5Category] }],
  ['completion on passed', 'passed', lasting({ success: true, completion: true })],
  ['success on completed', 'completed', lasting({ success: true, completion: true })],
  ['success on failed', 'failed', lasting({ success: true })],
  ['no category of moveOn', 'completed', { category: [cmi5Category] }],
  ['moveOn without an outcome', 'terminated', { category: [cmi5Category, moveOnCategory] }],
  ['a progress of 101', 'terminated', lasting({ extensions: { [progress]: 101 } })],
  ['a raw score alone', 'passed', lasting({ success: true, score: { raw: 5 } })],
  ['a score below 0', 'failed', scored(-0.1, false)],
  ['passed below the mastery score', 'passed', scored(0.59, true)],
  ['failed from the mastery score on', 'failed', scored(0.6, false)],
  ['a score without the mastery score', 'passed', { ...mastery(0.9), extensions: {} }],
  ['another mastery score', 'passed', { ...mastery(0.9), ...judgedBy('masteryscore') }],
  ['another one as ADL writes it', 'passed', { ...mastery(0.9), ...judgedBy('masteryScore') }],
  ['a group', 'completed', { actor: group }],
  [
    'a statement to void',
    'voided',
    {
      verb: { id: 'http://adlnet.gov/expapi/verbs/voided' },
      object: { objectType: 'StatementRef', id: randomUUID() },
      category: [],
    },
  ],
];

test.each(wrong)('is refused with %s', async (_title, verb, change) => {
  const au = await initialized();
  expect(await outcomeOf(au.send(au.statement(verb, change)))).toMatch(
    /^403 (?:STATEMENT_REFUSED|SUBJECT_FORBIDDEN)/,
  );
  expect(await outcomeOf(au.send(au.statement('terminated')))).toBe('stored');
});

test.each([
  ['passed', mastery(0.6)],
  // As ADL's client library writes the extension.
  ['passed', { ...mastery(0.6), extensions: { [`${extension}masteryScore`]: 0.6 } }],
  ['failed', mastery(0.599)],
  ['passed', {}],
  ['failed', {}],
])('%s is judged by the mastery score where there is one: %#', async (verb, change) => {
  const au = await initialized();
  expect(await outcomeOf(au.send(au.statement(verb, change)))).toBe('stored');
});

test('nothing has happened in the year 0', async () => {
  const au = await run();
  const timestamp = '0000-01-01T00:00:00Z';
  expect(await outcomeOf(au.send(au.statement('initialized', { timestamp })))).toMatch(
    /^403 STATEMENT_REFUSED .* before the year 1$/,
  );
});
