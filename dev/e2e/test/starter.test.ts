import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import {
  scenarios,
  serveFolder,
  startStage,
  type FolderServer,
  type Stage,
} from '@lectern/simulator';
import type { FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { visitBeforeAll } from '../src/journeys.ts';

const require = createRequire(import.meta.url);
const author = require.resolve('@lectern/author/main');
const guide = new URL('../../../docs/bridge/getting-started.md', import.meta.url);
const readme = new URL('../../../packages/sdk/README.md', import.meta.url);

const pupil = scenarios.find(({ name }) => name === 'pupil')!;

let folder: string;
let served: FolderServer;
let stage: Stage;

const { platform, browser } = visitBeforeAll();
beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'lectern-starter-')), 'my-course');
  await promisify(execFile)(process.execPath, [author, 'new', folder]);
  await writeExamples();
  served = await serveFolder(folder);
  const { shell: services, databaseUrl } = platform;
  const backstage = { services, databaseUrl };
  stage = await startStage(pupil, served.address, backstage, { hasOverlay: false });
});
afterAll(async () => {
  await stage?.close();
  await served?.close();
  await rm(dirname(folder), { recursive: true, force: true });
});

async function open(query = ''): Promise<{ page: Page; content: FrameLocator }> {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(stage.address + query);
  return { page, content: page.frameLocator('iframe[data-content-frame]') };
}

/** The reference's examples, one module each, beside the starter and its SDK. */
async function writeExamples(): Promise<void> {
  const examples = examplesOf(await readFile(readme, 'utf8'));
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  // Both are the first page: which one it is says the deep link.
  const starter = page.replace('<script type="module" src="main.js"></script>', '');
  const modules = (await readdir(join(folder, 'lib'))).filter((file) => file.endsWith('.js'));
  const nameOf = (file: string) => file.replace(/^lectern-sdk-?(.*)\.js$/, '@lectern/sdk/$1');
  const imports = JSON.stringify({
    imports: Object.fromEntries(
      modules.map((file) => [nameOf(file).replace(/\/$/, ''), `./lib/${file}`]),
    ),
  });
  const choice = `<script type="importmap">${imports}</script>
    <script type="module">
      const name = new URLSearchParams(location.search).get('themaId');
      await import({ reference: './reference.js', guide: './guide.js', teachers: './teachers.js' }[name] ?? './main.js');
    </script>`;
  await writeFile(join(folder, 'index.html'), starter.replace('</head>', `${choice}</head>`));
  // Its page has the elements of the guide's, too.
  const [begun, , seenByTeachers] = examplesOf(await readFile(guide, 'utf8'));
  await writeFile(join(folder, 'guide.js'), begun!);
  // As part 5 says it: the import, and the rest in place of the store.
  const [imported, ...rest] = seenByTeachers!.split('\n\n');
  const changed = begun!.replace(/^const store[^]*?^(?=\/\/ Say)/m, `${rest.join('\n\n')}\n`);
  await writeFile(join(folder, 'teachers.js'), `${imported}\n${changed}`);
  await Promise.all(
    examples.map((example, index) => {
      const given = index === 0 ? '' : 'const { container } = globalThis;\n';
      const handed = index === 0 ? 'globalThis.container = container;\n' : '';
      return writeFile(join(folder, `example-${index}.js`), given + example + handed);
    }),
  );
  await writeFile(
    join(folder, 'reference.js'),
    `const notice = document.querySelector('#notice');
const { assert } = console;
console.assert = (isTrue, ...rest) => {
  assert.call(console, isTrue, ...rest);
  if (!isTrue) throw new Error('an assertion of an example');
};
for (let index = 0; index < ${examples.length}; index++) {
  notice.textContent = 'running ' + index;
  try {
    await import('./example-' + index + '.js');
  } catch (error) {
    notice.textContent = 'example ' + index + ': ' + error;
    throw error;
  }
}
`,
  );
}

function examplesOf(text: string): string[] {
  return [...text.matchAll(/^```js\n([^]*?)^```$/gm)].map(([, example]) => example!);
}

/** Resolves when an answer has been stored; that nothing waits is shown before anything is typed, too. */
const stored = (page: Page, call = 'localStoreItem/setForModel') =>
  page.waitForResponse(`**/clag/v1/${call}`);

test('the starter saves, shows it, and restores it after a reload', async () => {
  const { page, content } = await open();
  await content.getByText('Hallo Mia').waitFor();
  await Promise.all([stored(page), content.getByRole('textbox').fill('Eine Amsel')]);
  await content.getByText('Gespeichert', { exact: true }).waitFor();
  await content.getByRole('button', { name: 'Fertig' }).click();
  await content.getByText('Gut beobachtet!').waitFor();
  await page.reload();
  const box = content.getByRole('textbox');
  await expect.poll(() => box.inputValue()).toBe('Eine Amsel');
});

test('the starter opens at its exercise, and signs out', async () => {
  const { page, content } = await open('?exerciseGroupId=fenster');
  const exercise = content.locator('#fenster');
  await content.getByText('Hallo Mia').waitFor();
  await expect
    .poll(() => exercise.evaluate((element) => element === document.activeElement))
    .toBe(true);
  await content.getByRole('button', { name: 'Abmelden' }).click();
  await page.waitForURL((url) => url.pathname === '/login');
});

test.each([
  ['guide', 'localStoreItem/setForModel'],
  ['teachers', 'exercise/saveAndGetUserData'],
])(
  'the content of the guide saves, which it says by itself, and restores: %s',
  async (name, call) => {
    const { page, content } = await open(`?themaId=${name}`);
    const box = content.getByRole('textbox');
    await Promise.all([stored(page, call), box.fill('Cirrus')]);
    await content.getByText('saved', { exact: true }).waitFor();
    await page.reload();
    await expect.poll(() => box.inputValue()).toBe('Cirrus');
  },
);

test('every example of the reference runs, the last one out of the content', async () => {
  const { page, content } = await open('?themaId=reference');
  const messages: string[] = [];
  page.on('pageerror', ({ message }) => messages.push(message));
  // Where the content is. The way there leads over the login page, too.
  await page.waitForURL((url) => url.pathname === '/');
  // The last example signs out; one that fails says so, and the page stays.
  await Promise.race([
    page.waitForURL((url) => url.pathname === '/login'),
    content.getByText(/^example \d+: /).waitFor(),
  ]);
  const failed = content.getByText(/^example \d+: /);
  expect((await failed.count()) > 0 ? await failed.innerText() : '').toBe('');
  expect(messages).toEqual([]);
  expect(new URL(page.url()).pathname).toBe('/login');
});

test('a folder that is not empty stays as it is', async () => {
  const before = await readFile(join(folder, 'main.js'), 'utf8');
  const made = promisify(execFile)(process.execPath, [author, 'new', folder]);
  await expect(made).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/not empty/) });
  expect(await readFile(join(folder, 'main.js'), 'utf8')).toBe(before);
});
