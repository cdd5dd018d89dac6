import { classIdOf } from '@lectern/env/casts';
import { beforeAll, expect, test } from 'vitest';
import { newCoupon, type Administrator as Services } from '../src/coupons.ts';
import { signInFromLoginPage } from '../src/sign-in-pages.ts';
import { answer, saved } from '../src/exercises.ts';
import { newCast, visitBeforeAll } from '../src/journeys.ts';
import { arrive } from '../src/learner.ts';
import { addressOf, readOn, type Reader } from '../src/reader.ts';
import { servicesAs, servicesOf } from '../src/services.ts';

/*
 * One story from a coupon to the end: a pupil who was never here works, is seen by a teacher, and is erased. Each test
 * goes on where the one before has stopped.
 */

const [mia, ben, , thomas, sofia, adrian] = newCast();
const where = addressOf('bach', 3);
const marked = 'Fische finden kein Versteck';
const passage = 'Auch du kannst etwas tun.';
const note = 'Mit dem Velo zum Bach';
const letter = 'Lieber Bach, bleib kühl.';

let administrator: Services;
let support: Services;
let teacher: Reader;
let pupil: Reader;

const { platform, browser } = visitBeforeAll();
beforeAll(async () => {
  administrator = servicesOf(platform, adrian);
  support = servicesOf(platform, sofia);
  teacher = await readOn(browser, platform, thomas, where);
});

const exercise = (reader: Reader, id: string) => reader.content.locator(`[data-exercise="${id}"]`);
const essay = (reader: Reader) => exercise(reader, 'bach-brief').getByRole('textbox');
const dialog = (reader: Reader, name: string) => reader.page.getByRole('dialog', { name });
const inClass = (name: RegExp) => dialog(teacher, 'Fortschritt').getByRole('row', { name });

/** Opens an entry of the user's menu. */
async function choose(reader: Reader, name: string): Promise<void> {
  await reader.content.getByRole('button', { name: ben.given_name }).click();
  await reader.content.getByRole('button', { name, exact: true }).click();
}

async function lookAtClass(): Promise<void> {
  await teacher.comeBack();
  await teacher.content.getByRole('button', { name: 'Fortschritt der Klassen' }).click();
  // A user who has not signed in yet has no name yet.
  await inClass(/Ohne Namen/).waitFor();
}

async function searchFor(words: string): Promise<void> {
  await pupil.content.getByRole('link', { name: 'Suchen' }).click();
  const field = pupil.content.getByRole('combobox');
  await field.fill(words);
  await field.press('Enter');
  await pupil.content.locator('.search-message').filter({ hasText: 'gefunden' }).waitFor();
}

/** Records of the pupil by the record store, by id. */
async function recordsOfPupil({ lars }: Services): Promise<readonly (string | undefined)[]> {
  const { statements } = await lars.dataGet({ body: { subject: ben.subject, limit: 500 } });
  return statements.map(({ id }) => id);
}

test('a pupil without a licence comes in by a coupon, and stays', async () => {
  const code = await newCoupon(administrator);
  const { page, content } = await arrive(await browser.newContext(), platform);
  await page.goto(`${platform.shell}/?coupon=${code}`);
  await signInFromLoginPage(page, ben);
  await content.getByText('Hallo Ben').waitFor();
  await page.context().close();
  pupil = await readOn(browser, platform, ben, where);
  expect(await essay(pupil).inputValue()).toBe('');
});

test('joins the class, and the teacher agrees', async () => {
  const { gres } = servicesAs(platform, teacher.page, thomas.subject);
  const group_id = classIdOf(thomas);
  const { group } = await gres.groupsInspect({ body: { subject: thomas.subject, group_id } });
  await servicesAs(platform, pupil.page, ben.subject).gres.groupsJoin({
    body: {
      subject: ben.subject,
      join_code: group.join_code!,
      display_name: `${ben.given_name} ${ben.family_name}`,
    },
  });
  const { results } = await gres.groupsAcceptMemberships({
    body: { group_id, memberships: [{ subject: ben.subject, membership_types: ['HasLicenses'] }] },
  });
  expect(results).toMatchObject([{ subject: ben.subject, outcome: 'CHANGED' }]);
});

test('works: answers, writes a note and marks the text', async () => {
  const choice = exercise(pupil, 'bach-schutz');
  await choice.locator('fieldset:enabled').waitFor();
  await answer(choice);
  await choice.getByRole('button', { name: 'Prüfen' }).click();
  await essay(pupil).fill(letter);
  await saved(exercise(pupil, 'bach-brief'));
  await pupil.mark(marked, 'green');
  await pupil.write(passage, note);
  await pupil.saved();
  expect(await pupil.painted()).toEqual({ green: [marked], yellow: [passage] });
});

test('finds it all again after a reload, and the note by searching', async () => {
  await pupil.comeBack();
  await exercise(pupil, 'bach-brief').locator('fieldset:enabled').waitFor();
  expect(await essay(pupil).inputValue()).toBe(letter);
  expect(await pupil.painted()).toEqual({ green: [marked], yellow: [passage] });
  await searchFor('Velo');
  expect(await pupil.content.locator('.hit').count()).toBe(1);
});

test('sees the own progress, and nobody else', async () => {
  await choose(pupil, 'Fortschritt');
  const own = dialog(pupil, 'Fortschritt');
  await own
    .getByRole('row', { name: /Leben am Bach/ })
    .getByText('noch einmal ansehen: 1')
    .waitFor();
  expect(await own.getByText(mia.given_name).count()).toBe(0);
  await pupil.page.keyboard.press('Escape');
  const recorded = await recordsOfPupil(servicesAs(platform, pupil.page, ben.subject));
  expect(recorded.length).toBeGreaterThan(0);
  expect(await recordsOfPupil(support)).toEqual(recorded);
});

test('is seen by the teacher among the class', async () => {
  await lookAtClass();
  await inClass(/Ben/).getByText('noch einmal ansehen: 1').waitFor();
  expect(await inClass(/Ben/).textContent()).toContain('Ben Frei');
});

test('is erased altogether on request, and the class is one fewer', async () => {
  const body = { subject: ben.subject };
  await expect
    .poll(async () => (await administrator.aua.userDelete({ body })).erasure.state)
    .toBe('DONE');
  await lookAtClass();
  expect(await inClass(/Ben/).count()).toBe(0);
  expect(await inClass(/./).count()).toBe(2);
});

test('has left nothing in the record store, as support sees', async () => {
  expect(await recordsOfPupil(support)).toEqual([]);
});

test('comes in no more by the old sign-in: what may still be under way is looked for first', async () => {
  const { page } = await arrive(await browser.newContext(), platform);
  await page.goto(platform.shell);
  await signInFromLoginPage(page, ben);
  await page.getByRole('heading', { name: 'Die Daten dieses Kontos werden gelöscht' }).waitFor();
  await page.getByText('SUBJECT_ERASING').waitFor();
  expect(await page.locator('iframe[data-content-frame]').count()).toBe(0);
});
