import type { Statement } from '@lectern/contracts/xapi';
import { describe, expect, test } from 'vitest';
import { sameStatement } from '../../../src/learning-records/model/comparison.ts';
import { activityNamed, ben, eva, id, mia, registration, statementWith } from './statements.ts';

const team = (...member: object[]) =>
  ({ actor: { objectType: 'Group', member } }) as Partial<Statement>;
const parents = (...parent: object[]) =>
  ({ context: { contextActivities: { parent } } }) as Partial<Statement>;
const lasting = (duration: string): Partial<Statement> => ({ result: { duration } });
const about = (object: object) => ({ object }) as Partial<Statement>;
const within = (changes: object) =>
  about({ objectType: 'SubStatement', ...statementWith(), ...changes, id: undefined });
const attachment = {
  usageType: 'https://lectern.example/usage',
  display: { de: 'Heft' },
  contentType: 'text/plain',
  length: 1,
  sha2: 'a'.repeat(64),
};

const sha1 = (mbox_sha1sum: string) => ({ actor: { mbox_sha1sum } });
const mailed = (address: string) => ({ actor: { ...mia, mbox: `mailto:${address}` } });
const at = (timestamp: string) => ({ timestamp });
const { verb } = statementWith();
const around = (context: object) => ({ context }) as Partial<Statement>;
const reversed = Object.fromEntries(Object.entries(statementWith()).toReversed());
const ref = (of: string) => about({ objectType: 'StatementRef', id: of });
const [a, b] = [activityNamed('a'), activityNamed('b')];

type Row = [string, Partial<Statement>, Partial<Statement>];

describe('statements are the same', () => {
  test.each<Row>([
    ['with their ids in another case', { id }, { id: id.toUpperCase() }],
    ['where the store has set the id', { id }, { id: undefined }],
    ['where the store has set the time', {}, { timestamp: undefined }],
    [
      'with what the store sets',
      { stored: '2026-11-21T09:30:00Z', authority: ben, version: '1.0.0' },
      { stored: '2025-11-21T09:30:00Z', authority: mia, version: '1.0.3' },
    ],
    [
      'with a time in another zone',
      at('2026-11-21T10:30:00.250+01:00'),
      at('2026-11-21T09:30:00.25Z'),
    ],
    [
      'with a time that is finer than a millisecond',
      at('2026-11-21T09:30:00.250Z'),
      at('2026-11-21T09:30:00.250999Z'),
    ],
    ['with what its verb is called', {}, { verb: { ...verb, display: { fr: 'a répondu' } } }],
    ['with what its activity is', {}, about({ id: activityNamed('exercise').id })],
    [
      'with an objectType that goes without saying',
      { actor: { ...mia, objectType: 'Agent' } },
      about({ objectType: 'Activity', ...activityNamed('exercise') }),
    ],
    ['with members in another order', team(mia, ben, eva), team(eva, mia, ben)],
    ['with activities of the context in another order', parents(a, b), parents({ id: b.id }, a)],
    [
      'with a single activity instead of a list of one',
      parents(a),
      around({ contextActivities: { parent: a } }),
    ],
    ['with attachments', { attachments: [attachment] }, {}],
    ['with members of objects in another order', {}, reversed],
    ['with a mail domain in another case', {}, mailed('mia@Schule.EXAMPLE')],
    ['with a hash in another case', sha1('ab'.repeat(20)), sha1('AB'.repeat(20))],
    [
      'with a registration in another case',
      around({ registration }),
      around({ registration: registration.toUpperCase() }),
    ],
    [
      'with a language in another case',
      around({ language: 'de-CH' }),
      around({ language: 'de-ch' }),
    ],
    ['with the id of their object in another case', ref(id), ref(id.toUpperCase())],
    ['with a duration finer than a hundredth', lasting('PT1.12S'), lasting('PT1.1289S')],
    [
      'where all of that is within another',
      within({
        timestamp: '2026-11-21T10:30:00Z',
        attachments: [attachment],
        ...lasting('P1DT1.12S'),
      }),
      within({
        timestamp: '2026-11-21T11:30:00+01:00',
        object: { id: activityNamed('exercise').id },
        ...lasting('P1DT1.123S'),
      }),
    ],
  ])('%s', (_name, first, second) => {
    const pair = [
      { ...statementWith(), ...first },
      { ...statementWith(), ...second },
    ] as const;
    expect(sameStatement(...pair)).toBe(true);
    expect(sameStatement(pair[1], pair[0])).toBe(true);
  });
});

describe('statements are others', () => {
  test.each<Row>([
    ['with another id', {}, { id: registration }],
    ['with another actor', {}, { actor: ben }],
    ['with another name of the actor', {}, { actor: { ...mia, name: 'Mia B.' } }],
    ['with a local part in another case', {}, mailed('MIA@schule.example')],
    ['with another verb', {}, { verb: { id: 'http://adlnet.gov/expapi/verbs/passed' } }],
    ['with another activity', {}, { object: activityNamed('other') }],
    ['with another time', {}, { timestamp: '2026-11-21T10:30:00.251+01:00' }],
    ['with a result', {}, { result: { success: true } }],
    ['with another score', { result: { score: { raw: 1 } } }, { result: { score: { raw: 2 } } }],
    ['with a duration written otherwise', lasting('PT60S'), lasting('PT1M')],
    ['with a duration that is longer', lasting('PT1.12S'), lasting('PT1.13S')],
    ['with one more member', team(mia, ben), team(mia, ben, eva)],
    [
      'with other extensions',
      around({ extensions: { 'urn:a:b': [1, 2] } }),
      around({ extensions: { 'urn:a:b': [2, 1] } }),
    ],
    ['with activities of another kind', parents(a), around({ contextActivities: { other: [a] } })],
    ['with one more activity', parents(a), parents(a, b)],
    ['with a time within one alone', within({}), within({ timestamp: undefined })],
  ])('%s', (_name, first, second) => {
    const pair = [
      { ...statementWith(), ...first },
      { ...statementWith(), ...second },
    ] as const;
    expect(sameStatement(...pair)).toBe(false);
    expect(sameStatement(pair[1], pair[0])).toBe(false);
  });
});

test('comparing changes neither of them', () => {
  const first = statementWith({
    ...team(mia, ben),
    ...parents(activityNamed('b'), activityNamed('a')),
  });
  const before = structuredClone(first);
  sameStatement(first, structuredClone(first));
  expect(first).toEqual(before);
});
