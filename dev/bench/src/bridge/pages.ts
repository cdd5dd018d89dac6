import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.ts';

/**
 * Where the content is: on another origin always; on another site it runs in a process of its own, on the
 * same site in the shell's.
 */
export type Place = 'own process' | 'one process';

export interface Pages {
  /** Address of a contender's shell. */
  shellOf(contender: string, place: Place): string;
  /** Address of the page with several contenders. Names may have a space and more behind it. */
  sideBySide(contenders: readonly string[], place: Place): string;
  close(): void;
}

export async function servePages(contenders: readonly string[]): Promise<Pages> {
  const pages = new Map<string, string>();
  const scripts = contenders.flatMap((name) => [`shell/${name}`, `content/${name}`]);
  for (const name of [...scripts, 'side-by-side']) {
    const file = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
    const script = await bundle(`import ${JSON.stringify(file)}`);
    pages.set(
      `/${name}`,
      `<!doctype html><meta charset=utf-8><link rel=icon href=data:,><title>${name}</title><body><script>${script}</script>`,
    );
  }
  const shell = await serve('localhost', pages);
  const content = {
    'own process': await serve('127.0.0.1', pages),
    'one process': await serve('localhost', pages),
  };
  const contentAt = (place: Place) => ['content', content[place].origin] as const;
  return {
    shellOf: (contender, place) =>
      `${shell.origin}/shell/${contender}?${new URLSearchParams([[...contentAt(place)]])}`,
    sideBySide: (contenders, place) =>
      `${shell.origin}/side-by-side?${new URLSearchParams([
        [...contentAt(place)],
        ...contenders.map((name) => ['name', name]),
      ])}`,
    close() {
      for (const server of [shell, ...Object.values(content)]) server.close();
    },
  };
}

async function serve(host: string, pages: ReadonlyMap<string, string>) {
  const server = createServer((request, response) => {
    const html = pages.get(request.url?.split('?')[0] ?? '');
    response.writeHead(html ? 200 : 404, { 'Content-Type': 'text/html; charset=utf-8' }).end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return {
    origin: `http://${host}:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
