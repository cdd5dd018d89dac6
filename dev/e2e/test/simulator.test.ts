import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveFolder, startSimulator, type FolderServer, type Simulator } from '@lectern/simulator';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { installClock } from '../src/clock.ts';
import { sharedBrowser } from '../src/journeys.ts';

/** Content that tells what it hears, and saves what is typed. */
const script = `
const answers = new Map();
let last = 0;
let port;
function ask(action, payload) {
  const id = ++last;
  const message = { origin: 'iframe', action, id, payload };
  if (port) port.postMessage(message);
  else parent.postMessage(message, '*');
  return new Promise((resolve) => answers.set(id, resolve));
}
const say = (text) => document.querySelector('output').append(text + ' ');
function hear({ data, ports }) {
  if (ports[0]) {
    port = ports[0];
    port.onmessage = hear;
  }
  if (data.event) say('event:' + data.event + (data.payload.state ? ':' + data.payload.state : ''));
  else answers.get(data.id)?.(data.error ? { code: data.error.code } : { result: data.result });
}
addEventListener('message', hear);
document.querySelector('input').addEventListener('change', async ({ target }) => {
  const { code } = await ask('setLocalStoreItems', {
    course_id_dto: { course_id: 'simulated' },
    issue_id_dto: { issue_id: 'simulated-1' },
    exercise_dto: { exercise_id: 'one' },
    local_store_items: [{ segment: 'text', key: 'answer', value: target.value }],
  });
  say('stored:' + (code ?? 'accepted'));
});
document.querySelector('button').addEventListener('click', () => {
  void ask('setPlace', { themaId: 'second' });
});
const issue = { course_id_dto: { course_id: 'simulated' }, issue_id_dto: { issue_id: 'simulated-1' } };
document.querySelector('button + button').addEventListener('click', () => {
  void ask('openSharing', issue);
});
const hello = await ask('hello', { version: 1, capabilities: ['port'] });
say('locale:' + hello.result.locale);
const { result: isTeacher } = await ask('isTeacher');
say('teacher:' + isTeacher);
if (isTeacher) {
  const { group_id } = (await ask('getClasses', issue)).result[0];
  const assignment = {
    assignment_id: '3f8c9a52-6f0e-4a39-9d2c-0c1f5a6b7e80',
    targets: [{ exercise_id: 'one' }],
    begins_at: '2020-01-06T08:00:00Z',
    solutions_open: false,
    version: 0,
  };
  await ask('saveAssignment', { ...issue, group_id, assignment });
} else {
  for (const { group_name, done_targets } of (await ask('getAssignments', issue)).result.assignments)
    say('to do:' + group_name + ', done:' + done_targets.length);
}
for (const { name, shares_answers } of (await ask('getOwnClasses', issue)).result)
  say('own:' + shares_answers + name);
say('at:' + (new URLSearchParams(location.search).get('themaId') ?? 'start'));
await ask('ready');
`;
const page = (title: string) =>
  `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1>
<input aria-label="Antwort"><button>Weiter</button><button>Teilen</button><output></output>
<script type="module" src="main.js"></script></body></html>`;

/** By then the shell has noticed that a session has ended which was to last 50 seconds, and is renewed half-way. */
const untilNoticedInMs = 55_000;
/** Of the scenario in which the seat is taken. */
const heartbeatInMs = 5_000;

let folder: string;
let served: FolderServer;
let browser: Browser;
let simulator: Simulator;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-simulated-'));
  await writeFile(join(folder, 'index.html'), page('Inhalt'));
  await writeFile(join(folder, 'main.js'), script);
  served = await serveFolder(folder);
  browser = await sharedBrowser();
  simulator = await startSimulator({ content: served.address });
});
afterAll(async () => {
  await simulator?.close();
  await served?.close();
  await rm(folder, { recursive: true, force: true });
});

async function open(
  name: keyof Simulator['stages'],
  query = '',
): Promise<{ shell: Page; content: FrameLocator; said: () => Promise<string> }> {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  await installClock(context);
  const shell = await context.newPage();
  await shell.goto(simulator.stages[name].address + query);
  const content = shell.frameLocator('iframe[data-content-frame]');
  return { shell, content, said: () => content.locator('output').innerText() };
}

describe('a scenario', () => {
  test('is opened from the list, signed in, with the messages beside it', async () => {
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const list = await context.newPage();
    await list.goto(simulator.address);
    expect(await list.getByRole('listitem').count()).toBe(9);
    const entry = list.getByRole('listitem').filter({ hasText: 'Mia, mit Lizenz' });
    const [shell] = await Promise.all([
      context.waitForEvent('page'),
      entry.getByRole('button', { name: 'Öffnen' }).click(),
    ]);
    const content = shell.frameLocator('iframe[data-content-frame]');
    await content.getByText('teacher:false').waitFor();
    await shell.getByRole('region', { name: 'Testmodus' }).getByText('ready').waitFor();
    // Pupils share answers to an issue that is not published, too.
    await content.getByText('own:false').waitFor();
    await content.getByRole('button', { name: 'Teilen' }).click();
    await shell
      .getByRole('dialog')
      .getByRole('checkbox', { name: /^Meine Antworten/ })
      .check();
    await content.getByText('event:classes-changed').waitFor();
  });

  test('has its person and its language', async () => {
    const teacher = await open('teacher');
    await teacher.content.getByText('teacher:true').waitFor();
    await teacher.content.getByText('event:delivered').waitFor();
    const french = await open('french');
    await french.content.getByText('to do:Klasse 5b, done:0').waitFor();
    await french.content.getByText('locale:fr-CH').waitFor();
    const nobody = await open('no-license');
    await nobody.shell.getByRole('heading', { name: 'Keine gültige Lizenz' }).waitFor();
    expect(await nobody.shell.locator('iframe[data-content-frame]').count()).toBe(0);
  });

  test('opens the content at a deep link', async () => {
    const { said } = await open('pupil', '?themaId=bach');
    await expect.poll(said).toContain('at:bach');
  });

  test('shares no storage with another', () => {
    const origins = Object.values(simulator.stages).map(({ origin }) => origin);
    expect(new Set([...origins, simulator.address, served.address.origin]).size).toBe(
      origins.length + 2,
    );
  });
});

