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
