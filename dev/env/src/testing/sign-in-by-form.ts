import type { DemoAccount } from '../accounts.ts';

/** More redirects than a sign-in has; a loop ends here. */
const redirectsMaximum = 10;

/**
 * Follows an authorization request as a browser does: keeps cookies, fills the sign-in form once, and
 * stops at the redirect that leaves the provider.
 *
 * @returns the callback address with its code.
 */
export async function signInByForm(
  authorization: URL,
  { username, password }: Pick<DemoAccount, 'username' | 'password'>,
): Promise<URL> {
  const cookies = new Map<string, string>();
  let address = authorization;
  let form: URLSearchParams | undefined;

  for (let redirects = 0; redirects < redirectsMaximum; redirects++) {
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { method: 'POST', body: form } : {}),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      cookies.set(name!, value!);
    }
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
