import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  checkContent,
  serveFolder,
  startBackstage,
  type Backstage,
  type Finding,
} from '@lectern/author';
import { demoContentFolder } from '@lectern/env';
import { buildSdk } from '@lectern/sdk/build';
import type { DeepLink } from '@lectern/sdk/protocol';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { launchHeadlessShell } from '../src/browser.ts';

/*
 * The check that authors run, against content that keeps every rule and content that breaks one.
 */

/** Content without the SDK, which keeps every rule. The faults below change one place of it each. */
const goodScript = `
const pending = new Map();
let lastId = 0;
let container;

addEventListener('message', ({ source, origin, data }) => {
  if (source !== parent || (container && origin !== container)) return;
  if (data?.origin !== 'container') return;
  if (data.event) return heard(data);
  const settle = pending.get(data.id);
  pending.delete(data.id);
  settle?.(data, origin);
});

function ask(action, payload) {
  const id = ++lastId;
  parent.postMessage({ origin: 'iframe', action, id, payload }, container ?? '*');
  return new Promise((resolve, reject) => {
    pending.set(id, (answer, origin) => {
      if (action === 'hello') container = origin;
      if (answer.error) reject(new Error(answer.error.code));
      else resolve(answer.result);
    });
  });
}

function heard({ event }) {
  if (event === 'teardown') void save();
}

const scope = {
  course_id_dto: { course_id: 'check' },
  issue_id_dto: { issue_id: 'check-1' },
  exercise_dto: { exercise_id: 'text' },
};
const text = document.querySelector('textarea');
async function save() {
  const item = { segment: 'text', key: 'answer', value: text.value };
  await ask('setLocalStoreItems', { ...scope, local_store_items: [item] }).catch(() => {});
  await ask('setUnsavedWork', { unsaved: false }).catch(() => {});
}
text.addEventListener('input', () => {
  void ask('setUnsavedWork', { unsaved: true }).catch(() => {});
  void save();
});

await ask('hello', { version: 1 });
const place = new URLSearchParams(location.search).get('exerciseGroupId');
const user = await ask('getUser').catch(() => undefined);
document.querySelector('h1').textContent = 'Hallo ' + (user?.given_name ?? '') + (place ?? '');
await ask('ready').catch(() => {});
`;

let backstage: Backstage;
let browser: Browser;
const surround = async () => ({ backstage, browser });

beforeAll(async () => {
  browser = await launchHeadlessShell();
  backstage = await startBackstage();
});
afterAll(async () => {
  await browser?.close();
  await backstage?.close();
});

/** Has something done when the test is over. */
type CleanUp = (done: () => void | Promise<void>) => void;

async function findingsOf(
  folder: string,
  cleanUp: CleanUp,
  options: { readonly link?: DeepLink; readonly only?: readonly string[] } = {},
): Promise<Finding[]> {
  const served = await serveFolder(folder);
  cleanUp(() => served.close());
  return checkContent({ content: served.address, surround, ...options });
}

/** A folder with the page; what is told apart by state stays in the browser's profile. */
async function pageWith(script: string, cleanUp: CleanUp): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-check-'));
  cleanUp(() => rm(folder, { recursive: true, force: true }));
  const body = '<main><h1>Hallo</h1><textarea></textarea></main>';
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><html><head><title>Check</title></head><body>${body}<script type="module">${script}</script></body></html>`,
  );
  return folder;
}

/** A page that its server sends with these headers. */
async function pageBehind(headers: Record<string, string>, cleanUp: CleanUp): Promise<URL> {
  const server = createServer((_request, response) =>
    response
      .writeHead(200, { 'Content-Type': 'text/html', ...headers })
      .end('<!doctype html><title>Check</title><h1>Hallo</h1>'),
  );
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  cleanUp(() => {
    server.closeAllConnections();
    server.close();
  });
  return new URL(`http://localhost:${(server.address() as AddressInfo).port}/`);
}

const failedIn = (findings: readonly Finding[]) =>
  findings.filter(({ state }) => state === 'failed').map(({ id, why }) => [id, why]);

