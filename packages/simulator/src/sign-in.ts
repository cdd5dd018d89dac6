import type { DemoAccount } from '@lectern/env';

/** More redirects than a sign-in has; a loop ends here. */
const redirectsMaximum = 10;

/**
 * Goes through the identity provider's own pages as the scenario's person, with the form filled in: the
 * browser that asked sees none of them, and holds no session there.
 *
 * @param provider Origin at which the provider answers; it takes itself for `issuer`.
 * @param request Path and query of the authorization request (RFC 6749, section 4.1.1).
 * @returns the callback address with its code, or with the provider's error.
 */
export async function authorize(
  provider: string,
  issuer: string,
  request: string,
  { username, password }: Pick<DemoAccount, 'username' | 'password'>,
): Promise<URL> {
  const cookies = new Map<string, string>();
  let address = new URL(withoutPrompt(request), issuer);
  let form: URLSearchParams | undefined;

  for (let redirects = 0; redirects < redirectsMaximum; redirects++) {
    const response = await fetch(new URL(address.pathname + address.search, provider), {
      redirect: 'manual',
      headers: { Cookie: [...cookies].map((cookie) => cookie.join('=')).join('; ') },
      ...(form ? { method: 'POST', body: form } : {}),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('Location');
    if (location) {
      form = undefined;
      address = new URL(location, address);
      if (isCallback(address)) return address;
    } else if (response.ok && !form) {
      // The sign-in page: its form posts to its own address.
      form = new URLSearchParams({ username, password });
    } else throw new Error(`Signing in as ${username} ended with HTTP ${response.status}.`);
  }
  throw new Error(`Signing in as ${username} did not leave the identity provider.`);
}

/** `prompt=none` (OpenID Connect Core, section 3.1.2.1) would find no session: each time is a new one. */
function withoutPrompt(request: string): string {
  const address = new URL(request, 'http://localhost');
  address.searchParams.delete('prompt');
  return address.pathname + address.search;
}

function isCallback({ searchParams }: URL): boolean {
  return searchParams.has('state') && (searchParams.has('code') || searchParams.has('error'));
}
