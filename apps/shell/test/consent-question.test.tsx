import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { german } from '../src/consent/consent-texts.ts';
import type { Consent, ConsentState } from '../src/consent/consent.ts';
import { Question } from '../src/consent/question.tsx';

const state: ConsentState = {
  view: 'question',
  isPending: true,
  isAskedAgain: false,
  allowsAnalytics: false,
};

it.each([
  ['says', false],
  ['does not say', true],
])('the first question %s that nothing is counted', (_says, hasAnalytics) => {
  const shown = renderToStaticMarkup(
    <Question {...{ state, hasAnalytics }} texts={german} consent={{} as Consent} />,
  );
  expect(shown.includes(german.analyticsAbsent)).toBe(!hasAnalytics);
});
