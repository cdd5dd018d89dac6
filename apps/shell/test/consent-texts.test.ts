import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { german } from '../src/consent/consent-texts.ts';
import { loadTexts } from '../src/consent/load-texts.ts';
import { fakeBrowser } from './fake-browser.ts';

const address = 'https://shell.example/consent.fr.json';
const requested = vi.fn<(address: string) => Promise<Response>>();

beforeEach(() => {
  fakeBrowser();
  requested.mockReset();
  vi.stubGlobal('fetch', requested);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('without an address the words are German, and nothing is asked for', async () => {
  expect(await loadTexts(undefined)).toEqual(german);
  expect(requested).not.toHaveBeenCalled();
});

it('a translation replaces what it has, and nothing else', async () => {
  const french = { language: 'fr', title: 'Cookies', save: '', unknown: 'x' };
  requested.mockImplementation(async () => Response.json(french));
  expect(await loadTexts(address)).toEqual({ ...german, language: 'fr', title: 'Cookies' });
  expect(requested.mock.calls[0]?.[0]).toBe(address);
});

it.each([
  ['is away', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['is missing', async () => new Response('', { status: 404 })],
  ['is no JSON', async () => new Response('<!doctype html>')],
  ['is null', async () => Response.json(null)],
  ['does not say its language', async () => Response.json({ title: 'Cookies' })],
  ['has a number as language', async () => Response.json({ language: 1, title: 'Cookies' })],
])('a translation that %s leaves German, with a warning', async (_, answer) => {
  requested.mockImplementation(answer);
  expect(await loadTexts(address)).toEqual(german);
  expect(console.warn).toHaveBeenCalledOnce();
});

it('a translation that never comes holds the question up for three seconds', async () => {
  vi.useFakeTimers();
  requested.mockImplementation(() => new Promise(() => {}));
  const texts = loadTexts(address);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await texts).toEqual(german);
});