describe('content that keeps the rules', () => {
  test('the demo publication passes', async () => {
    const findings = await findingsOf(demoContentFolder, onTestFinished, {
      link: { exerciseGroupId: 'bach-brief' },
    });
    expect(failedIn(findings)).toEqual([]);
    expect(findings.filter(({ state }) => state === 'not seen').map(({ id }) => id)).toEqual([
      'TIME-2',
    ]);
  });

  test('content without the SDK passes', async () => {
    const folder = await pageWith(goodScript, onTestFinished);
    expect(failedIn(await findingsOf(folder, onTestFinished))).toEqual([]);
  });
});

describe('the content of docs/bridge/getting-started.md', () => {
  const guide = new URL('../../../docs/bridge/getting-started.md', import.meta.url);

  async function folderOf(cleanUp: CleanUp, mend: (script: string) => string): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-guide-'));
    cleanUp(() => rm(folder, { recursive: true, force: true }));
    const text = await readFile(guide, 'utf8');
    const [page, script] = ['html', 'js'].map((kind) => blocks(text, kind)[0]!);
    await buildSdk(join(folder, 'lib'));
    await writeFile(join(folder, 'index.html'), page!);
    await writeFile(join(folder, 'main.js'), mend(script!));
    return folder;
  }
  const blocks = (text: string, kind: string) =>
    [...text.matchAll(new RegExp(`^\`\`\`${kind}\\n([^]*?)^\`\`\`$`, 'gm'))].map(
      ([, block]) => block!,
    );

  test('breaks one rule at first, and none when it is mended as it says', async () => {
    const only = ['FAILURE-1', 'FAILURE-2'];
    const first = await folderOf(onTestFinished, (script) => script);
    expect(failedIn(await findingsOf(first, onTestFinished, { only }))).toHaveLength(1);

    const mended = blocks(await readFile(guide, 'utf8'), 'js')[1]!;
    const folder = await folderOf(onTestFinished, (script) => {
      const restoring = /^const \[item\][^]*?disabled = false;\n/m;
      expect(script).toMatch(restoring);
      return script
        .replace(restoring, mended)
        .replace('await container.ready();', 'container.ready().catch(() => {});');
    });
    expect(failedIn(await findingsOf(folder, onTestFinished))).toEqual([]);
  });
});

const faults: readonly (readonly [id: string, what: string, good: string, bad: string])[] = [
  [
    'HELLO-1',
    'never says a word',
    "await ask('hello', { version: 1 });",
    'await new Promise(() => {});',
  ],
  ['HELLO-1', 'begins with something else', "await ask('hello', { version: 1 });", ''],
  ['HELLO-1', 'speaks a version that there is not', 'version: 1', 'version: 0'],
  ['PLACE-2', 'never says that it is ready', "await ask('ready').catch(() => {});", ''],
  ['MESSAGE-6', 'asks for an action that there is not', "ask('getUser')", "ask('getPupil')"],
  [
    'MESSAGE-6',
    'misspells a member',
    "ask('hello', { version: 1 });",
    "ask('hello', { version: 1 }); ask('setPlace', { themaID: 'a' }).catch(() => {});",
  ],
  [
    'MESSAGE-7',
    'fails at an event that it does not know',
    "if (event === 'teardown') void save();",
    "({ teardown: save, 'save-state'() {}, delivered() {}, 'session-lost'() {}, 'session-expiring'() {}, 'session-resumed'() {}, 'not-delivered'() {} })[event]();",
  ],
  [
    'LINK-1',
    'fails at a place that there is not',
    "(place ?? '')",
    "(place ? { bach: 'Bach' }[place].trim() : '')",
  ],
  [
    'RELOAD-1',
    'does not come up twice',
    "await ask('hello', { version: 1 });",
    "await ask('hello', { version: 1 }); if (sessionStorage.getItem('seen')) throw new Error('seen'); sessionStorage.setItem('seen', 'yes');",
  ],
  [
    'FAILURE-1',
    'does not catch that a service is away',
    'void save();\n});',
    "void save();\n  void ask('getLocalStoreItems', scope);\n});",
  ],
  [
    'FAILURE-2',
    'does not catch a refusal',
    "await ask('getUser').catch(() => undefined)",
    "await ask('getUser')",
  ],
  [
    'SESSION-5',
    'keeps unsaved work for itself',
    "await ask('setUnsavedWork', { unsaved: false }).catch(() => {});",
    '',
  ],
  [
    'ORIGIN-3',
    'believes whoever writes to it',
    'if (source !== parent || (container && origin !== container)) return;',
    '',
  ],
  ['ORIGIN-4', 'tells everybody', "container ?? '*'", "'*'"],
];

