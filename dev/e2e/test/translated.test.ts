import { expect, test } from 'vitest';
import { arriveBeforeEach, newCast, visitBeforeAll } from '../src/journeys.ts';
import type { Learner } from '../src/learner.ts';
import { translate } from '../src/translator.ts';

const [, , , thomas] = newCast();

let learner: Learner;

const { platform } = visitBeforeAll();
arriveBeforeEach((arrival) => ({ learner } = arrival));

test('pages that the browser translates are used like others', async () => {
  const { page, content } = learner;
  const failures: unknown[] = [];
  page.on('pageerror', (error) => failures.push(error));
  await page.context().addInitScript(translate, platform.shell);
  await learner.signIn(thomas);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const openDialog = async (name: string) => {
    await content.getByRole('button', { name: thomas.given_name }).click();
    await content.getByRole('button', { name, exact: true }).click();
    await page.locator('dialog font').first().waitFor();
  };

  await openDialog('Klassen');
  await press('Klasse anlegen');
  const form = page.locator('dialog form');
  await form.getByRole('button', { name: 'Klasse anlegen' }).click();
  // In front of a text that is there already.
  await form.locator('.classes-fault').waitFor();
  await page.getByLabel('Name der Klasse').fill('5b');
  await form.getByRole('button', { name: 'Klasse anlegen' }).click();
  await page.getByRole('heading', { name: '5b' }).waitFor();
  await press('Schliessen');

  await openDialog('Meine Daten');
  await page.locator('dialog .dialog-whole[aria-disabled="false"]').waitFor();
  const download = page.waitForEvent('download');
  await press('Meine Daten herunterladen');
  await download;
  // In place of a text that goes.
  await page.getByText('bei den Downloads.').waitFor();
  expect(failures).toEqual([]);
});
