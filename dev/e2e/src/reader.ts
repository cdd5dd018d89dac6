import type { DemoAccount } from '@lectern/env';
import type { Browser, BrowserContext, BrowserContextOptions, Locator } from 'playwright-core';
import { arrive, type Learner } from './learner.ts';
import type { PlatformAddresses } from './shared-platform.ts';

/* Somebody who marks and writes in the demo publication, as people do: with a mouse, on one device of theirs. */

/** The names of the four colours, by the signs that style sheets go by. */
export const colorNames = { yellow: 'Gelb', green: 'Grün', blue: 'Blau', pink: 'Rosa' } as const;
type ColorSign = keyof typeof colorNames;

export interface Reader extends Learner {
  readonly context: BrowserContext;
  /** Painted texts of the page, by colour. */
  painted(): Promise<Partial<Record<ColorSign, readonly string[]>>>;
  /** The slips of paper with the words of a note. */
  slips(words: string): Locator;
  /** Selects a passage by drawing over it, which brings the toolbar. */
  select(passage: string): Promise<void>;
  mark(passage: string, color: ColorSign): Promise<void>;
  /** Writes a note at a passage, and closes its card. */
  write(passage: string, words: string): Promise<void>;
  /** Writes a note anew, from the slip that has it. */
  rewrite(from: string, to: string): Promise<void>;
  readonly card: Locator;
  readonly bookmark: Locator;
  /** The question which of two versions counts. */
  readonly question: Locator;
  /** Waits until all that was left on the page is at the service, or only on this device. */
  saved(how?: 'saved' | 'kept'): Promise<void>;
  /** Comes to the page anew, with what other devices have stored. */
  comeBack(): Promise<void>;
  /** Goes to another page of the course, as a link in the publication does. */
  turnTo(thema: string, page: number): Promise<void>;
}

/** A page of the course, as deep links name it. */
export function addressOf(thema: string, page: number): string {
  return `/login?themaId=${thema}&subThemaNumber=${page}`;
}

/** Opens a page of the course on a device that nobody was signed in on before. */
export async function readOn(
  browser: Browser,
  platform: PlatformAddresses,
  account: DemoAccount,
  address: string,
  options: BrowserContextOptions = {},
): Promise<Reader> {
  const context = await browser.newContext(options);
  const learner = await arrive(context, platform);
  await learner.enter(account, address);
  const reader = createReader(context, learner);
  await untilOpen(reader);
  return reader;
}

function createReader(context: BrowserContext, learner: Learner): Reader {
  const { content, page } = learner;
  const article = content.locator('article.course-page');
  const toolbar = content.getByRole('toolbar', { name: 'Auswahl markieren' });
  const card = content.getByRole('dialog', { name: 'Markierung und Notiz' });
  const words = card.getByRole('textbox', { name: 'Notiz' });

  const reader: Reader = {
    ...learner,
    context,
    card,
    bookmark: content.getByRole('button', { name: 'Lesezeichen' }),
    question: content.getByRole('group', { name: 'gibt es in zwei Fassungen. Was soll gelten?' }),

    painted: () => article.evaluate(paintedIn),
    slips: (text) => article.locator('.slip').filter({ hasText: text }),

    async select(passage) {
      const { from, to } = await article.evaluate(endsOf, passage);
      await page.mouse.move(...from);
      await page.mouse.down();
      await page.mouse.move(...to, { steps: 4 });
      await page.mouse.up();
      const selected = await article.evaluate(() => getSelection()?.toString());
      if (selected !== passage) throw new Error(`Selected was «${selected}».`);
      await toolbar.waitFor();
    },

    async mark(passage, color) {
      await reader.select(passage);
      await toolbar.getByRole('button', { name: `${colorNames[color]} markieren` }).click();
    },

    async write(passage, text) {
      await reader.select(passage);
      await toolbar.getByRole('button', { name: 'Notiz' }).click();
      await words.fill(text);
      await card.getByRole('button', { name: 'Fertig' }).click();
    },

    async rewrite(from, to) {
      await reader.slips(from).click();
      await words.fill(to);
      await card.getByRole('button', { name: 'Fertig' }).click();
    },

    saved: (how = 'saved') =>
      article.locator(`.page-tools [data-save-state=${how}]`).waitFor({ state: 'attached' }),

    async comeBack() {
      await page.reload();
      await untilOpen(reader);
    },

    async turnTo(thema, number) {
      await content.locator('body').evaluate(follow, `#/${thema}/${number}`);
      await untilOpen(reader);
    },
  };
  return reader;
}

/** Until somebody may mark, and sees what was marked before. */
function untilOpen({ content }: Pick<Reader, 'content'>): Promise<void> {
  return content.locator('.mark-text:enabled').waitFor();
}

/** Runs in the publication, which has shown another page when this resolves. */
async function follow(_body: Element, fragment: string): Promise<void> {
  if (location.hash === fragment) return;
  const hasChanged = new Promise((resolve) =>
    addEventListener('hashchange', resolve, { once: true }),
  );
  location.hash = fragment;
  await hasChanged;
}

type Point = [x: number, y: number];

/** Where a passage begins and ends in the window, once it stands in the middle of it. */
export function endsOf(
  article: Element,
  passage: string,
): { readonly from: Point; readonly to: Point } {
  const nodes: Text[] = [];
  const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
  while (walker.nextNode())
    if (walker.currentNode.parentElement?.getClientRects().length)
      nodes.push(walker.currentNode as Text);
  const start = nodes
    .map(({ data }) => data)
    .join('')
    .indexOf(passage);
  if (start === -1) throw new Error(`Not on the page: ${passage}`);
  const range = document.createRange();
  let before = 0;
  for (const node of nodes) {
    const from = start - before;
    const to = from + passage.length;
    if (from >= 0 && from < node.length) range.setStart(node, from);
    if (to > 0 && to <= node.length) range.setEnd(node, to);
    before += node.length;
  }
  range.startContainer.parentElement?.scrollIntoView({ block: 'center', behavior: 'instant' });
  const lines = [...range.getClientRects()];
  const [first, last] = [lines[0]!, lines.at(-1)!];
  // Within the first and the last letter, where nothing beside them is nearer.
  return {
    from: [first.left + 1, (first.top + first.bottom) / 2],
    to: [last.right - 1, (last.top + last.bottom) / 2],
  };
}

function paintedIn(): Partial<Record<ColorSign, readonly string[]>> {
  const signs = ['yellow', 'green', 'blue', 'pink'] as const;
  return Object.fromEntries(
    signs.flatMap((sign) => {
      const ranges = [...(CSS.highlights.get(`note-${sign}`) ?? [])];
      return ranges.length > 0 ? [[sign, ranges.map(String)]] : [];
    }),
  );
}
