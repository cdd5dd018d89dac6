import { describe, expect, it } from 'vitest';
import { feedbackFor } from '../src/feedback.ts';

describe('feedback', () => {
  it.each([
    ['all right', { right: 2, total: 2, missing: 0, parts: { a: true, b: true } }, /alles stimmt/],
    ['nothing yet', { right: 0, total: 2, missing: 2, parts: {} }, /noch nichts/],
    [
      'begun well',
      { right: 1, total: 3, missing: 2, parts: { a: true } },
      /1 von 3 stimmt.*2 fehlen/,
    ],
    ['partly', { right: 1, total: 2, missing: 0, parts: { a: true, b: false } }, /markierten/],
    [
      'not at all',
      { right: 0, total: 1, missing: 0, parts: { a: false } },
      /versuche es dann wieder/,
    ],
  ])('to a matching: %s', (_, verdict, text) => {
    expect(feedbackFor('match_place', verdict)).toMatch(text);
  });

  it('to several choices tells what is wrong from what is missing', () => {
    const tooFew = { right: 2, total: 3, missing: 0, parts: { a: true } };
    const wrong = { right: 1, total: 3, missing: 0, parts: { a: true, b: false } };
    expect(feedbackFor('choice', tooFew)).toMatch(/noch mehr/);
    expect(feedbackFor('choice', wrong)).toMatch(/markierten/);
  });

  it('to a wrong single choice does not call it nothing', () => {
    const verdict = { right: 0, total: 1, missing: 0, parts: { a: false } };
    expect(feedbackFor('choice', verdict)).toMatch(/wähle neu/);
  });
});
