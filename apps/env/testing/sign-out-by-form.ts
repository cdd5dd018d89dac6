import { fetchWithCookies, type Cookies } from '../src/sign-in/cookies.ts';

/**
 * Signs out at the provider as a browser does: opens the page of the end-session endpoint and posts its
 * form, as the page's script would.
 *
 * @returns where the provider sends the browser then.
 */
export async function signOutByForm(endSession: URL, cookies: Cookies): Promise<URL> {
  const page = await fetchWithCookies(cookies, endSession);
  const html = await page.text();
  const [, action] = /<form[^>]* action="([^"]+)"/.exec(html) ?? [];
  const [, xsrf] = /name="xsrf" value="(\w+)"/.exec(html) ?? [];
  if (!page.ok || !action || !xsrf) {
    throw new Error(`The page of the sign-out has no form (HTTP ${page.status}).`);
  }
  const form = new URLSearchParams({ xsrf, logout: 'yes' });
  const confirmed = await fetchWithCookies(cookies, new URL(action, endSession), form);
  const location = confirmed.headers.get('Location');
  if (!location) throw new Error(`The sign-out ended with HTTP ${confirmed.status}.`);
  return new URL(location, endSession);
}
