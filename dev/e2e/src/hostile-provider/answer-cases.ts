import { expect } from 'vitest';
import type { Case } from './cases.ts';
import { expectLogged, expectRefused, expectUnused } from './expectations.ts';
import type { Forgery } from './hostile-provider.ts';
import type { Scene } from './scene.ts';

/** Rows 16 to 20: what the provider says of itself, of the user, and to the callback page. */
export const answerCases: readonly Case[] = [
  {
    name: 'row 16: user info of another subject',
    run: async (scene) => {
      scene.provider.forge({ userInfo: { sub: 'demo-ben' } });
      await scene.visit();
      await expectRefused(scene, { called: ['/aua/v1/user/updateUserInfo'] });
      // By this the refusal is found in the services' log.
      await expectLogged(scene, /"code":"USER_INFO_REFUSED".*"correlationId":"[\da-f-]{36}"/);
    },
  },
  {
    name: 'row 16: user info of the same subject is taken',
    run: async (scene) => {
      scene.provider.forge({ userInfo: { given_name: 'Mia Anna' } });
      await scene.visit();
      await scene.content.getByText('Hallo Mia Anna').waitFor();
    },
  },
  {
    name: 'row 17: an answer in the name of another issuer',
    run: (scene) =>
      refusedUnexchanged(scene, {
        answer: changed((parameters) => parameters.set('iss', 'https://other.example')),
      }),
  },
  {
    name: 'row 17: an answer in nobody’s name, though the provider gives its own',
    run: (scene) =>
      refusedUnexchanged(scene, { answer: changed((parameters) => parameters.delete('iss')) }),
  },
  {
    name: 'row 17: an answer in two names, the right one among them',
    run: (scene) =>
      refusedUnexchanged(scene, {
        answer: changed((parameters) => parameters.append('iss', 'https://other.example')),
      }),
  },
  {
    name: 'row 17: an answer in nobody’s name is taken where the provider never gives one',
    run: async (scene) => {
      scene.provider.forge({
        discovery: { authorization_response_iss_parameter_supported: undefined },
        answer: changed((parameters) => parameters.delete('iss')),
      });
      await scene.signedIn();
    },
  },
  {
    name: 'row 18: an answer that is replayed',
    run: async (scene) => {
      await scene.signedIn();
      const [answer] = scene.provider.answers;
      // What the page before still sends is its own.
      await scene.page.goto('about:blank');
      const before = scene.requests.length;
      await scene.page.goto(answer!.href);
      await scene.page.getByRole('heading', { name: 'Die Anmeldung ist fehlgeschlagen' }).waitFor();
      expect(scene.askedFor('/token')).toBe(1);
      expect(scene.requests.slice(before).filter(({ bearer }) => bearer)).toEqual([]);
      expect(await scene.kept()).not.toContain('oidc.user');
    },
  },
  {
    name: 'row 18: the state of an earlier answer',
    run: async (scene) => {
      const { page, provider } = scene;
      await scene.signedIn();
      const state = provider.answers[0]!.searchParams.get('state')!;
      await page.evaluate(() => sessionStorage.clear());
      provider.forge({ answer: changed((parameters) => parameters.set('state', state)) });
      await scene.visit();
      await page.getByRole('heading', { name: 'Die Anmeldung ist fehlgeschlagen' }).waitFor();
      expect(scene.askedFor('/token')).toBe(1);
      await scene.retried();
    },
  },
  {
    name: 'row 18: no state',
    run: (scene) =>
      refusedUnexchanged(scene, { answer: changed((parameters) => parameters.delete('state')) }),
  },
  {
    name: 'row 19: an answer that is opened in another browser; its own takes it',
    run: async (scene) => {
      const { browser, platform, provider } = scene;
      // The provider answers, and the browser that asked never gets it.
      provider.forge({ answer: () => '' });
      await scene.visit();
      await expect.poll(() => provider.answers).toHaveLength(1);
      const address = provider.answers[0]!.href;

      const other = await browser.newContext();
      const page = await other.newPage();
      await page.goto(address);
      await page.getByRole('heading', { name: 'Die Anmeldung ist fehlgeschlagen' }).waitFor();
      expect(page.url()).toBe(`${platform.shell}/login`);
      await expectUnused(scene.in(page), provider.secrets);
      expect(scene.askedFor('/token')).toBe(0);
      await other.close();

      await scene.page.goto(address, { waitUntil: 'commit' });
      await scene.contentShown();
    },
  },
  {
    name: 'row 20: discovery that names another issuer',
    run: (scene) => notStarted(scene, { discovery: { issuer: 'https://other.example' } }),
  },
  {
    name: 'row 20: discovery that names no issuer',
    run: (scene) => notStarted(scene, { discovery: { issuer: undefined } }),
  },
  {
    name: 'row 20: discovery whose sign-in page is a script',
    run: (scene) =>
      notStarted(scene, { discovery: { authorization_endpoint: 'javascript:alert(1)' } }),
  },
];

/** Redirects with a changed answer. */
function changed(change: (parameters: URLSearchParams) => void): NonNullable<Forgery['answer']> {
  return (answer) => {
    const forged = new URL(answer);
    change(forged.searchParams);
    return forged;
  };
}

async function refusedUnexchanged(scene: Scene, forgery: Forgery): Promise<void> {
  scene.provider.forge(forgery);
  await scene.visit();
  await expectRefused(scene, { exchanges: 0 });
}

/** The sign-in does not begin; once the provider is honest, it does. */
async function notStarted(scene: Scene, forgery: Forgery): Promise<void> {
  const { page, provider } = scene;
  provider.forge(forgery);
  await scene.visit();
  await page.getByRole('heading', { name: 'Der Anmeldedienst ist nicht erreichbar' }).waitFor();
  await expectLogged(scene, /"Could not start signing in\.","detail":\{"name":"\w+"/);
  expect(scene.askedFor('/authorize')).toBe(0);
  expect(scene.pages()).toBe(1);
  expect(scene.calls()).toEqual([]);
  expect(await scene.kept()).not.toContain('pendingSignIn');
  // What a provider says of itself holds as long as the page.
  await page.reload();
  await scene.retried();
}
