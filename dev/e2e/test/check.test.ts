import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveFolder } from '@lectern/simulator';
import { checkContent, type Finding } from '@lectern/simulator/check';
import { demoContentFolder } from '@lectern/env';
import { startTestServer } from '@lectern/env/testing';
import { buildSdk } from '@lectern/sdk/build';
import type { DeepLink } from '@lectern/sdk/protocol';
import { describe, test } from 'vitest';
import { visitBeforeAll } from '../src/journeys.ts';

/*
 * The check that authors run, against content that keeps every rule and content that breaks them.
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

await ask('hello', { version: 1, capabilities: ['class-answers'] });
const place = new URLSearchParams(location.search).get('exerciseGroupId');
const user = await ask('getUser').catch(() => undefined);
document.querySelector('h1').textContent = 'Hallo ' + (user?.given_name ?? '') + (place ?? '');
await ask('ready').catch(() => {});
const { exercise_dto, ...issue } = scope;
await ask('getClasses', issue).catch(() => {});
`;

const { platform, browser } = visitBeforeAll();
const surround = async () => {
  const { shell: services, databaseUrl } = platform;
  return { backstage: { services, databaseUrl }, browser };
};

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
  await writeFile(join(folder, 'worker.js'), '');
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><html><head><title>Check</title></head><body>${body}<script type="module">${script}</script></body></html>`,
  );
  return folder;
}

/** A page that its server sends with these headers. */
async function pageBehind(headers: Record<string, string>, cleanUp: CleanUp): Promise<URL> {
  const server = await startTestServer(
    (_request, response) =>
      response
        .writeHead(200, { 'Content-Type': 'text/html', ...headers })
        .end('<!doctype html><title>Check</title><h1>Hallo</h1>'),
    'localhost',
  );
  cleanUp(server.close);
  return new URL(`${server.origin}/`);
}

const failedIn = (findings: readonly Finding[]) =>
  findings.filter(({ state }) => state === 'failed').map(({ id, why }) => [id, why]);

// One after the other: pages that compete for the processor may be late for a rule.
describe('content that keeps the rules', () => {
  test('the demo publication passes', async ({ expect, onTestFinished }) => {
    const findings = await findingsOf(demoContentFolder, onTestFinished, {
      link: { exerciseGroupId: 'bach-brief' },
    });
    expect(failedIn(findings)).toEqual([]);
    expect(findings.filter(({ state }) => state === 'not seen')).toEqual([
      expect.objectContaining({ id: 'TIME-2' }),
    ]);
  });

  test('content without the SDK passes', async ({ expect, onTestFinished }) => {
    const folder = await pageWith(goodScript, onTestFinished);
    expect(failedIn(await findingsOf(folder, onTestFinished))).toEqual([]);
  });
});

describe('the content of docs/bridge/getting-started.md', () => {
  const guide = new URL('../../../docs/bridge/getting-started.md', import.meta.url);
  const blocks = (text: string, kind: string) =>
    [...text.matchAll(new RegExp(`^\`\`\`${kind}\\n([^]*?)^\`\`\`$`, 'gm'))].map(
      ([, block]) => block!,
    );

  test('breaks one rule at first, and none when it is mended as it says', async ({
    expect,
    onTestFinished,
  }) => {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-guide-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const text = await readFile(guide, 'utf8');
    const [script, mend] = blocks(text, 'js') as [string, string];
    await buildSdk(join(folder, 'lib'));
    await writeFile(join(folder, 'index.html'), blocks(text, 'html')[0]!);
    await writeFile(join(folder, 'main.js'), script);
    const only = ['FAILURE-1', 'FAILURE-2'];
    expect(failedIn(await findingsOf(folder, onTestFinished, { only }))).toHaveLength(1);

    const restoring = /^store\.load[^]*?\n\}\);\n/m;
    expect(script).toMatch(restoring);
    const mended = script
      .replace(restoring, mend)
      .replace('await container.ready();', 'container.ready().catch(() => {});');
    await writeFile(join(folder, 'main.js'), mended);
    expect(failedIn(await findingsOf(folder, onTestFinished))).toEqual([]);
  });
});

/** Keeps all ways that it was there; where one were not emptied, rules that come after it would be broken, too. */
const keeping = `
async function wasThere() {
  const kept = [
    sessionStorage.seen,
    localStorage.seen,
    document.cookie.includes('seen'),
    await navigator.serviceWorker.getRegistration(),
    ...(await caches.keys()),
    ...(await indexedDB.databases()),
  ];
  const leave = () => (sessionStorage.seen = localStorage.seen = document.cookie = 'seen=yes');
  leave();
  addEventListener('pagehide', leave);
  await navigator.serviceWorker.register('worker.js');
  await caches.open('seen');
  indexedDB.open('seen');
  return kept.some(Boolean);
}`;

/** A change of the good script, and what the check says of it. */
type Fault = readonly [id: string, good: string, bad: string, why: RegExp];

