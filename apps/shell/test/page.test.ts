import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

it('has a place for the configuration, where the host puts it, and one for the start script', async () => {
  const page = await readFile(new URL('../index.html', import.meta.url), 'utf8');
  for (const place of ['<meta name="configuration" content="" />', '<script id="start"></script>'])
    expect(page.split(place)).toHaveLength(2);
  // The keyboard on a screen covers nothing at the foot of the frame.
  expect(page).toContain('interactive-widget=resizes-content');
});
