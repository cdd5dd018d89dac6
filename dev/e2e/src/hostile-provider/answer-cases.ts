import { expect } from 'vitest';
import type { Case } from './cases.ts';
import { expectLogged, expectRefused, expectUnused, expectWritten } from './expectations.ts';
import type { Forgery } from './hostile-provider.ts';
import { openProfile, type Scene } from './scene.ts';
import { createTokenSigner } from './token-signer.ts';

/** Rows 16 to 20: what the provider says of itself, of the user, and to the callback page. */
export const answerCases: readonly Case[] = [
  {
    name: 'row 17: an answer in the name of another issuer',
    run: async (scene) => {
      scene.provider.forge({
        answer: changed((parameters) => parameters.set('iss', 'https://other.example')),
      });
      await scene.begin();
      await expectRefused(scene, { exchanges: 0 });
    },
  },
  {
    name: 'row 16: user info of another subject',
    goesOn: true,
    run: async (scene) => {
      scene.provider.forge({ userInfo: { sub: 'demo-ben' } });
      await scene.begin();
      await expectRefused(scene, { called: ['/aua/v1/user/updateUserInfo'] });
      // By this the refusal is found in the services' log.
      await expectLogged(scene, /"code":"USER_INFO_REFUSED".*"correlationId":"[\da-f-]{36}"/);
    },
  },
  {
    name: 'row 16: user info of the same subject is taken',
    goesOn: true,
    run: async (scene) => {
      scene.provider.forge({ userInfo: { given_name: 'Mia Anna' } });
      await scene.begin();
      await scene.content.getByText('Hallo Mia Anna').waitFor();
    },
  },
  {
    name: 'row 18: an answer that is replayed',
    goesOn: true,
    run: async (scene) => {
      const answer = scene.provider.answers.at(-1)!;
      await scene.left();
      await scene.page.goto(answer.href);
      // The session of the tab goes on.
      await scene.contentShown();
      expect(scene.page.url()).toBe(`${scene.platform.shell}/`);
      expect(scene.askedFor('/token')).toBe(0);
    },
  },
  {
    name: 'row 18: the state of an earlier answer',
    goesOn: true,
    run: async (scene) => {
      const { provider } = scene;
      const state = provider.answers[0]!.searchParams.get('state')!;
      provider.forge({ answer: changed((parameters) => parameters.set('state', state)) });
      await scene.page.evaluate(() => sessionStorage.clear());
      await scene.left();
      await scene.begin();
      // The sign-in that the tab has left for is still under way.
      await expectRefused(scene, { exchanges: 0, at: '/auth-callback' });
      expect(await scene.kept()).toContain('pendingSignIn');
      await scene.retried();
    },
  },
  {
    name: 'row 17: an answer in nobody’s name is taken where the provider never gives one',
    goesOn: true,
    run: async (scene) => {
      scene.provider.forge({
        discovery: { authorization_response_iss_parameter_supported: undefined },
        answer: changed((parameters) => parameters.delete('iss')),
      });
      await scene.signedInAnew();
    },
  },
  {
    name: 'row 4: keys that the browser has kept are not taken for the provider’s',
    goesOn: true,
    run: async (scene) => {
      scene.provider.forge({ signer: await createTokenSigner('k2') });
      await scene.signedInAnew();
    },
  },
  {
    name: 'row 20: discovery that names another issuer',
    run: (scene) => notStarted(scene, { issuer: 'https://other.example' }, misconfigured),
  },
  {
    name: 'row 20: discovery that names no issuer',
    goesOn: true,
    run: (scene) => notStarted(scene, { issuer: undefined }, unreachable),
  },
  {
    name: 'row 20: discovery whose sign-in page is a script',
    goesOn: true,
    run: (scene) =>
      notStarted(scene, { authorization_endpoint: 'javascript:alert(1)' }, misconfigured),
  },
  {
    name: 'row 20: after that, a sign-in begins where discovery is honest',
    goesOn: true,
    run: async (scene) => {
      // The provider's discovery holds as long as the page.
      await scene.page.reload();
      await scene.retried();
    },
  },
  {
    name: 'row 19: an answer that is opened in another browser; its own takes it',
    goesOn: true,
    run: async (scene) => {
      const { browser, page, platform, provider } = scene;
      // The provider answers, and the browser that asked never gets it.
      provider.forge({ answer: () => '' });
      await page.evaluate(() => sessionStorage.clear());
      const answersBefore = provider.answers.length;
      const secretsBefore = new Set(provider.secrets);
      await scene.visit();
      await expect.poll(() => provider.answers.length).toBe(answersBefore + 1);
      const address = provider.answers.at(-1)!.href;

      const other = await openProfile(browser, platform);
      const elsewhere = await other.newPage();
      await elsewhere.goto(address);
      await elsewhere.getByRole('heading', { name: 'Das Anmelden hat nicht geklappt' }).waitFor();
      expect(elsewhere.url()).toBe(`${platform.shell}/login`);
      await expectUnused(
        scene.in(elsewhere),
        provider.secrets.filter((secret) => !secretsBefore.has(secret)),
      );
      expect(scene.askedFor('/token')).toBe(0);
      await other.close();

      await page.goto(address, { waitUntil: 'commit' });
      await scene.contentShown();
    },
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

const misconfigured = 'Das Anmelden ist falsch eingerichtet';
const unreachable = 'Der Anmeldedienst ist nicht erreichbar';

/** The sign-in does not begin, and the login page says why. */
async function notStarted(
  scene: Scene,
  discovery: NonNullable<Forgery['discovery']>,
  heading: string,
): Promise<void> {
  const { page, provider } = scene;
  provider.forge({ discovery });
  await scene.visit();
  await page.getByRole('heading', { name: heading }).waitFor();
  await expectWritten(scene, /^Could not start signing in\. \(name: \w+/);
  expect(scene.askedFor('/authorize')).toBe(0);
  expect(scene.pages()).toBe(1);
  expect(scene.calls()).toEqual([]);
  expect(await scene.kept()).not.toContain('pendingSignIn');
}
