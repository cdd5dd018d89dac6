/** More redirects than any sign-in has; a loop ends here. */
const redirectsMaximum = 10;

interface Cookie {
  readonly value: string;
  readonly path: string;
}

/** As much of a browser as the protocol needs: cookies by path, redirects followed by hand. */
export class Browser {
  readonly cookies = new Map<string, Cookie>();
  /** Headers of every request. */
  readonly headers: Record<string, string> = { Accept: 'text/html' };

  get(address: string | URL): Promise<Response> {
    return this.#request(address, {});
  }

  post(
    address: string | URL,
    fields: Record<string, string>,
    signal: AbortSignal | null = null,
  ): Promise<Response> {
    return this.#request(address, { method: 'POST', body: new URLSearchParams(fields), signal });
  }

  /** Follows redirects within the origin of `response`. @returns the page, or the address outside. */
  async follow(response: Response): Promise<Response | URL> {
    let current = response;
    for (let redirects = 0; redirects < redirectsMaximum; redirects++) {
      const location = current.headers.get('Location');
      if (!location) return current;
      const address = new URL(location, current.url);
      if (address.origin !== new URL(current.url).origin) return address;
      current = await this.get(address);
    }
    throw new Error('redirected in a loop');
  }

  async #request(address: string | URL, init: RequestInit): Promise<Response> {
    const { pathname } = new URL(address);
    const cookie = [...this.cookies]
      .filter(([, { path }]) => pathname === path || pathname.startsWith(path.replace(/\/?$/, '/')))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
    const response = await fetch(address, {
      ...init,
      redirect: 'manual',
      headers: { ...this.headers, ...(cookie ? { Cookie: cookie } : {}) },
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return response;
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(/;\s*/);
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const attribute = (key: string) =>
      attributes.find((text) => text.toLowerCase().startsWith(`${key}=`))?.slice(key.length + 1);
    const expires = attribute('expires');
    if (expires && Date.parse(expires) <= Date.now()) this.cookies.delete(name);
    else this.cookies.set(name, { value, path: attribute('path') ?? '/' });
  }
}