const faultsOnceUp: readonly Fault[] = [
  [
    'MESSAGE-6',
    "const user = await ask('getUser')",
    "ask('setPlace', { themaID: 'a' }).catch(() => {}); ask('getPupil').catch(() => {});\nconst user = await ask('getUser')",
    /^There is no member themaID in the payload of setPlace\. There is no action "getPupil"\.$/,
  ],
  [
    'MESSAGE-7',
    "if (event === 'teardown') void save();",
    "({ teardown: save, 'save-state'() {}, delivered() {}, 'session-lost'() {}, 'session-expiring'() {}, 'session-resumed'() {}, 'not-delivered'() {} })[event]();",
    /^When events and members came that it does not know it failed: .*not a function/,
  ],
  [
    'LINK-1',
    "(place ?? '')",
    "(place ? { bach: 'Bach' }[place].trim() : '')",
    /^When it was opened at \?\S*exerciseGroupId=lectern-check\S* it failed: .*trim/,
  ],
  [
    'RELOAD-1',
    "capabilities: ['class-answers'] });",
    `capabilities: ['class-answers'] }); if (await wasThere()) throw new Error('seen');${keeping}`,
    /^After a reload it failed: .*seen/,
  ],
  [
    'TEACHER-1',
    'function heard({ event }) {',
    "function heard({ event, payload }) {\n  if (event === 'open-answer' && payload.course_id_dto.course_id === 'check' && payload.group_id !== 'lectern-check') payload.pupil.trim();",
    /^For a teacher it failed: .*trim/,
  ],
  [
    'FAILURE-1',
    'void save();\n});',
    "void save();\n  void ask('getLocalStoreItems', scope);\n});",
    /^Without services it failed: .*UNAVAILABLE/,
  ],
  [
    'FAILURE-2',
    "await ask('getUser').catch(() => undefined)",
    "await ask('getUser')",
    /^When every request was answered with NOT_LOGGED_IN it failed: .*NOT_LOGGED_IN/,
  ],
  [
    'ORIGIN-3',
    'if (source !== parent || (container && origin !== container)) return;',
    '',
    /^It shows what a nested frame has forged\.$/,
  ],
  [
    'ORIGIN-4',
    "container ?? '*'",
    "'*'",
    /^It was answered by another origin, and sent to this one: .*getUser/,
  ],
];

const faultsBefore: readonly Fault[] = [
  ['PLACE-2', "await ask('ready').catch(() => {});", '', /^No ready came within 10 seconds\.$/],
  [
    'SESSION-5',
    "await ask('setUnsavedWork', { unsaved: false }).catch(() => {});",
    '',
    /^It still held unsaved work/,
  ],
];

// Beside each other: most of a check is waiting.
describe('content that breaks a rule', () => {
  test.concurrent.for([
    ['comes up', faultsOnceUp],
    ['never says that it is ready (PLACE-2) or saved (SESSION-5)', faultsBefore],
  ] as const)(
    'all that is broken by content that %s is found, with its reason and its mend',
    async ([_what, faults], { expect, onTestFinished }) => {
      const script = faults.reduce((text, [, good, bad]) => {
        expect(text).toContain(good);
        return text.replace(good, bad);
      }, goodScript);
      const folder = await pageWith(script, onTestFinished);
      const only = faults.map(([id]) => id);
      const findings = await findingsOf(folder, onTestFinished, { only });
      expect(findings).toEqual(
        faults.map(([id, _good, _bad, why]) => ({
          id,
          rule: expect.any(String),
          state: 'failed',
          why: expect.stringMatching(why),
          toDo: expect.stringMatching(/\.$/),
        })),
      );
    },
  );

  test.concurrent('FRAME-2: it comes by plain http from another machine', async ({ expect }) => {
    const content = new URL('http://content.example/');
    const [finding] = await checkContent({ content, surround, only: ['FRAME-2'] });
    expect(finding).toMatchObject({ id: 'FRAME-2', state: 'failed' });
  });

  test.concurrent('FRAME-1: it does not let itself be framed, and nothing more is looked at', async ({
    expect,
    onTestFinished,
  }) => {
    const content = await pageBehind({ 'X-Frame-Options': 'SAMEORIGIN' }, onTestFinished);
    const findings = await checkContent({ content, surround });
    expect(findings).toMatchObject([{ id: 'FRAME-1', state: 'failed' }]);
    expect(findings[0]!.why).toContain('SAMEORIGIN');
  });

  test.concurrent('FRAME-1: what its address says is known before anything is started', async ({
    expect,
    onTestFinished,
  }) => {
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
    async ([_what, script, why], { expect, onTestFinished }) => {
      const folder = await pageWith(script, onTestFinished);
      const findings = await findingsOf(folder, onTestFinished, { only: ['PLACE-2', 'MESSAGE-6'] });
      expect(findings).toMatchObject([{ id: 'HELLO-1', state: 'failed' }]);
      expect(findings[0]!.why).toMatch(why);
    },
  );

  test.concurrent('FRAME-3: it may be framed, and keeps the shell from seeing that its host is there', async ({
    expect,
    onTestFinished,
  }) => {
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
