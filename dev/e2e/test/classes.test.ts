import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { faultsOf, faultsOnScreens } from '../src/accessibility.ts';
import { newCoupon, type Administrator } from '../src/coupons.ts';
import { newCast, visitBeforeAll } from '../src/journeys.ts';
import { arrive, type Learner } from '../src/learner.ts';
import { servicesOf } from '../src/services.ts';
import { signInAtProvider, signInFromLoginPage } from '../src/sign-in-pages.ts';

/*
 * A class from both sides: a teacher makes it, pupils come by its link, are let in, and leave. Each test goes on where
 * the one before has stopped.
 */

const [mia, ben, , thomas, , adrian] = newCast();

let administrator: Administrator;
let teacher: Learner;
let pupil: Learner;
let guest: Learner;
let code: string;

const newLearner = async () =>
  arrive(await browser.newContext({ locale: 'de-CH', reducedMotion: 'reduce' }), platform);

const { platform, browser } = visitBeforeAll();
beforeAll(async () => {
  administrator = servicesOf(platform, adrian);
  [teacher, pupil, guest] = await Promise.all([newLearner(), newLearner(), newLearner()]);
  await teacher.enter(thomas);
});

const dialog = ({ page }: Learner): Locator => page.locator('dialog.classes');
const press = (where: Locator, name: string | RegExp) =>
  where.getByRole('button', { name, exact: typeof name === 'string' }).click();

async function openClasses(learner: Learner, name: string): Promise<void> {
  await learner.content.getByRole('button', { name }).click();
  await learner.content.getByRole('button', { name: 'Klassen', exact: true }).click();
  await dialog(learner).getByRole('heading', { level: 3 }).waitFor();
}

const mistyped = (right: string) => right.replace(/.$/, (sign) => (sign === '3' ? '4' : '3'));

const printed = (shown: Locator) =>
  shown.evaluate((element) => {
    const { position, overflow, color } = getComputedStyle(element);
    return [position, overflow, color];
  });

/** Name of what has the focus in the page. */
const focusOf = ({ page }: Learner) =>
  page.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent?.slice(0, 80);
  });