describe('content that breaks a rule', () => {
  // Beside each other: most of a check is waiting.
  test.concurrent.for(faults)(
    '%s: it %s',
    async ([id, _what, good, bad], { onTestFinished: cleanUp }) => {
      expect(goodScript).toContain(good);
      const folder = await pageWith(goodScript.replace(good, bad), cleanUp);
      const [finding] = await findingsOf(folder, cleanUp, { only: [id] });
      expect(finding).toMatchObject({ id, state: 'failed' });
      expect(finding!.why).toMatch(/\.$|: /);
      expect(finding!.toDo).toBeDefined();
    },
  );

  test('FRAME-2: it comes by plain http from another machine', async () => {
    const content = new URL('http://content.example/');
    const [finding] = await checkContent({ content, surround, only: ['FRAME-2'] });
    expect(finding).toMatchObject({ id: 'FRAME-2', state: 'failed' });
  });

  test('FRAME-1: it does not let itself be framed, and nothing more is looked at', async () => {
    const content = await pageBehind({ 'X-Frame-Options': 'SAMEORIGIN' }, onTestFinished);
    const findings = await checkContent({ content, surround });
    expect(findings).toMatchObject([{ id: 'FRAME-1', state: 'failed' }]);
    expect(findings[0]!.why).toContain('SAMEORIGIN');
  });

  test('FRAME-1: what its address says is known before anything is started', async () => {
    const content = await pageBehind({ 'Content-Type': 'application/pdf' }, onTestFinished);
    let isStarted = false;
    const [finding, ...more] = await checkContent({
      content,
      surround() {
        isStarted = true;
        return surround();
      },
    });
    expect(finding).toMatchObject({ id: 'FRAME-1', state: 'failed' });
    expect(more).toEqual([]);
    expect(isStarted).toBe(false);
  });

  const silences: readonly (readonly [what: string, script: string, why: RegExp])[] = [
    ['says nothing', '', /^The page said nothing within 10 seconds\.$/],
    ['fails first', 'throw new Error("no lib")', /It failed: .*no lib/],
    [
      'says hello to another origin',
      "parent.postMessage({ origin: 'iframe', action: 'hello', id: 1 }, 'https://lectern.example')",
      /went to https:\/\/lectern\.example alone, and the shell is at http:\/\/localhost:\d+/,
    ],
    [
      'goes to another origin',
      "location.href = 'https://elsewhere.example/course'",
      /another origin, https:\/\/elsewhere\.example;/,
    ],
  ];
  test.concurrent.for(silences)(
    'HELLO-1: it %s, and nothing more is looked at',
    async ([_what, script, why], { onTestFinished: cleanUp }) => {
      const folder = await pageWith(script, cleanUp);
      const findings = await findingsOf(folder, cleanUp, { only: ['PLACE-2', 'MESSAGE-6'] });
      expect(findings).toMatchObject([{ id: 'HELLO-1', state: 'failed' }]);
      expect(findings[0]!.why).toMatch(why);
    },
  );

  test('FRAME-3: it may be framed, and keeps the shell from seeing that its host is there', async () => {
    const header = { 'Cross-Origin-Resource-Policy': 'same-origin' };
    const content = await pageBehind(header, onTestFinished);
    const only = ['FRAME-1', 'FRAME-3'];
    const findings = await checkContent({ content, surround, only });
    expect(findings).toMatchObject([
      { id: 'FRAME-1', state: 'passed' },
      { id: 'FRAME-3', state: 'failed' },
    ]);
    expect(findings[1]!.toDo).toContain('cross-origin');
    // So does Chromium: a frame shows it, and asked from another origin it seems to be away.
    const shell = await pageBehind({}, onTestFinished);
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    await page.goto(shell.href);
    const isSeen = await page.evaluate(
      (address) =>
        fetch(address, { method: 'HEAD', mode: 'no-cors' }).then(
          () => true,
          () => false,
        ),
      content.href,
    );
    await page.evaluate((address) => {
      const frame = document.createElement('iframe');
      frame.src = address;
      document.body.append(frame);
    }, content.href);
    await page.frameLocator('iframe').getByRole('heading', { name: 'Hallo' }).waitFor();
    expect(isSeen).toBe(false);
  });
});
