import { build, type Rolldown } from 'vite';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { importsWithFiles } from '../build/import-with-files.ts';
import { importWithFiles } from '../src/import-with-files.ts';

const load = vi.fn<() => Promise<string>>(async () => 'the module');
const fetch = vi.fn<(address: string) => Promise<Response>>(async () => new Response());
const preloaded = new Set<string>();
const styles: (EventTarget & { href?: string })[] = [];

beforeEach(() => {
  vi.stubGlobal('fetch', fetch);
  vi.stubGlobal('document', {
    querySelector: (selector: string) => (preloaded.has(selector) ? {} : null),
    createElement: () => Object.assign(new EventTarget(), { remove() {} }),
    head: { append: (link: EventTarget) => styles.push(link) },
  });
});

afterEach(() => {
  vi.clearAllMocks();
  styles.length = 0;
});

it('imports nothing before all files are there, and asks anew for what failed alone', async () => {
  fetch.mockImplementationOnce(async () => new Response());
  fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const files = ['assets/first.js', 'assets/second.js'];
  await expect(importWithFiles(load, files)).rejects.toThrow('Failed to fetch');
  expect(load).not.toHaveBeenCalled();
  expect(await importWithFiles(load, files)).toBe('the module');
  expect(await importWithFiles(load, files)).toBe('the module');
  expect(fetch.mock.calls).toEqual([
    ['/assets/first.js'],
    ['/assets/second.js'],
    ['/assets/second.js'],
  ]);
});

it('fails where the host has no such file', async () => {
  fetch.mockResolvedValueOnce(new Response(null, { status: 404 }));
  await expect(importWithFiles(load, ['assets/gone.js'])).rejects.toThrow('/assets/gone.js: 404');
  expect(load).not.toHaveBeenCalled();
});

it('leaves what the page has preloaded to the browser', async () => {
  preloaded.add('link[href="/assets/preloaded.js"]');
  expect(await importWithFiles(load, ['assets/preloaded.js'])).toBe('the module');
  expect(fetch).not.toHaveBeenCalled();
});

it('waits for style sheets, and asks anew for one that failed', async () => {
  const failing = importWithFiles(load, ['assets/a.css']);
  styles[0]!.dispatchEvent(new Event('error'));
  await expect(failing).rejects.toThrow('/assets/a.css');
  const coming = importWithFiles(load, ['assets/a.css']);
  expect([styles.length, styles[1]!.href, load.mock.calls.length]).toEqual([2, '/assets/a.css', 0]);
  styles[1]!.dispatchEvent(new Event('load'));
  expect(await coming).toBe('the module');
});

it('is what a build wraps around an import', async () => {
  const sources: Readonly<Record<string, string>> = {
    entry: "import('later').then(console.log);",
    later: 'export const later = self.name;',
  };
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'sources',
        resolveId: (id) => (id in sources ? id : undefined),
        load: (id) => sources[id],
      },
      importsWithFiles(),
    ],
    build: { write: false, minify: false, rolldownOptions: { input: 'entry' } },
  })) as Rolldown.RolldownOutput;
  const code = built.output.map((part) => (part.type === 'chunk' ? part.code : '')).join('\n');
  expect(code).toMatch(/importWithFiles\([^;]*import\([^;]*\[0\]/);
  expect(code).toMatch(/\["assets\/later-\w+\.js"\]/);
});
