import type { Platform } from '@lectern/env';
import type { Page } from 'playwright-core';

/** The access token of who is signed in, as the shell keeps it (specification, section 9). */
export async function accessTokenOf(page: Page): Promise<string> {
  const record = await page.evaluate(() => {
    const key = Object.keys(sessionStorage).find((name) => name.startsWith('oidc.user:'));
    return key && sessionStorage.getItem(key);
  });
  if (!record) throw new Error('Nobody is signed in on this page.');
  return (JSON.parse(record) as { access_token: string }).access_token;
}

/** True while the identity provider still gives the user information of the token's owner. */
export async function tokenHolds(
  { identityProvider }: Pick<Platform, 'identityProvider'>,
  token: string,
): Promise<boolean> {
  const response = await fetch(`${identityProvider}/oauth/userinfo`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  return response.ok;
}

/** How the services answer a call in the name of a subject with this token, as HTTP status. */
export async function callWith(
  { shell }: Pick<Platform, 'shell'>,
  token: string,
  subject: string,
): Promise<number> {
  const response = await fetch(`${shell}/gres/v1/gms/groups/get`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Ia-Correlation-Id': 'journey',
      'X-Ia-Subject': subject,
      'X-Ia-Roles': '',
      Authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({ subject }),
  });
  return response.status;
}
