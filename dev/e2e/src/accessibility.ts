import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Frame, Page } from 'playwright-core';

/** WCAG 2.2 at level AA, and what axe-core recommends beside it. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const everyRule: RunOptions = { runOnly: { type: 'tag', values: tags } };
/** All rules that look at colours: another colour scheme changes nothing else. */
const rulesOfColours = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
} satisfies RunOptions;

/**
 * All rules that look at where things are, also by axe's `isVisibleOnScreen`. Others go by elements and their
 * visibility: where these are the same, another width changes nothing else.
 */
const rulesOfLayout = [
  ...rulesOfColours.runOnly.values,
  'aria-hidden-focus',
  'label',
  'region',
  'scrollable-region-focusable',
  'select-name',
  'skip-link',
  'target-size',
];

/** How long a frame may take to answer its page. */
const answerLimitInMs = 30_000;

export interface LookedAt {
  /** CSS selector of a part of the page; default: all of it. */
  readonly within?: string;
  /** Rules that are left out, by their ids. */
  readonly except?: readonly string[];
}

/**
 * Faults of a page, with all frames in it, as it is shown now.
 *
 * @param page A page, or one frame of it. A course's player hides `parent` from axe, so axe begins in the player's
 *   frame.
 * @returns a word for each fault: the rule's id, and the elements as HTML
 */
export function faultsOf(
  page: Page | Frame,
  { within, except = [] }: LookedAt = {},
): Promise<string[]> {
  const rules = Object.fromEntries(except.map((id) => [id, { enabled: false }]));
  return look(page, within, { ...everyRule, rules });
}

function faultsOfLayout(page: Page, except: readonly string[]): Promise<string[]> {
  const values = rulesOfLayout.filter((id) => !except.includes(id));
  return look(page, undefined, { runOnly: { type: 'rule', values } });
}

/** The same of its colours alone. */
export function faultsOfColours(page: Page): Promise<string[]> {
  return look(page, undefined, rulesOfColours);
}

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1280, height: 800 };

interface LookedAtOnScreens extends Pick<LookedAt, 'except'> {
  /** Widths in pixels. Default: a phone's and a desktop's. */
  readonly widths?: readonly number[];
  /** Widths at which it is looked at in the dark, too. Default: the last one. */
  readonly dark?: 'each' | 'last' | 'none';
  /** Looks at a width for something of its own. */
  readonly alsoAt?: (width: string) => Promise<void>;
}

/** Faults of a page on a phone and on a desktop, and in the dark; it is left on the last of these. */
export async function faultsOnScreens(
  page: Page,
  {
    except = [],
    widths = [phone.width, desktop.width],
    dark = 'last',
    alsoAt,
  }: LookedAtOnScreens = {},
): Promise<string[]> {
  const found: string[] = [];
  const note = (where: string, faults: readonly string[]) =>
    found.push(...faults.map((fault) => `${where}: ${fault}`));
  let before: string | undefined;
  for (const width of widths) {
    const where = `${width} pixels wide`;
    await page.setViewportSize(width === phone.width ? phone : { ...desktop, width });
    const isSame = (await shownOn(page)) === before;
    let faults = await (isSame ? faultsOfLayout(page, except) : faultsOf(page, { except }));
    const shown = await shownOn(page);
    // A script's changes at another width come a moment later.
    if (isSame && shown !== before) faults = await faultsOf(page, { except });
    before = shown;
    note(where, faults);
    await alsoAt?.(where);
    if (dark === 'none' || (dark === 'last' && width !== widths.at(-1))) continue;
    await page.emulateMedia({ colorScheme: 'dark' });
    note(`${where}, dark`, await faultsOfColours(page));
    await page.emulateMedia({ colorScheme: 'light' });
  }
  return found;
}

/** Everything that axe goes by but layout and colours: the elements of a page and its frames, and which can be seen. */
async function shownOn(page: Page): Promise<string> {
  const frames = page.frames().filter((frame) => frame.url() !== '');
  return JSON.stringify(await Promise.all(frames.map((frame) => frame.evaluate(shownIn))));
}

function shownIn(): readonly string[] {
  const elements = [...document.querySelectorAll('*')];
  const seen = elements.map((element) =>
    element.checkVisibility({
      opacityProperty: true,
      visibilityProperty: true,
      contentVisibilityAuto: true,
    }),
  );
  return [document.documentElement.outerHTML, seen.map(Number).join('')];
}

async function look(page: Page | Frame, within: string | undefined, options: RunOptions) {
  const [main, whole] = 'mainFrame' in page ? [page.mainFrame(), page] : [page, page.page()];
  // Half of a transition has colours that nobody reads.
  await whole.emulateMedia({ reducedMotion: 'reduce' });
  const frames = framesIn(main);
  // One whose document is still to come has no address yet, and nothing in it to look at.
  const there = frames.filter((frame) => frame.url() !== '');
  await Promise.all(there.map(bringAxe));
  const { violations } = await page.evaluate(run, {
    within,
    options: {
      ...options,
      resultTypes: ['violations' as const],
      // axe leaves out a frame that does not answer in half a second, and a busy machine takes longer.
      ...(there.length === frames.length && { pingWaitTime: answerLimitInMs }),
    },
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

function framesIn(frame: Frame): readonly Frame[] {
  return [frame, ...frame.childFrames().flatMap(framesIn)];
}

/**
 * Once a document: reading axe takes a page longer than looking with it, and `@axe-core/playwright` has it read
 * anew each time, and in a page of its own besides.
 */
async function bringAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => Reflect.has(globalThis, 'axe'))) return;
  // The frames of a page tell its axe what they have found, whatever their origins.
  await frame.evaluate(
    `${axe.source}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`,
  );
}

/** Runs in a page. */
function run(call: { within: string | undefined; options: RunOptions }): Promise<AxeResults> {
  const axe = Reflect.get(globalThis, 'axe') as typeof import('axe-core');
  return axe.run(call.within ?? document, call.options);
}
