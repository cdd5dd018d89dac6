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
<div id="zone">Zone</div>`;

/** Runs in the page. */
function furnish(): void {
  const field = document.createElement('textarea');
  document.querySelector('#component')!.attachShadow({ mode: 'open' }).append(field);
  for (const type of ['dragover', 'drop'])
    document.querySelector('#zone')!.addEventListener(type, (event) => event.preventDefault());
  addEventListener('drop', () => (document.body.dataset['took'] = 'true'), { capture: true });
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

/** As the browser does it for a user. @returns whether something has taken it. */
async function drop(what: string, where: string): Promise<boolean> {
  await page.evaluate(() => delete document.body.dataset['took']);
  const { x, y } = (await page.locator(where).first().boundingBox())!;
  const data = { dragOperationsMask: 1, ...dropped[what] };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devTools.send('Input.dispatchDragEvent', {
      type,
      x: x + 5,
      y: y + 5,
      data: data as { items: []; dragOperationsMask: number },
    });
  return page.evaluate(() => document.body.dataset['took'] === 'true');
}

test.each([
  ['p', ''],
  ['#area', 'link text'],
  ['#readonly', ''],
  ['#text', 'link text'],
  ['#checkbox', ''],
  ['#editor b', 'link text'],
  ['#file', 'file'],
  ['#disabled', ''],
  ['#component', 'link text'],
  ['#zone', 'file link text'],
])('%s takes: %s', async (where, taken) => {
  for (const what of Object.keys(dropped))
    expect([what, await drop(what, where)]).toEqual([what, taken.split(' ').includes(what)]);
});

test('the shell and the publication refuse them', async () => {
  await learner.enter(mia);
  expect(await refusesDrops(learner.content.locator('#main'))).toBe(true);
  expect(await refusesDrops(learner.page.locator('body'))).toBe(true);
});
