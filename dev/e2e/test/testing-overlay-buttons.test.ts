import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { newCast, visitBeforeAll } from '../src/journeys.ts';
import type { Learner } from '../src/learner.ts';
import { arriveInTestingModeBeforeAll, overlayOf } from '../src/testing-overlay.ts';

/* The testing overlay's buttons, which call what the content can call. */

const [mia] = newCast();

let learner: Learner;
let page: Page;

const { platform } = visitBeforeAll();
arriveInTestingModeBeforeAll((arrival) => ({ learner, page } = arrival));

const { overlay, handle, press, category, field, ask, signIn } = overlayOf(() => learner, mia);

describe('on the login page', () => {
  beforeAll(async () => {
    await page.goto(platform.shell);
    await handle().click();
  });

  test('an empty text is not encoded, and it says why', async () => {
    await press('Challenge codieren');
    const line = category('Code-Challenge').getByRole('status');
    await expect.poll(() => line.innerText()).toMatch(/^encodeChallenge BAD_PAYLOAD nach /);
    expect(await line.innerText()).toContain('Missing or wrong: text.');
  });

  test('it says that nobody is signed in', async () => {
    expect(await ask('Anmeldung prüfen', 'Anmeldung')).toBe(false);
    await press('Lizenzen');
    await category('Lizenzen').getByText('Niemand ist angemeldet.').waitFor();
  });

  test('empty categories say so, and each can be folded', async () => {
    const empty = 'Diese Kategorie hat noch keine Methoden.';
    for (const name of ['Gruppen', 'Dateien']) await category(name).getByText(empty).waitFor();
    expect(await overlay().getByText(empty).count()).toBe(2);
    await category('Gruppen').locator('summary').click();
    await category('Gruppen').getByText(empty).waitFor({ state: 'hidden' });
    await page.reload();
    await category('Dateien').getByText(empty).waitFor();
    expect(await category('Gruppen').getByText(empty).isVisible()).toBe(false);
  });
});

describe('beside the content', () => {
  // It is left open, with its buttons.
  beforeAll(signIn);

  test('its buttons show what the content would get', async () => {
    expect(await ask('Anmeldung prüfen', 'Anmeldung')).toBe(true);
    expect(await ask('Konto lesen', 'Konto')).toMatchObject({ given_name: 'Mia' });
    expect(await ask('Panda-Login', 'Konto')).toEqual(expect.any(Boolean));
    expect(await ask('Lehrperson', 'Konto')).toBe(false);
    expect(await ask('Lizenzen', 'Lizenzen')).toMatchObject([
      { license_state: 'LICENSE_STATE_VALID', mandant_identifier: 'LECTERN' },
    ]);
    expect(await ask('Beispiel-Lernaufzeichnung senden', 'Lernaufzeichnungen')).toMatch(
      /^[\da-f-]{36}$/,
    );
    await field('Text').fill('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk');
    // Appendix B of RFC 7636.
    expect(await ask('Challenge codieren', 'Code-Challenge')).toBe(
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    );
  });

  test('a local store item is written, and read again, where the content keeps its own', async () => {
    expect(await field('Kurs').inputValue()).toBe('wasser');
    await field('Wert').fill('Probe');
    const item = { segment: 'testing-overlay', key: 'test', value: 'Probe' };
    expect(await ask('Eintrag schreiben', 'Lokaler Speicher')).toMatchObject([item]);
    expect(await ask('Einträge lesen', 'Lokaler Speicher')).toEqual(
      expect.arrayContaining([expect.objectContaining(item)]),
    );
    await field('Kurs').fill('');
    await press('Einträge lesen');
    await category('Lokaler Speicher').getByText('BAD_PAYLOAD').waitFor();
  });
});
