import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const checkout = fileURLToPath(new URL('..', import.meta.url));
const pages = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md', 'dev/*/README.md'], {
  cwd: checkout,
});

const textOf = (page: string) => readFileSync(page, 'utf8');

/** Anchors of a page's headings, as hosts of repositories make them. */
function anchorsOf(page: string): readonly string[] {
  return [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test.each(pages)('%s: every link leads to a page, a heading or a file', (page) => {
  const file = join(checkout, page);
  const links = textOf(file).matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g);
  for (const [link, path = '', anchor] of links) {
    const target = path ? join(dirname(file), path) : file;
    expect(existsSync(target), link).toBe(true);
    expect(anchor === undefined || anchorsOf(target).includes(anchor), link).toBe(true);
  }
});

test.each(pages)('%s: every path is there', (page) => {
  const paths = textOf(join(checkout, page)).matchAll(
    /`((?:apps|dev|docs|packages|test)\/(?!.*\bdist\b)[\w./-]+)`/g,
  );
  for (const [, path = ''] of paths) expect(existsSync(join(checkout, path)), path).toBe(true);
});

test('attacks are numbered one after the other', () => {
  const rows = textOf(join(checkout, 'docs/security.md')).matchAll(/^\| (\d+) \|/gm);
  const numbers = [...rows].map(([, number]) => Number(number));
  expect(numbers.length).toBeGreaterThan(0);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});
