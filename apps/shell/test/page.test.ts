import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

it('names the configuration once, for the host to put its version in', async () => {
  const page = await readFile(new URL('../index.html', import.meta.url), 'utf8');
  expect(page.match(/config\.json/g)).toHaveLength(1);
  expect(page).toMatch(
    /<link rel="preload" href="\/assets\/config\/config\.json" as="fetch" crossorigin /,
  );
});
