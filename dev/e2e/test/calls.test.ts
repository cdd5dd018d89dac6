import type { DemoAccount } from '@lectern/env';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { configure } from '../src/configuration.ts';
import { signInFromLoginPage } from '../src/coupons.ts';
import {
  arriveBeforeAll,
  arriveBeforeEach,
  newCast,
  visitBeforeAll,
  type Arrival,
} from '../src/journeys.ts';
import type { SharedPlatform } from '../src/shared-platform.ts';
import type { Learner } from '../src/learner.ts';

/* Requests of the shell to the services (specification, sections 6, 7 and 9), and its reactions to failures (8). */

const [mia, , lea, thomas] = newCast();

let platform: SharedPlatform;
let context: BrowserContext;
let learner: Learner;
let page: Page;
/** Calls of services that are not public. */
let calls: Request[];

visitBeforeAll((stage) => ({ platform } = stage));
function take(arrival: Arrival): void {
  ({ context, learner, page } = arrival);
  calls = [];
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === platform.shell && request.method() === 'POST' && !pathname.endsWith('Basic'))
      calls.push(request);
  });
}

const pathOf = (request: Request) => new URL(request.url()).pathname;

/** Has this call fail, or answer with another result, each time. */
async function answerWith(address: string, status: number, result_state: string): Promise<void> {
  await page.route(address, async (route) => {
    const response = status === 200 ? await route.fetch() : undefined;
    const answer = response ? ((await response.json()) as object) : {};
    const result_messages = [{ code: 'PERMISSION_MISSING', text: '' }];
    await route.fulfill({ status, json: { ...answer, result_state, result_messages } });
  });
}
const refuse = (address: string) => answerWith(address, 403, 'ERROR');

/** The log, once this stands in it. */
async function expectLogged(text: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('persistentLogs') ?? ''))
    .toContain(text);
}

/** Signs in where the content may not come. */
const signIn = (account: DemoAccount) => learner.comeIn(account);

/** Sends a message as the content does; the result is the shell's answer. */
async function ask(action: string, payload?: unknown): Promise<unknown> {
  return learner.content.locator('body').evaluate(
    (_body, [asked, sent]) =>
      new Promise((resolve) => {
        const id = crypto.randomUUID();
        addEventListener('message', ({ data }: MessageEvent<{ id?: string }>) => {
          if (data.id === id) resolve(data);
        });
        parent.postMessage({ origin: 'iframe', action: asked, id, payload: sent }, '*');
      }),
    [action, payload] as const,
  );
}

