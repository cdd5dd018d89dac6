import type { FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  desktop,
  faultsOf,
  faultsOfColours,
  faultsOnScreens,
  phone,
} from '../src/accessibility.ts';
import { watchComplaints, watchIssues } from '../src/complaints.ts';
import { newCast, visitBeforeAll } from '../src/journeys.ts';
import { arrive } from '../src/learner.ts';
import { focusOrder, heard } from '../src/screen-reader.ts';
import type { Visit } from '../src/screens/screen.ts';
import { begin, tours } from '../src/screens/screens.ts';

/* People can use each screen, whatever they see or hear with, and however large. */

/** The viewport of 1280 × 1024 pixels at 400 % (WCAG 2.2, 1.4.10). */
const fourfold = { width: 320, height: 256 };

const people = newCast();

const { platform, browser } = visitBeforeAll();

/** Rules that a page which only waits cannot meet. */
const rulesOfContent = ['landmark-one-main', 'page-has-heading-one'];

/** Texts that stand beside the window or are cut, but for those in something that scrolls sideways. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scrolls = ({ overflowX }: CSSStyleDeclaration) => /auto|scroll/.test(overflowX);
    const isExcused = (element: Element | null): boolean =>
      element !== null &&
      (element.matches('.unseen') ||
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

/** Buttons of the shell that something else lies on, or the window's edge cuts off, wherever it is scrolled to. */
function unreachedButtons(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const within = document.querySelector('dialog[open]') ?? document.body;
    const buttons = [
      ...within.querySelectorAll<HTMLButtonElement>('button:not([aria-disabled="true"])'),
    ];
    return buttons
      .filter((button) => button.checkVisibility({ visibilityProperty: true }))
      .filter((button) => {
        button.scrollIntoView({ block: 'center', behavior: 'instant' });
        const { x, y, width, height } = button.getBoundingClientRect();
        const hit = document.elementFromPoint(x + width / 2, y + height / 2);
        return button.disabled || !button.contains(hit);
      })
      .map(({ outerHTML }) => outerHTML);
  });
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
  await page.close();
});

test('what the browser itself complains of is told, in frames, too', async () => {
  const page = await browser.newPage();
  const complaints = await watchComplaints(page);
  await page.setContent(
    '<!doctype html><title>Teich</title><iframe srcdoc="<title>Frosch</title><script>quak()</script>">',
  );
  await page.goto('data:text/html,<title>Frosch</title>');
  expect(complaints).toEqual([
    expect.stringContaining('quak'),
    expect.stringMatching(/^QuirksModeIssue: /),
  ]);
  await page.close();
});

test('what another width changes is looked at, be it colours or what can be seen', async () => {
  const page = await browser.newPage();
  const faultsWith = async (style: string) => {
    await page.setContent(
      `<!doctype html><html lang="de"><title>Teich</title><style>${style}</style><main><h1>Teich</h1><p>Frosch</p><img src="data:,"></main></html>`,
    );
    return faultsOnScreens(page, { dark: 'none' });
  };
  const hidden = 'img { display: none }';
  expect(await faultsWith(hidden)).toEqual([]);
  expect(await faultsWith(`${hidden} @media (min-width: 600px) { p { color: #999 } }`)).toEqual([
    expect.stringMatching(/^1280 pixels wide: color-contrast: <p/),
  ]);
  expect(await faultsWith(`@media (max-width: 600px) { ${hidden} }`)).toEqual([
    expect.stringMatching(/^1280 pixels wide: image-alt: <img/),
  ]);
  await page.close();
});

/** Elements that can be pressed or filled in, and have no border to be seen by; browsers draw check boxes themselves. */
function borderless(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll(
        '.button, .testing-button, [role=switch], input:not([type=checkbox]), select',
      ),
    ]
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const { borderTopStyle, borderTopWidth } = getComputedStyle(element);
        return borderTopStyle !== 'solid' || parseFloat(borderTopWidth) < 1;
      })
      .map(({ outerHTML }) => outerHTML),
  );
}

/** That each switch of a page shows which way it is. */
async function compareSwitches(page: Page): Promise<void> {
  for (const element of await page.getByRole('switch').all()) {
    const colours = () =>
      element.evaluate((shown) => {
        const track = getComputedStyle(shown).backgroundColor;
        return [track, getComputedStyle(shown, '::before').backgroundColor];
      });
    const before = await colours();
    await element.click();
    await page.mouse.move(0, 0);
    const after = await colours();
    expect(new Set([...before, ...after]).size).toBeGreaterThanOrEqual(3);
    for (const [track, knob] of [before, after]) expect(track).not.toBe(knob);
    await element.click();
  }
}

