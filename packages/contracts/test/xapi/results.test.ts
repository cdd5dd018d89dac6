import { describe, expect, test } from 'vitest';
import { faultWith, faultWithin } from './statements.ts';

/* xAPI 1.0.3, Data 2.4.5 and 4.6; IEEE 9274.1.1, 4.2.2.4. */

test('a result has what came of it', () => {
  const result = {
    score: { scaled: -1, raw: 2.5, min: -3, max: 1e3 },
    success: false,
    completion: true,
    response: '',
    duration: 'PT1.5S',
    extensions: { 'urn:x:y': [null] },
  };
  expect(faultWith({ result })).toBeUndefined();
  expect(faultWithin({ result })).toBeUndefined();
  expect(faultWith({ result: {} })).toBeUndefined();
});

test.each<[string, unknown]>([
  ['result: expected object, received null', null],
  ['result: expected object, received array', []],
  ['result.success: expected boolean, received string', { success: 'true' }],
  ['result.success: expected boolean, received number', { success: 1 }],
  ['result.completion: expected boolean, received null', { completion: null }],
  ['result.response: expected string, received number', { response: 5 }],
  ['result.duration: expected string, received number', { duration: 5 }],
  ['result.extensions["a b"]: its name is not an IRI', { extensions: { 'a b': 1 } }],
  ['result.Score: is not known here', { Score: {} }],
  ['result.score: expected object, received number', { score: 1 }],
  ['result.score.scaled: expected at most 1', { score: { scaled: 1.01 } }],
  ['result.score.scaled: expected at least -1', { score: { scaled: -1.01 } }],
  ['result.score.raw: expected number, received string', { score: { raw: '1' } }],
  ['result.score.raw: less than min', { score: { raw: 0, min: 1 } }],
  ['result.score.raw: greater than max', { score: { raw: 3, max: 2 } }],
  ['result.score.raw: less than min', { score: { raw: 0, min: 1, max: 2 } }],
  ['result.score: its min has to be less than its max', { score: { min: 2, max: 1 } }],
  ['result.score: its min has to be less than its max', { score: { min: 1, max: 1 } }],
  ['result.score.percent: is not known here', { score: { percent: 50 } }],
])('a result is refused: %s', (fault, result) => {
  expect(faultWith({ result })).toBe(fault);
  expect(faultWithin({ result })).toBe(`object.${fault}`);
});

test.each([
  { raw: 1, min: 1, max: 2 },
  { raw: 2, min: 1, max: 2 },
  { raw: -5 },
  { min: 5 },
  { max: -5 },
  { scaled: 1 },
  {},
])('a score: %j', (score) => {
  expect(faultWith({ result: { score } })).toBeUndefined();
});

describe('a duration', () => {
  test.each([
    'PT4H35M59.14S',
    'PT16559.14S',
    'P3Y1M29DT4H35M59.14S',
    'P3Y',
    'P4W',
    'P0.5W',
    'P1DT12H36M0.12567S',
    'PT0S',
    'PT1,5H',
    'PT36H',
    'P1Y2M',
    'P1M2D',
    'P0.5D',
    'PT1M',
    'P1YT1S',
  ])('is %s', (duration) => {
    expect(faultWith({ result: { duration } })).toBeUndefined();
  });

  test.each([
    '',
    'P',
    'PT',
    'P1',
    'T1S',
    'P1DT',
    'P4W1D',
    'P1D4W',
    'P1WT1S',
    'P1S',
    'PT1D',
    'P1D1Y',
    'PT1S1M',
    'P1.5DT1H',
    'PT1.5H2M',
    'PT.5S',
    'PT1.S',
    'p1d',
    '-P1D',
    'P-1D',
    'P0003-06-04T12:30:05',
    'PA1H0M0S',
    'P1D ',
  ])('is not %j', (duration) => {
    expect(faultWith({ result: { duration } })).toBe('result.duration: not an ISO 8601 duration');
  });

  test('is not a text that is long, which takes no time to see', () => {
    expect(faultWith({ result: { duration: `P${'1'.repeat(60_000)}` } })).toMatch('not an ISO');
  });
});
