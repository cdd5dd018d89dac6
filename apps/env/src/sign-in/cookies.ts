/** Cookies of one browser at one provider, by name. */
export type Cookies = Map<string, string>;

/** Makes a request as a browser does: sends its cookies, keeps new ones, leaves redirects to be seen. */
export async function fetchWithCookies(
  cookies: Cookies,
  address: URL,
  form?: URLSearchParams,
): Promise<Response> {
  const response = await fetch(address, {
    redirect: 'manual',
    headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    ...(form ? { method: 'POST', body: form } : {}),
  });
  for (const cookie of response.headers.getSetCookie()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
    cookies.set(name!, value!);
  }
  return response;
}