describe('every call', () => {
  arriveBeforeEach(take);

  test('says who calls, for whom, and that a page of the shell sends it', async () => {
    await learner.enter(mia);
    await learner.content.getByText('Hallo Mia').waitFor();
    const csrf = (await context.cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value;
    // The content goes on asking.
    const sent = [...calls];
    expect(sent.length).toBeGreaterThan(6);
    const ofOthers = {
      'content-type': 'application/json',
      'x-ia-correlation-id': expect.stringMatching(/^[\da-f-]{36}$/),
      'x-ia-roles': expect.any(String),
    };
    for (const call of sent) {
      expect(await call.allHeaders(), pathOf(call)).toMatchObject({
        'x-ia-subject': mia.subject,
        authorization: expect.stringMatching(/^Bearer \S+$/),
        'x-xsrf-token': csrf,
        // This one needs only the subject.
        ...(pathOf(call).endsWith('/updateUserInfo') ? {} : ofOthers),
      });
    }
    const ids = await Promise.all(sent.map((call) => call.headerValue('x-ia-correlation-id')));
    expect(new Set(ids).size).toBe(sent.length);
  });

  test('goes to the bases of section 9 where none are configured', async () => {
    await configure(page, platform.shell, ({ project, signIn, licenseDenied }) => ({
      project,
      signIn,
      licenseDenied,
      services: { clusterBase: '', suffixes: { clag: '/clag', gres: '/gres', lars: '/lars' } },
    }));
    const asked: string[] = [];
    for (const family of ['license', 'licenseUsage', 'device'])
      await page.route(`${platform.shell}/${family}/*`, (route) => {
        const path = pathOf(route.request());
        asked.push(path);
        return route.continue({ url: `${platform.shell}/lima${path}` });
      });
    await page.goto(platform.shell);
    await page.getByRole('main').getByRole('button').first().waitFor();
    expect(await page.getAttribute('html', 'lang')).toMatch(/^en/);
    await page.getByRole('main').getByRole('button').first().click();
    await page.getByRole('textbox').first().fill(mia.username);
    await page.locator('input[type=password]').fill(mia.password);
    await page.locator('input[type=password]').press('Enter');
    await learner.content.getByText('Hallo Mia').waitFor();
    expect(await ask('getLocale')).toMatchObject({ result: 'en-US' });
    expect(await ask('getCurrency')).toMatchObject({ result: 'USD' });
    expect(asked).toContain('/license/getForUser');
    expect(calls.map(pathOf)).toContain('/aua/v1/user/get');
  });
});

describe('a load that fails', () => {
  // Each signs in anew, on the page that the one before it was led back to.
  arriveBeforeAll(take);
  afterEach(() => page.unrouteAll({ behavior: 'wait' }));

  test.each([
    ['user', '**/aua/v1/user/get'],
    ['property', '**/aua/v1/user/getProperties'],
    ['identity', '**/aua/v1/user/getIdentities'],
  ])('%s signs the user out with a message that names it, and is logged', async (part, address) => {
    await refuse(address);
    await signIn(mia);
    await page.getByRole('heading', { name: 'Das Anmelden hat nicht geklappt' }).waitFor();
    const detail = new RegExp(`Für den Support: ${part}: PERMISSION_MISSING \\([\\da-f-]{36}\\)`);
    await page.getByText(detail).waitFor();
    await expectLogged(`"part":"${part}"`);
    expect(await page.locator('iframe').count()).toBe(0);
  });

  test.each(['WARNING', 'ERROR'])(
    'is one whose result is %s, whatever its status',
    async (result) => {
      await page.goto(`${platform.shell}/login`);
      await answerWith('**/aua/v1/user/get', 200, result);
      await signIn(mia);
      await page.getByRole('heading', { name: 'Das Anmelden hat nicht geklappt' }).waitFor();
      expect(await page.locator('iframe').count()).toBe(0);
    },
  );

  test('is none whose result is IA_OK', async () => {
    await answerWith('**/aua/v1/user/get', 200, 'IA_OK');
    await learner.enter(mia);
    await learner.content.getByText('Hallo Mia').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });

  test('license keeps nobody out: content is told that it is not known, until it is', async () => {
    const missing = page.getByRole('alert').getByText('Die Lizenzen konnten noch nicht geladen');
    await refuse('**/lima/license/getForUser');
    await learner.enter(mia);
    await learner.content.getByText('Hallo Mia').waitFor();
    await missing.waitFor();
    await expectLogged('Could not load the licences.');
    expect(await ask('getLicenses')).toMatchObject({ error: { code: 'UNAVAILABLE' } });
    await page.unrouteAll({ behavior: 'wait' });
    await page.reload();
    await expect.poll(() => ask('getLicenses')).toMatchObject({ result: [{}] });
    await expect.poll(() => missing.count()).toBe(0);
  });

  describe('of groups', () => {
    arriveBeforeEach(take);

    test('groups makes nobody a teacher, and is logged', async () => {
      await refuse('**/gres/v1/gms/groups/get');
      await learner.enter(thomas);
      expect(await ask('isTeacher')).toMatchObject({ result: false });
      await expectLogged('Could not load groups correctly.');
    });

    test('groups leaves a teacher one whose session says so', async () => {
      await learner.enter(thomas);
      expect(await ask('isTeacher')).toMatchObject({ result: true });
      await refuse('**/gres/v1/gms/groups/get');
      await page.reload();
      await expectLogged('Could not load groups correctly.');
      expect(await ask('isTeacher')).toMatchObject({ result: true });
    });
  });
});

describe('what the content asks in vain is logged', () => {
  arriveBeforeAll(take);
  beforeAll(async () => {
    await learner.enter(mia);
    await learner.content.getByText('Hallo Mia').waitFor();
    await refuse('**/clag/v1/localStoreItem/*');
    await refuse('**/lars/v1/data/put');
  });

  const scope = {
    course_id_dto: { course_id: 'wasser' },
    issue_id_dto: { issue_id: 'i' },
    topic_dto: { topic_id: 't' },
  };
  const item = { segment: 's', key: 'k', value: 'v' };
  const statement = { verb: { id: 'http://v.example/v' }, object: { id: 'http://o.example/o' } };

  test.each([
    [
      'getLocalStoreItems',
      scope,
      { error: { code: 'REFUSED' } },
      'Could not read local store items.',
    ],
    [
      'setLocalStoreItems',
      { ...scope, local_store_items: [item] },
      { result: [{ delivered: false }] },
      'Could not store local store items.',
    ],
    [
      'postStatement',
      { dto_id: 'd', statement },
      { result: expect.any(String) },
      'Could not post the learning statement.',
    ],
  ])('%s', async (action, payload, answer, text) => {
    expect(await ask(action, payload)).toMatchObject(answer);
    await expectLogged(text);
  });

  test('a statement that is missing, and nothing is sent', async () => {
    const sent = () => calls.filter((call) => call.postData()?.includes('"dto_id":"missing"'));
    expect(await ask('postStatement', { dto_id: 'missing' })).toMatchObject({
      error: { code: 'BAD_PAYLOAD' },
    });
    await expectLogged('The learning statement is missing.');
    expect(sent()).toEqual([]);
  });
});

describe('who somebody is', () => {
  arriveBeforeEach(take);

  test('in the group of Panda logins', async () => {
    await learner.enter(lea);
    expect(await ask('isPandaLogin')).toMatchObject({ result: true });
  });

  test('decides the article that a teacher without a licence is led to', async () => {
    const shop = 'http://shop.localhost/lizenz';
    await configure(page, platform.shell, ({ licenseDenied, ...rest }) => ({
      ...rest,
      licenseDenied: { ...licenseDenied, address: shop },
    }));
    await page.route(`${shop}*`, (route) => route.fulfill({ body: 'Lizenzen' }));
    await page.route('**/lima/license/getForUser', (route) =>
      route.fulfill({ json: { result_state: 'OK', licenses: [] } }),
    );
    await page.goto(platform.shell);
    await signInFromLoginPage(page, thomas);
    await page.waitForURL(`${shop}*`);
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      articleNumbers: 'LECTERN-LP',
      returnUrl: `${platform.shell}/login?rejected=true`,
    });
  });
});