describe('a teacher', () => {
  test('makes a class, and shows its code to the room', async () => {
    await openClasses(teacher, thomas.given_name);
    const shown = dialog(teacher);
    await press(shown, 'Klasse anlegen');
    await shown.getByLabel('Name der Klasse').fill('6a Natur');
    await press(shown.locator('form'), 'Klasse anlegen');
    await shown.getByRole('heading', { name: '6a Natur' }).waitFor();
    code = (await shown.locator('.classes-code-large').textContent())!;
    expect(code).toMatch(/^(\w{4}-){2}\w{4}$/);
    // Printed before anything else was opened: black, on more sheets than one, without what lies behind it.
    await teacher.page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await printed(shown)).toEqual(['absolute', 'visible', 'rgb(0, 0, 0)']);
    for (const hidden of ['iframe', '.close-button', '.classes-choices', '.classes-on-screen'])
      expect(await teacher.page.locator(hidden).first().isVisible(), hidden).toBe(false);
    expect(await shown.getByText(code).isVisible()).toBe(true);
    await teacher.page.emulateMedia({ media: null, colorScheme: null });
    const size = teacher.page.viewportSize()!;
    await teacher.page.setViewportSize({ width: 1024, height: 768 });
    await press(shown, 'Gross zeigen');
    const projector = teacher.page.getByRole('dialog', { name: '6a Natur' });
    await projector.getByText(code).waitFor();
    await teacher.page.waitForFunction(() => document.fullscreenElement !== null);
    // All of it at once: nobody scrolls on the wall.
    const { y, height } = (await projector.locator('.classes-qr').boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(768);
    await projector.getByText(new URL(platform.shell).host, { exact: true }).waitFor();
    // Nothing of anybody is shown to the room.
    expect(await projector.innerText()).not.toContain(thomas.family_name);
    // On paper it stands alone.
    await teacher.page.emulateMedia({ media: 'print' });
    expect(await projector.getByText(code).isVisible()).toBe(true);
    expect(await teacher.page.getByRole('button').filter({ visible: true }).count()).toBe(0);
    await teacher.page.emulateMedia({ media: null });
    await press(projector, 'Schliessen');
    await projector.waitFor({ state: 'detached' });
    await teacher.page.waitForFunction(() => document.fullscreenElement === null);
    await teacher.page.setViewportSize(size);
    // After the full screen it is to be seen anew before it takes a press.
    await shown.locator('.dialog-whole[aria-disabled=false]').waitFor();
  });

  test('reaches all of it at four times the size', async () => {
    const { page, content } = teacher;
    const size = page.viewportSize()!;
    const whole = { width: 320, height: 256 };
    await page.setViewportSize(whole);
    await press(dialog(teacher), 'Gross zeigen');
    const projector = page.getByRole('dialog', { name: '6a Natur' });
    await projector.getByText(code).waitFor();
    // The window is on its way to the full screen.
    const top = async () => (await projector.getByRole('heading').boundingBox())!.y;
    await expect.poll(top).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Escape');
    await projector.waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.fullscreenElement === null);
    await page.setViewportSize(whole);
    await press(dialog(teacher), 'Schliessen');
    await content.getByRole('button', { name: thomas.given_name }).click();
    const last = content.getByRole('button', { name: 'Abmelden' });
    await last.focus();
    // The window is on its way back.
    const bottom = async () => {
      const { y, height } = (await last.boundingBox())!;
      return y + height;
    };
    await expect.poll(bottom).toBeLessThanOrEqual(whole.height);
    await page.setViewportSize(size);
    await press(content.locator(':root'), 'Klassen');
    // It takes no press before it was seen.
    await dialog(teacher).locator('.dialog-whole[aria-disabled="false"]').waitFor();
  });

  test('redeems a coupon for classes beside an own licence', async () => {
    const coupon = await newCoupon(administrator, {
      license_strategy: 'LICENSE_STRATEGY_GROUP',
      seats: 25,
    });
    const license = dialog(teacher).locator('section', { hasText: 'Klassenlizenz' });
    await license.getByText('Code eingeben').click();
    const field = license.getByLabel('Klassencode oder Gutscheincode');
    await field.fill(mistyped(coupon));
    await press(license, 'Code verwenden');
    await license.getByText('Das sieht nach einem Tippfehler aus').waitFor();
    await field.fill(coupon);
    await press(license, 'Code verwenden');
    await license.getByText('Der Gutschein ist eingelöst').waitFor();
    await license.getByText('0 von 25 Plätzen belegt').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('false');
  });
});

