import { shellClientId, type DemoAccount, type Platform } from '@lectern/env';
import { signInByForm, type Cookies } from '@lectern/env/sign-in';
import * as oidc from 'openid-client';
import type { Page } from 'playwright-core';

type There = Pick<Platform, 'shell' | 'identityProvider'>;

/** What the shell keeps under its names in session storage until the provider answers. */
type Kept = Readonly<Record<'pendingSignIn' | 'deepLink', object>>;

/**
 * Signs in at the identity provider without its pages, and opens the shell where the provider leads a browser
 * back: what comes from there on is as in every sign-in. The browser gets the provider's session, too.
 *
 * @param link Deep link that the content opens with (specification, section 2).
 */
export async function signInBeside(
  page: Page,
  { shell, identityProvider }: There,
  account: Pick<DemoAccount, 'username' | 'password'>,
  link: Readonly<Record<string, string>>,
): Promise<void> {
  const pending = {
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
  };
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
  await page
    .context()
    .addCookies([...cookies].map(([name, value]) => ({ name, value, url: identityProvider })));
  const kept: Kept = { pendingSignIn: { ...pending, startedAt: Date.now() }, deepLink: link };
  await page.addInitScript(keepOnce, { kept, state: pending.state });
  await page.goto(answer.href);
}

/** Runs in every document, and does something in the one that the provider leads to. */
function keepOnce({ kept, state }: { kept: Kept; state: string }): void {
  if (new URLSearchParams(location.search).get('state') !== state) return;
  for (const [name, value] of Object.entries(kept))
    sessionStorage.setItem(name, JSON.stringify(value));
}
