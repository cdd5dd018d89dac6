import { beforeAll, expect, test } from 'vitest';
import { arriveBeforeAll, newCast, visitBeforeAll } from '../src/journeys.ts';
import type { Learner } from '../src/learner.ts';
import { addressOf } from '../src/reader.ts';

/* The demo publication under a thumb. */

const [mia] = newCast();

let learner: Learner;

visitBeforeAll();
arriveBeforeAll((arrival) => ({ learner } = arrival), {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
});

beforeAll(() => learner.enter(mia, addressOf('bach', 1)));

const contentsButton = () => learner.content.getByRole('button', { name: 'Inhalt' });
const list = () => learner.content.getByRole('navigation', { name: 'Inhaltsverzeichnis' });
const userButton = () => learner.content.getByRole('button', { name: mia.given_name });
const menu = () => learner.content.locator('#user-menu');

test('what was tapped looks as before, once it is released', async () => {
  await contentsButton().waitFor();
  const color = () =>
    contentsButton().evaluate(async (button) => {
      await Promise.all(button.getAnimations().map(({ finished }) => finished));
      return getComputedStyle(button).backgroundColor;
    });
  const before = await color();
  await contentsButton().tap();
  await list().waitFor();
  expect(await color()).toBe(before);
  await contentsButton().tap();
  await list().waitFor({ state: 'hidden' });
});

test('the table of contents and the user menu are not open both: each closes the other', async () => {
  await contentsButton().tap();
  await list().waitFor();
  await userButton().tap();
  await menu().waitFor();
  expect(await list().isVisible()).toBe(false);
  expect(await contentsButton().getAttribute('aria-expanded')).toBe('false');
  // A press beside the menu closes it by itself; a key does not.
  await contentsButton().press('Enter');
  await list().waitFor();
  expect(await menu().isVisible()).toBe(false);
});
