import type { DemoAccount } from '../accounts.ts';
import { fetchWithCookies, type Cookies } from './cookies.ts';

/** More redirects than a sign-in has; a loop ends here. */
const redirectsMaximum = 10;

/**
 * Follows an authorization request as a browser does: keeps cookies, fills the sign-in form once, and
 * stops at the redirect that leaves the provider.
 *
 * @param cookies Of the browser; those of the session are added.
 * @returns the callback address with its code.
 */
export async function signInByForm(
  authorization: URL,
  { username, password }: Pick<DemoAccount, 'username' | 'password'>,
  cookies: Cookies,
): Promise<URL> {
  let address = authorization;
  let form: URLSearchParams | undefined;

  for (let redirects = 0; redirects < redirectsMaximum; redirects++) {
    const response = await fetchWithCookies(cookies, address, form);
    const location = response.headers.get('Location');
    if (location) {
      form = undefined;
      address = new URL(location, address);
      if (address.origin !== authorization.origin) return address;
    } else if (response.ok && !form) {
      // The sign-in page: its form posts to its own address.
      form = new URLSearchParams({ username, password });
    } else {
      throw new Error(
        `Signing in as ${username} ended with HTTP ${response.status} at ${address.pathname}.`,
      );
    }
  }
  throw new Error(`Signing in as ${username} did not leave the identity provider.`);
}
