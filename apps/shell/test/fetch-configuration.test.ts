import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchConfiguration } from '../src/fetch-configuration.ts';
import { fakeBrowser } from './fake-browser.ts';

const document = { project: { title: 'Wasser entdecken' } };
const requested = vi.fn<(address: string) => Promise<Response>>();

/** A page whose host has put this where the configuration goes. */
function page(delivered = ''): void {
  vi.stubGlobal('document', {
    querySelector: (selector: string) =>
      selector === 'meta[name=configuration]' ? { content: delivered } : null,
  });
}

const brokenStream = () =>
  new ReadableStream({ start: (controller) => controller.error(new TypeError('network error')) });

beforeEach(() => {
  fakeBrowser();
  requested.mockReset().mockImplementation(async () => Response.json(document));
  vi.stubGlobal('fetch', requested);
});

describe('the configuration document', () => {
  it('is taken from the page that holds it', async () => {
    page(JSON.stringify(document));
    expect(await fetchConfiguration()).toEqual(document);
    expect(requested).not.toHaveBeenCalled();
  });

  it('that the page holds damaged is refused', async () => {
    page('{"project":');
    await expect(fetchConfiguration()).rejects.toMatchObject({
      name: 'ConfigurationUnreachable',
      message: 'no JSON',
    });
  });

  it('is taken from its usual place by a page that does not hold it', async () => {
    page();
    await fetchConfiguration();
    expect(requested.mock.calls).toEqual([['/assets/config/config.json']]);
  });

  it.each([
    ['no answer', 'no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['an error', 'HTTP 503', async () => new Response('', { status: 503 })],
    ['no JSON', 'no JSON', async () => new Response('<!doctype html>')],
    ['half an answer', 'no answer', async () => new Response(brokenStream())],
  ])('that comes as %s is unreachable', async (_, message, answer) => {
    page();
    requested.mockImplementation(answer);
    await expect(fetchConfiguration()).rejects.toMatchObject({
      name: 'ConfigurationUnreachable',
      message,
    });
  });
});
