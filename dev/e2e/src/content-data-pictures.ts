import { demoAccounts } from '@lectern/env';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { addressOf, readOn } from './reader.ts';
import type { PlatformAddresses } from './shared-platform.ts';

/* Pictures of what learners leave in the demo publication. */

const [mia] = demoAccounts;
const marked = addressOf('wasserkreislauf', 1);
const disputed = addressOf('bach', 2);
const fish = 'Sie braucht kaltes, klares Wasser mit viel Sauerstoff.';

/** Mia marks and writes, also offline on two devices: there is something to choose. */
export async function leaveTraces(browser: Browser, platform: PlatformAddresses): Promise<void> {
  const school = await readOn(browser, platform, mia, marked);
  await school.mark('Das Wasser verdunstet.', 'yellow');
  await school.mark('Je höher sie kommt, desto kälter wird sie.', 'green');
  await school.mark('Regen, Schnee oder Hagel', 'blue');
  await school.mark('Grundwasser', 'pink');
  await school.write(
    'Das Gas heisst Wasserdampf.',
    'Wie im Badezimmer: Der Spiegel ist voller Wasser!',
  );
  await school.bookmark.click();
  await school.saved();
  await school.context.close();

  const first = 'Frage: Wie kommt der Sauerstoff ins Wasser?';
  const reader = await readOn(browser, platform, mia, disputed);
  await reader.write(fish, first);
  await reader.saved();
  const other = await readOn(browser, platform, mia, disputed);
  await reader.context.setOffline(true);
  await reader.rewrite(first, `${first} Vielleicht bei den Steinen, wo es sprudelt.`);
  await reader.saved('kept');
  await other.rewrite(first, `${first} Frau Berger sagt: aus der Luft und von den Pflanzen.`);
  await other.saved();
  await reader.context.setOffline(false);
  await reader.saved();
  await Promise.all([reader.context.close(), other.context.close()]);
}

/** @param take Takes a picture of a page, by the picture's name. */
export async function takeContentData(
  browser: Browser,
  platform: PlatformAddresses,
  options: BrowserContextOptions,
  take: (what: string, page: Page) => Promise<unknown>,
): Promise<void> {
  const { content, context, page, question, slips } = await readOn(
    browser,
    platform,
    mia,
    disputed,
    options,
  );
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await question.scrollIntoViewIfNeeded();
  await take('conflict', page);

  await content.getByRole('link', { name: 'Meine Notizen' }).click();
  await content.getByRole('link', { name: 'Grundwasser' }).waitFor();
  await take('notes', page);
  await content.getByRole('link', { name: 'Grundwasser' }).click();
  await content.locator('.mark-text:enabled').waitFor();
  await slips('Badezimmer').waitFor();
  await take('marks', page);

  await content.getByRole('link', { name: 'Suchen' }).click();
  await content.getByRole('combobox').pressSequentially('Wasser');
  await page.keyboard.press('Enter');
  await content.locator('.hit').first().waitFor();
  await take('search', page);

  await content.getByRole('button', { name: mia.given_name }).click();
  await content.getByRole('button', { name: 'Meine Daten' }).click();
  await button('Meine Daten löschen …').waitFor();
  await take('my-data', page);
  await button('Meine Daten löschen …').click();
  await page.getByLabel('Ich habe verstanden').check();
  await take('my-data-delete', page);
  await context.close();
}