describe('what goes wrong', () => {
  const answer = async (content: FrameLocator) => {
    await content.getByLabel('Antwort').fill('Bach');
    await content.getByLabel('Antwort').press('Enter');
  };

  test('offline: what is saved waits, and goes out once the services are back', async () => {
    const { content, said } = await open('offline', '?after=3600');
    await content.getByText('teacher:').waitFor();
    simulator.stages.offline.schedule.begin();
    await answer(content);
    await expect.poll(said).toContain('event:save-state:waiting');
    expect(await said()).toContain('stored:accepted');
    simulator.stages.offline.schedule.end();
    await expect.poll(said).toContain('event:delivered');
  });

  test('refused: what is saved is told not to be delivered', async () => {
    const { content, said } = await open('saves-refused');
    await content.getByText('teacher:').waitFor();
    await answer(content);
    await expect.poll(said).toContain('event:not-delivered');
  });

  test('the session ends, and the login page says so', async () => {
    const { shell, content } = await open('session-ends', '?after=50');
    await content.getByText('teacher:').waitFor();
    simulator.stages['session-ends'].schedule.begin();
    await shell.clock.fastForward(untilNoticedInMs);
    await shell.getByRole('alert').getByText('Die Anmeldung', { exact: false }).waitFor();
    expect(await shell.locator('iframe[data-content-frame]').count()).toBe(0);
  });

  test('the seat is taken, and can be taken back', async () => {
    const { shell, content, said } = await open('seat-taken', '?after=3600');
    await content.getByText('teacher:').waitFor();
    simulator.stages['seat-taken'].schedule.begin();
    await shell.clock.fastForward(heartbeatInMs);
    await shell.getByText('Du machst auf einem anderen Gerät weiter').waitFor();
    await shell.getByRole('button', { name: 'Hier weitermachen' }).press('Enter');
    await expect.poll(said).toContain('teacher:');
  });
});

test('a changed file shows at once, where the reader is', async () => {
  const { shell, content } = await open('pupil');
  await content.getByText('at:start').waitFor();
  await content.getByRole('button', { name: 'Weiter' }).click();
  await expect
    .poll(() => shell.evaluate(() => sessionStorage.getItem('place') ?? ''))
    .toContain('second');
  const before = await readFile(join(folder, 'index.html'), 'utf8');
  await writeFile(join(folder, 'index.html'), before.replaceAll('Inhalt', 'Neuer Inhalt'));
  await content.getByRole('heading', { name: 'Neuer Inhalt' }).waitFor();
  await content.getByText('at:second').waitFor();
});

describe('what any page can send', () => {
  /** The target as it is given: `fetch` would mend it. @returns the status */
  const ask = (origin: string, target: string, headers: Readonly<Record<string, string>> = {}) =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = request(origin, { path: target, headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on('error', reject).end();
    });

  test.each(['list', 'scenario', 'folder'])(
    'to the %s ends nothing, and leads nowhere',
    async (to) => {
      const { origin } = new URL(
        to === 'list'
          ? simulator.address
          : to === 'folder'
            ? served.address
            : simulator.stages.pupil.address,
      );
      const other = served.address.host;
      for (const target of ['//', `//${other}/index.html`, `http://${other}/index.html`])
        expect(await ask(origin, target)).toBe(400);
      expect(await ask(origin, '/', { host: `example.org:${new URL(origin).port}` })).toBe(403);
      expect(await ask(origin, '/', { accept: 'text/html' })).toBe(200);
    },
  );

  test('signs nobody out to another site, or to none', async () => {
    const { origin } = simulator.stages.pupil;
    const { end_session_endpoint: path } = (await (
      await fetch(`${origin}/.well-known/openid-configuration`)
    ).json()) as { end_session_endpoint: string };
    const { pathname } = new URL(path);
    const to = (address: string) => `?post_logout_redirect_uri=${encodeURIComponent(address)}`;
    expect(await ask(origin, pathname)).toBe(400);
    expect(await ask(origin, pathname + to('https://example.org/'))).toBe(400);
    expect(await ask(origin, pathname + to(`${origin}/login`))).toBe(303);
  });

  test('does not set the clock of a scenario', async () => {
    const { address, schedule } = simulator.stages.offline;
    const before = schedule.afterInSeconds;
    const target = `${address}?after=77`;
    const page = await browser.newPage();
    onTestFinished(async () => {
      schedule.setAfter(before);
      await page.close();
    });
    let body = '';
    await page.route('https://example.org/', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<!doctype html>${body}` }),
    );
    const visit = (next: string) => {
      body = next;
      return page.goto('https://example.org/', { waitUntil: 'commit' });
    };
    const refused = page.waitForResponse(target);
    // The page may leave before it has come, which playwright calls an interruption.
    visit(`<meta http-equiv="refresh" content="0; url=${target}">`).catch(() => {});
    expect((await refused).status()).toBe(403);
    await page.waitForURL(target);
    expect(schedule.afterInSeconds).toBe(before);

    // A link is the reader's own wish.
    await visit(`<a href="${target}">Szenario</a>`);
    const opened = page.waitForResponse(target);
    await page.getByText('Szenario').click();
    expect((await opened).status()).toBe(303);
    expect(schedule.afterInSeconds).toBe(77);
  });
});