const animations = (page: Page) => page.evaluate(() => document.getAnimations().length);

describe.each(tours)('$name', (tour) => {
  let visit: Visit;
  let issues: string[];
  beforeAll(async () => {
    visit = await begin(tour, browser, platform, people);
    issues = await watchIssues(visit.page);
  });
  afterAll(() => visit?.page.context().close());

  test.each(tour.screens)('$name has no fault for anybody', async (screen) => {
    const { page } = visit;
    await page.setViewportSize(desktop);
    await screen.open(visit);
    const withoutEyes = {
      heard: screen.heard && (await heard(page)),
      focus: screen.focus && (await focusOrder(page)),
    };
    expect(withoutEyes).toEqual({ heard: screen.heard, focus: screen.focus });
    // The keys have left the page, and questions are answered in a window with the focus alone.
    if (screen.focus) await page.keyboard.press('Tab');

    const cut: string[] = [];
    const noteCut = async (where: string) =>
      void cut.push(...(await cutOff(page)).map((text) => `${where}: ${text}`));
    const faults = await faultsOnScreens(page, {
      except: screen.isBare ? rulesOfContent : [],
      dark: 'each',
      alsoAt: noteCut,
    });
    await page.setViewportSize(fourfold);
    await noteCut('at 400 %');
    expect({ faults, cut, unreached: await unreachedButtons(page), issues }).toEqual({
      faults: [],
      cut: [],
      unreached: [],
      issues: [],
    });

    expect(await animations(page), 'for somebody who wants no motion').toBe(0);
    await page.emulateMedia({ forcedColors: 'active' });
    expect(await borderless(page), 'where the system chooses the colours').toEqual([]);
    await compareSwitches(page);
    await page.emulateMedia({ forcedColors: 'none' });
    if (!screen.moves) return;
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await animations(page), 'for everybody else').toBeGreaterThan(0);
    await page.emulateMedia({ reducedMotion: 'reduce' });
  });
});

/** Opens the bar for marking, and sees that each button of it has words on a phone, and one closes it. */
async function openMarking(page: Page, content: FrameLocator): Promise<void> {
  await page.setViewportSize(phone);
  const bar = content.getByRole('toolbar', { name: 'Auswahl markieren' });
  const open = () => content.getByRole('button', { name: 'Markieren', exact: true }).click();
  await open();
  const buttons = bar.getByRole('button').filter({ visible: true });
  /** Buttons whose words are not shown, or for screen readers alone. */
  const wordless = (all: Element[]) =>
    all.filter((button) =>
      [button, ...button.querySelectorAll('*')].every((element) => {
        const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
        const isWord = /\p{L}{3}/u.test(own.map(({ nodeValue }) => nodeValue).join(''));
        const isSeen = element.checkVisibility() && getComputedStyle(element).clipPath === 'none';
        return !(isWord && isSeen);
      }),
    ).length;
  expect(await buttons.count()).toBeGreaterThan(6);
  expect(await buttons.evaluateAll(wordless)).toBe(0);
  await bar.getByRole('button', { name: 'Schliessen' }).click();
  await bar.waitFor({ state: 'hidden' });
  await open();
}

test('every page of the publication is accessible, on a phone and on a desktop', async () => {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const { page, content, enter } = await arrive(context, platform);
  const complaints = await watchComplaints(page);
  const look = async (what: string) =>
    expect([await faultsOnScreens(page), complaints], what).toEqual([[], []]);
  await enter(people[0]);
  await content.getByText('Hallo Mia').waitFor();
  await look('start page');
  await content.getByRole('link', { name: /Los geht|Weiterlernen/ }).click();
  for (let pageNumber = 1; pageNumber <= 6; pageNumber++) {
    const thema = pageNumber <= 3 ? 'Der Wasserkreislauf' : 'Leben am Bach';
    await content.getByText(`${thema} · Seite ${((pageNumber - 1) % 3) + 1} von 3`).waitFor();
    await content.locator('fieldset:enabled').first().waitFor();
    if (pageNumber === 1) await openMarking(page, content);
    await look(`page ${pageNumber}`);
    await content.getByRole('navigation', { name: 'Blättern' }).getByRole('link').last().click();
  }
  await context.close();
});
