import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchConfiguration } from '../src/fetch-configuration.ts';
import { fakeBrowser } from './fake-browser.ts';

const document = { project: { title: 'Wasser entdecken' } };
const requested = vi.fn<(address: string) => Promise<Response>>();

/** A page with this preload link, or none. */
function page(href?: string): void {
  vi.stubGlobal('document', {
    querySelector: (selector: string) =>
      selector === 'link[rel=preload][as=fetch]' && href !== undefined
        ? { getAttribute: () => href }
        : null,
  });
}

beforeEach(() => {
  fakeBrowser();
  requested.mockReset().mockImplementation(async () => Response.json(document));
  vi.stubGlobal('fetch', requested);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the configuration document', () => {
  it('is taken from the very address that the page preloads', async () => {
    page('/assets/config/config.json?v=3f2a');
    expect(await fetchConfiguration()).toEqual(document);
    expect(requested.mock.calls).toEqual([['/assets/config/config.json?v=3f2a']]);
  });

  it('is taken from its usual place by a page that preloads none', async () => {
    page();
    await fetchConfiguration();
    expect(requested.mock.calls).toEqual([['/assets/config/config.json']]);
  });

  it.each([
    ['no answer', 'no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['an error', 'HTTP 503', async () => new Response('', { status: 503 })],
    ['no JSON', 'no JSON', async () => new Response('<!doctype html>')],
  ])('that comes as %s is unreachable', async (_, message, answer) => {
    page();
    requested.mockImplementation(answer);
    await expect(fetchConfiguration()).rejects.toMatchObject({
      name: 'ConfigurationUnreachable',
      message,
    });
  });
});
