/**
 * Has what runs on this machine asked directly, also where `NODE_USE_ENV_PROXY` sends every other request
 * through a proxy. For this process, whose `fetch` reads the list each time, and for what it starts.
 *
 * @param host Another one of this machine, as an address writes it.
 */
export function reachOwnServersDirectly(host?: string): void {
  const { env } = process;
  // The name in small letters wins.
  const name = env['no_proxy'] === undefined ? 'NO_PROXY' : 'no_proxy';
  const hosts = new Set(env[name]?.split(/[\s,]+/).filter(Boolean));
  // `fetch` compares hosts as an address writes them: of IPv6 with brackets.
  for (const own of ['localhost', '127.0.0.1', '[::1]', host]) if (own) hosts.add(own);
  env[name] = [...hosts].join(',');
}
