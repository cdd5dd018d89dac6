import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusesDrops } from '../src/drops.ts';
import { arriveBeforeAll, newCast, sharedBrowser, visitBeforeAll } from '../src/journeys.ts';
import type { Learner } from '../src/learner.ts';

/* Files and links that are dropped beside what takes them: browsers would open them in place of the page. */

const [mia] = newCast();

visitBeforeAll();
let learner: Learner;
arriveBeforeAll((arrival) => ({ learner } = arrival));

const source = fileURLToPath(import.meta.resolve('@lectern/sdk/stray-drops'));
const html = `<!doctype html><style>* { margin: 0 } body > * { display: block; width: 200px; height: 30px }</style>
<p>Text</p>
<textarea id="area"></textarea>
<textarea id="readonly" readonly></textarea>
<input id="text">
<input id="checkbox" type="checkbox">
<div id="editor" contenteditable><b>Text</b></div>
<input id="file" type="file">
<input id="disabled" type="file" disabled>
<div id="component"></div>
<x-closed id="closed"></x-closed>
<div id="zone">Zone</div>
<div id="late">Zone of a listener on the window, later than the guard</div>`;

/** Runs in the page. */
function furnish(): void {
  const field = document.createElement('textarea');
  document.querySelector('#component')!.attachShadow({ mode: 'open' }).append(field);
  document.querySelector('#closed')!.attachShadow({ mode: 'closed' }).append('Text');
  for (const type of ['dragover', 'drop'] as const) {
    document.querySelector('#zone')!.addEventListener(type, (event) => event.preventDefault());
    addEventListener(type, (event) => {
      if ((event.target as Element).id === 'late') event.preventDefault();
    });
    const note = ({ defaultPrevented, dataTransfer }: DragEvent) => {
      const effect = type === 'dragover' && defaultPrevented ? dataTransfer!.dropEffect : '';
      document.body.dataset[type] = `${defaultPrevented} ${effect}`;
    };
    // After the guard, which comes last of those that were there before.
    addEventListener(type, () => addEventListener(type, note, { once: true }), true);
  }
}

let page: Page;
let devTools: CDPSession;
let folder: string;
let dropped: Readonly<Record<string, object>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-drops-'));
  const file = join(folder, 'Bild.txt');
  await writeFile(file, 'Bild');
  const link = { mimeType: 'text/uri-list', data: 'https://other.example/' };
  dropped = {
    file: { items: [], files: [file] },
    link: { items: [link] },
    text: { items: [{ mimeType: 'text/plain', data: 'Bach' }] },
    picture: { items: [{ mimeType: 'text/html', data: '<img>' }], files: [file] },
  };
  const context = await (await sharedBrowser()).newContext();
  page = await context.newPage();
  devTools = await context.newCDPSession(page);
  await page.setContent(html);
  const script = stripTypeScriptTypes(await readFile(source, 'utf8'));
  await page.addScriptTag({ type: 'module', content: `${script}\nrefuseStrayDrops();` });
  await page.evaluate(furnish);
});
afterAll(async () => {
  await page?.context().close();
  await rm(folder, { recursive: true });
});

/** Outcome of a drop: listeners may take it, the browser may, or it is refused, of which `drop` hears nothing. */
const outcomes: Readonly<Record<string, string>> = {
  'true copy, true ': 'listener',
  'false , false ': 'browser',
  'true none, undefined': 'refused',
};

/** As the browser does it for a user. */
async function drop(what: string, where: string): Promise<string> {
  await page.evaluate(() => {
    for (const type of ['dragover', 'drop']) delete document.body.dataset[type];
  });
  const { x, y } = (await page.locator(where).first().boundingBox())!;
  const data = { dragOperationsMask: 1, ...dropped[what] };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devTools.send('Input.dispatchDragEvent', {
      type,
      x: x + 5,
      y: y + 5,
      data: data as { items: []; dragOperationsMask: number },
    });
  const seen = await page.evaluate(() => {
    const { dragover, drop } = document.body.dataset;
    return `${dragover}, ${drop}`;
  });
  return outcomes[seen] ?? seen;
}

const refused = { file: 'refused', link: 'refused', text: 'refused', picture: 'refused' };
const edited = { file: 'listener', link: 'browser', text: 'browser', picture: 'browser' };
const heard = { file: 'listener', link: 'listener', text: 'listener', picture: 'listener' };

test.each([
  ['p', refused],
  ['#area', edited],
  ['#readonly', refused],
  ['#text', edited],
  ['#checkbox', refused],
  ['#editor b', edited],
  ['#file', { ...refused, file: 'browser', picture: 'browser' }],
  ['#disabled', refused],
  ['#component', edited],
  ['#closed', heard],
  ['#zone', heard],
  ['#late', heard],
])('a drop on %s', async (where, expected) => {
  const found: Record<string, string> = {};
  for (const what of Object.keys(dropped)) found[what] = await drop(what, where);
  expect(found).toEqual(expected);
});

test('the shell and the publication refuse them', async () => {
  await learner.enter(mia);
  expect(await learner.content.locator('#main').evaluate(refusesDrops)).toBe(true);
  expect(await learner.page.locator('body').evaluate(refusesDrops)).toBe(true);
});