describe('a pupil with the link', () => {
  test('row 127: signs in, is asked, joins, and waits', async () => {
    const { page } = pupil;
    await page.goto(`${platform.shell}/?joinCode=${code.toLowerCase()}`);
    await page.getByText(code).waitFor();
    await signInFromLoginPage(page, mia);
    const shown = dialog(pupil);
    await shown
      .getByText(`Angemeldet als \u2068${mia.given_name} ${mia.family_name}\u2069`)
      .waitFor();
    await page.reload();
    // A press counts once the question could be seen.
    await shown.locator('.dialog-whole[aria-disabled=false]').waitFor();
    await press(shown, 'Beitreten');
    await shown.getByText('Deine Lehrperson muss noch Ja sagen').waitFor();
    expect(new URL(page.url()).search).not.toContain('joinCode');
  });

  test('without a licence joins, too, before there is anything to see', async () => {
    const { page } = guest;
    const main = page.locator('main');
    await page.goto(`${platform.shell}/login?joinCode=${mistyped(code)}`);
    // The field tells it before a sign-in, and is taken at its word.
    const field = page.getByLabel('Gutscheincode oder Klassencode');
    await page.getByText('Das sieht nach einem Tippfehler aus').waitFor();
    expect(await field.inputValue()).toBe(mistyped(code));
    expect(await faultsOf(page)).toEqual([]);
    await press(main, 'Der Code stimmt');
    await signInAtProvider(page, ben);
    await page.getByRole('heading', { name: 'Einer Klasse beitreten' }).waitFor();
    expect(await page.getByText('Tippfehler').count()).toBe(0);
    await press(main, 'Beitreten');
    await page.getByRole('heading', { name: 'Diesen Code gibt es nicht' }).waitFor();
    await field.fill(code);
    await press(main, 'Code einlösen');
    await signInAtProvider(page, ben);
    await page.getByRole('heading', { name: 'Einer Klasse beitreten' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await press(main, 'Beitreten');
    await page.getByText('Deine Lehrperson muss noch Ja sagen').waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
  });

  test('is seen by the teacher without a reload, and let in with the others', async () => {
    const shown = dialog(teacher);
    const requests = shown.locator('.classes-requests');
    await requests.getByText(`${mia.given_name} ${mia.family_name}`).waitFor();
    await requests.getByText(`${ben.given_name} ${ben.family_name}`).waitFor();
    await press(requests, 'Alle 2 aufnehmen');
    await shown.getByText('2 Personen sind dabei.').waitFor();
    await requests.waitFor({ state: 'detached' });
    expect(await focusOf(teacher)).toMatch(/^Schülerinnen und Schüler/);
    await press(guest.page.locator('main'), 'Noch einmal versuchen');
    await guest.content.getByRole('main').waitFor();
    // The class's licence has opened it, with a seat that the teacher sees.
    await shown.getByText('1 von 25 Plätzen belegt').waitFor();
  });

  test('sees who reads what, and shares answers and notes with two quick presses', async () => {
    const shown = dialog(pupil);
    await shown
      .getByText(`Deine Lehrperson: \u2068${thomas.given_name} ${thomas.family_name}\u2069.`)
      .waitFor();
    let saved = 0;
    pupil.page.on('response', (response) => {
      if (response.url().endsWith('/users/update') && response.ok()) saved++;
    });
    const box = (name: RegExp) => shown.getByRole('checkbox', { name });
    // The first is under way while the second is pressed.
    const pressed = Promise.withResolvers<void>();
    await pupil.page.route('**/users/update', async (route) => {
      await pressed.promise;
      await route.continue();
    });
    await box(/Meine Antworten/).check();
    await box(/Meine Notizen/).check();
    pressed.resolve();
    await expect.poll(() => saved).toBe(2);
    await shown.getByText('Gespeichert.').waitFor();
    // Loaded anew, it is so.
    await press(shown, 'Code eingeben');
    await press(shown, '6a Natur');
    await box(/Meine Antworten/).waitFor();
    expect(await box(/Meine Antworten/).isChecked()).toBe(true);
    expect(await box(/Meine Notizen/).isChecked()).toBe(true);
    expect(await box(/Meine Bilder/).isChecked()).toBe(false);
  });

  test('cannot be anybody else in the class', async () => {
    const shown = dialog(pupil);
    await shown
      .getByLabel('So heisst du in der Klasse')
      .fill(`${ben.given_name} ${ben.family_name}`);
    await press(shown, 'Speichern');
    await shown.getByRole('alert').getByText('So heisst in der Klasse schon jemand').waitFor();
    const naming = shown.locator('section', { hasText: 'So heisst du in der Klasse' });
    expect(await naming.getByText('Gespeichert.').count()).toBe(0);
  });
});

test('the dialog has no fault, for teachers and pupils, in light and dark, on each screen', async () => {
  for (const learner of [teacher, pupil]) {
    const body = learner.page.locator('.classes-body');
    const isWide = () => body.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    const faults = await faultsOnScreens(learner.page, {
      widths: [320, 390, 820, 1280],
      dark: 'each',
      async alsoAt(width) {
        expect(await dialog(learner).getByRole('heading', { level: 3 }).count()).toBe(1);
        expect(await isWide(), width).toBe(false);
      },
    });
    expect(faults).toEqual([]);
  }
});

test('a class that cannot be loaded anew stays, and says so', async () => {
  const led = dialog(teacher);
  await teacher.page.route('**/groups/inspect', (route) => route.abort());
  await led.getByRole('radio', { name: 'ist gleich dabei' }).check();
  await led.getByRole('alert').getByText('lassen sich gerade nicht laden').waitFor();
  expect(await led.getByText('2 Personen', { exact: true }).count()).toBe(1);
  await teacher.page.unroute('**/groups/inspect');
  await press(led, 'Noch einmal versuchen');
  await led.getByRole('alert').waitFor({ state: 'detached' });
  expect(await led.getByRole('radio', { name: 'ist gleich dabei' }).isChecked()).toBe(true);
});

test('a pupil who is removed while looking hears that the class is gone', async () => {
  const name = `${mia.given_name} ${mia.family_name}`;
  const led = dialog(teacher);
  await press(led, `${name}: mehr`);
  await press(led, 'Entfernen');
  await press(led, 'Abbrechen');
  expect(await focusOf(teacher)).toBe(`${name}: mehr`);
  await press(led, 'Entfernen');
  await press(led, 'Ja, entfernen');
  await led.getByText(`\u2068${name}\u2069 ist nicht mehr in der Klasse.`).waitFor();
  await dialog(pupil).getByText('Diese Klasse gibt es hier nicht mehr').waitFor();
  expect(await led.getByText(name, { exact: true }).count()).toBe(0);
});

test('a pupil who was removed asks with a code that is typed in the menu, and is let in again', async () => {
  const own = dialog(pupil);
  await press(own, 'Schliessen');
  await press(pupil.content.locator('.user'), new RegExp(mia.given_name));
  await press(pupil.content.locator('.user'), 'Code eingeben');
  await own.getByRole('heading', { name: 'Code eingeben' }).waitFor();
  const field = own.getByLabel('Klassencode oder Gutscheincode');
  await field.fill(mistyped(await newCoupon(administrator)));
  await press(own, 'Code verwenden');
  await own.getByText('Das sieht nach einem Tippfehler aus.').waitFor();
  expect(await faultsOf(pupil.page)).toEqual([]);
  await field.fill(code.toLowerCase());
  await press(own, 'Code verwenden');
  await own.getByText('Deine Lehrperson muss noch Ja sagen').waitFor();
  await press(own, 'Schliessen');
  await openClasses(pupil, mia.given_name);
  await press(dialog(teacher), `${mia.given_name} ${mia.family_name} aufnehmen`);
  await own.getByText('Wer etwas von dir sieht').waitFor();
  // Answers shared before are not, until the pupil shares anew.
  expect(await own.getByRole('checkbox', { name: /Meine Antworten/ }).isChecked()).toBe(false);
});

test('a pupil leaves, and the teacher cannot, being the last one, but deletes the class', async () => {
  const own = dialog(pupil);
  await press(own, 'Klasse verlassen');
  await press(own, 'Ja, verlassen');
  await own.getByText('«6a Natur» ist verlassen.').waitFor();
  await expect.poll(() => own.getByRole('button', { name: '6a Natur' }).count()).toBe(0);
  const led = dialog(teacher);
  await led.getByText('1 Person', { exact: true }).waitFor();
  await press(led, 'Klasse verlassen');
  await press(led, 'Ja, verlassen');
  await led.getByRole('alert').getByText('Eine Klasse braucht eine Lehrperson').waitFor();
  await press(led, 'Klasse löschen');
  await press(led, 'Endgültig löschen');
  await led.getByText('«6a Natur» ist gelöscht.').waitFor();
});

test('a teacher with a coupon for a class, and neither a class nor a licence, begins with it', async () => {
  await administrator.aua.userSetRoles({ body: { subject: ben.subject, role_names: ['teacher'] } });
  const coupon = await newCoupon(administrator, {
    license_strategy: 'LICENSE_STRATEGY_GROUP',
    seats: 25,
  });
  const { page, content } = await newLearner();
  await page.goto(`${platform.shell}/login?coupon=${coupon}`);
  await signInFromLoginPage(page, ben);
  await page.getByRole('heading', { name: 'Zuerst eine Klasse anlegen' }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByLabel('Name der Klasse').fill('4c');
  await press(page.locator('main'), 'Klasse anlegen');
  await content.getByRole('main').waitFor();
});
