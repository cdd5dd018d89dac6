import { shellClientId, type DemoAccount, type Platform } from '@lectern/env';
import { signInByForm, type Cookies } from '@lectern/env/sign-in';
import * as oidc from 'openid-client';
import type { BrowserContext, Page } from 'playwright-core';

type There = Pick<Platform, 'shell' | 'identityProvider'>;

/** Entries of session storage that the shell keeps until the provider answers. */
type Kept = Readonly<Record<'pendingSignIn' | 'deepLink', string>> & { readonly coupon?: string };

/**
 * Signs in at the identity provider without its pages, and opens the shell where the provider leads a browser
 * back: the rest is as in every sign-in. The browser gets the provider's session, too.
 *
 * @param link Deep link that the content opens with (specification, section 2).
 * @param coupon Code to redeem.
 */
export async function signInBeside(
  page: Page,
  { shell, identityProvider }: There,
  account: Pick<DemoAccount, 'username' | 'password'>,
  link: Readonly<Record<string, string>>,
  coupon?: string,
): Promise<void> {
  const pending = newRequest();
  const answer = await answerBeside(page.context(), { shell, identityProvider }, account, pending);
  const kept: Kept = {
    pendingSignIn: JSON.stringify({ ...pending, startedAt: Date.now() }),
    deepLink: JSON.stringify(link),
    ...(coupon !== undefined && { coupon }),
  };
  const script = await page.addInitScript(keepAtCallback, { kept, state: pending.state });
  await page.goto(answer.href);
  await script.dispose();
}

/** Gives a browser the provider's session of somebody who has signed in elsewhere. */
export async function signInAtProviderBeside(
  context: BrowserContext,
  there: There,
  account: Pick<DemoAccount, 'username' | 'password'>,
): Promise<void> {
  await answerBeside(context, there, account, newRequest());
}

const newRequest = () => ({
  state: oidc.randomState(),
  nonce: oidc.randomNonce(),
  verifier: oidc.randomPKCECodeVerifier(),
});

/** @returns where the provider leads the browser, which has its session from then on. */
async function answerBeside(
  context: BrowserContext,
  { shell, identityProvider }: There,
  account: Pick<DemoAccount, 'username' | 'password'>,
  pending: ReturnType<typeof newRequest>,
): Promise<URL> {
  const request = new URL(`${identityProvider}/oauth/authorize`);
  request.search = new URLSearchParams({
    client_id: shellClientId,
    response_type: 'code',
    redirect_uri: `${shell}/auth-callback`,
    scope: 'openid profile email offline_access',
    code_challenge: await oidc.calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: 'S256',
    state: pending.state,
    nonce: pending.nonce,
  }).toString();
  const cookies: Cookies = new Map();
  const answer = await signInByForm(request, account, cookies);
  const { hostname: domain } = new URL(identityProvider);
  // The session's alone, and where the provider sets it: another one beside it would be refused.
  const ofSession = [...cookies].filter(([name]) => name.startsWith('lectern_session'));
  await context.addCookies(
    ofSession.map(([name, value]) => ({ name, value, domain, path: '/oauth' })),
  );
  return answer;
}

/** Has the document that the provider leads to find what the login page leaves: nothing of an earlier session. */
function keepAtCallback({ kept, state }: { kept: Kept; state: string }): void {
  if (new URLSearchParams(location.search).get('state') !== state) return;
  if (sessionStorage.getItem('userSession') !== null) sessionStorage.clear();
  for (const [name, value] of Object.entries(kept)) sessionStorage.setItem(name, value);
}
