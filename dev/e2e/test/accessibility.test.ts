import type { Browser, Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { faultsOf, faultsOfColours } from '../src/accessibility.ts';
import { newCast, visitBeforeAll } from '../src/journeys.ts';
import type { SharedPlatform } from '../src/shared-platform.ts';
import { arrive } from '../src/learner.ts';
import { screens, show } from '../src/screens/screens.ts';

/* Whether people can use each screen, whatever they see with, and however large. */

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 800 };
/** What is left of 1280 × 1024 pixels at 400 % (WCAG 2.2, 1.4.10). */
const fourfold = { width: 320, height: 256 };

const people = newCast();

let platform: SharedPlatform;
let browser: Browser;

visitBeforeAll((stage) => ({ platform, browser } = stage));
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

/** What a page cannot have that only waits. */
const rulesOfContent = ['landmark-one-main', 'page-has-heading-one'];

/** Texts that stand beside the window or are cut, but for those in something that scrolls sideways. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scrolls = ({ overflowX }: CSSStyleDeclaration) => /auto|scroll/.test(overflowX);
    const isExcused = (element: Element | null): boolean =>
      element !== null &&
      (element.matches('.testing-unseen') ||
        getComputedStyle(element).textOverflow === 'ellipsis' ||
        (scrolls(getComputedStyle(element)) && element.scrollWidth > element.clientWidth) ||
        isExcused(element.parentElement));
    const cut: string[] = [];
    const root = document.scrollingElement!;
    if (root.scrollWidth > innerWidth) cut.push(`the page is ${root.scrollWidth} pixels wide`);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const element = text.parentElement!;
      if (!text.nodeValue?.trim() || !element.checkVisibility() || isExcused(element)) continue;
      const range = document.createRange();
      range.selectNode(text);
      const { left, right, width } = range.getBoundingClientRect();
      if (width > 0 && (left < -0.5 || right > innerWidth + 0.5)) cut.push(text.nodeValue);
    }
    return cut;
  });
}

/** Presses nothing, but sees for every button of the shell's that it could be pressed. */
async function reachButtons(page: Page): Promise<void> {
  const dialog = page.locator('dialog[open]');
  const within = (await dialog.count()) > 0 ? dialog : page.locator('body');
  const buttons = within.locator('button:visible:not([aria-disabled="true"])');
  for (const button of await buttons.all()) await button.click({ trial: true, timeout: 5_000 });
}

test('what is looked at includes frames of other origins, and what comes after a reload', async () => {
  const page = await browser.newPage();
  await page.route('http://shell.example/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><html lang="de"><title>Teich</title><main><h1>Teich</h1><iframe title="Inhalt" src="http://content.example/"></iframe></main></html>',
    }),
  );
  await page.route('http://content.example/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><html lang="de"><title>Frosch</title><img src="data:,"><p style="color:#999">Frosch</p></html>',
    }),
  );
  await page.goto('http://shell.example/');
  const except = ['landmark-one-main', 'page-has-heading-one', 'region'];
  const faults = [
    expect.stringMatching(/^color-contrast: <p/),
    expect.stringMatching(/^image-alt: <img/),
  ];
  expect(await faultsOf(page, { except })).toEqual(faults);
  await page.reload();
  expect(await faultsOf(page, { except })).toEqual(faults);
  expect(await faultsOfColours(page)).toEqual(faults.slice(0, 1));
  expect(await faultsOf(page, { within: 'h1' })).toEqual([]);
  expect(await faultsOf(page, { except: [...except, 'image-alt'] })).toEqual(faults.slice(0, 1));
});

describe.each(screens)('$name', (screen) => {
  test('has no fault, fits at 400 %, and does not move for whoever asked for that', async () => {
    const { page } = await show(screen, browser, platform, people);
    const except = screen.isWaiting ? rulesOfContent : [];
    for (const viewport of [phone, desktop]) {
      await page.setViewportSize(viewport);
      const wide = `${viewport.width} pixels wide`;
      await page.emulateMedia({ colorScheme: 'light' });
      expect(await faultsOf(page, { except }), `light, ${wide}`).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await faultsOfColours(page), `dark, ${wide}`).toEqual([]);
    }
    expect(await page.evaluate(() => document.getAnimations().length), 'animations').toBe(0);
    await page.setViewportSize(fourfold);
    expect(await cutOff(page), 'at 400 %').toEqual([]);
    await reachButtons(page);
  });
});

test('the loader moves for everybody else', async () => {
  const loader = screens.find(({ name }) => name === 'loader')!;
  const { page } = await show(loader, browser, platform, people);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await page.evaluate(() => document.getAnimations().length)).toBeGreaterThan(0);
});

describe.each([
  ['phone', phone],
  ['desktop', desktop],
])('on a %s', (_name, viewport) => {
  test('every page of the publication is accessible', async () => {
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
    const { page, content, enter } = await arrive(context, platform);
    await enter(people[0]);
    await content.getByText('Hallo Mia').waitFor();
    expect(await faultsOf(page), 'start page').toEqual([]);
    await content.getByRole('link', { name: /Los geht/ }).click();
    for (let pageNumber = 1; pageNumber <= 6; pageNumber++) {
      const thema = pageNumber <= 3 ? 'Der Wasserkreislauf' : 'Leben am Bach';
      await content.getByText(`${thema} · Seite ${((pageNumber - 1) % 3) + 1} von 3`).waitFor();
      await content.locator('fieldset:enabled').first().waitFor();
      expect(await faultsOf(page), `page ${pageNumber}`).toEqual([]);
      await content.getByRole('navigation', { name: 'Blättern' }).getByRole('link').last().click();
    }
  });
});

describe('where the system chooses the colours', () => {
  test.each([
    'login, without the coupon that was to be typed',
    'devices, asked once more',
    'consent question',
    'consent preferences',
    'testing overlay, methods',
    'start-up, no configuration',
  ])('%s shows what can be pressed by its border', async (name) => {
    const { page } = await showForced(name);
    const bare = await page.evaluate(() =>
      [...document.querySelectorAll('.button, .testing-button, [role=switch], input, select')]
        .filter((element) => element.checkVisibility())
        .filter((element) => {
          const { borderTopStyle, borderTopWidth } = getComputedStyle(element);
          return borderTopStyle !== 'solid' || parseFloat(borderTopWidth) < 1;
        })
        .map(({ outerHTML }) => outerHTML),
    );
    expect(bare).toEqual([]);
  });

  test('a switch says which way it is', async () => {
    const { page } = await showForced('consent preferences');
    const colours = () =>
      page.getByRole('switch').evaluate((element) => {
        const track = getComputedStyle(element).backgroundColor;
        return [track, getComputedStyle(element, '::before').backgroundColor];
      });
    const on = await colours();
    await page.getByRole('switch').click();
    await page.mouse.move(0, 0);
    const off = await colours();
    expect(new Set([...on, ...off]).size).toBeGreaterThanOrEqual(3);
    for (const [track, knob] of [on, off]) expect(track).not.toBe(knob);
  });

  async function showForced(name: string) {
    const visit = await show(
      screens.find((screen) => screen.name === name)!,
      browser,
      platform,
      people,
    );
    await visit.page.emulateMedia({ forcedColors: 'active' });
    return visit;
  }
});
