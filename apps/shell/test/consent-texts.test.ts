import { readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { german } from '../src/consent/consent-texts.ts';
import { loadTexts } from '../src/consent/load-texts.ts';
import { fakeBrowser } from './fake-browser.ts';
import { speak } from './speak.ts';

const address = 'https://shell.example/consent.fr.json';
const requested = vi.fn<(address: string) => Promise<Response>>();

beforeEach(() => {
  fakeBrowser();
  requested.mockReset();
  vi.stubGlobal('fetch', requested);
});

it('without an address the words are German, and nothing is asked for', async () => {
  expect(await loadTexts(undefined)).toEqual(german);
  expect(await loadTexts(null)).toEqual(german);
  expect(requested).not.toHaveBeenCalled();
  expect(console.warn).not.toHaveBeenCalled();
});

/** Every word of the dialog, in another language. */
const french = Object.fromEntries(Object.keys(german).map((key) => [key, `${key} en français`]));

it.each(['an address', 'the words themselves'])('a translation is taken as %s', async (kind) => {
  const given = { ...french, unknown: 'x' };
  requested.mockImplementation(async () => Response.json(given));
  expect(await loadTexts(kind === 'an address' ? address : given)).toEqual(french);
  expect(requested.mock.calls.map(([asked]) => asked)).toEqual(
    kind === 'an address' ? [address] : [],
  );
});

it.each([
  ['de-DE', 'Bildschirmgröße'],
  ['de-CH', 'Bildschirmgrösse'],
])('German is written as in the region of %s', async (locale, word) => {
  await speak(locale);
  expect(JSON.stringify(await loadTexts(undefined))).toContain(word);
});

it('a translation of another host is not asked for: nobody has consented yet', async () => {
  expect(await loadTexts('https://cdn.example/consent.fr.json')).toEqual(german);
  expect(requested).not.toHaveBeenCalled();
  expect(console.warn).toHaveBeenCalledOnce();
});

it.each([['Cookies'], 5, 'http://[', 'data:,x', 'ftp://x/y', 'javascript:1', {}])(
  'what is no translation, such as %j, leaves German, with a warning that says why',
  async (given) => {
    expect(await loadTexts(given)).toEqual(german);
    expect(requested).not.toHaveBeenCalled();
    expect(console.warn).toHaveBeenCalledExactlyOnceWith(
      expect.stringContaining('TranslationError'),
    );
  },
);

it.each([
  ['is away', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['is missing', async () => new Response('', { status: 404 })],
  ['is no JSON', async () => new Response('<!doctype html>')],
  ['is null', async () => Response.json(null)],
  // Words of two languages would be read out in one voice.
  ['leaves something out', async () => Response.json({ ...french, save: undefined })],
  ['leaves something empty', async () => Response.json({ ...french, save: '' })],
  ['has a number as language', async () => Response.json({ ...french, language: 1 })],
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

const folder = new URL('../public/assets/consent/', import.meta.url);

describe.each([
  { language: 'fr', asInGerman: ['Analyse'], foreignMarks: /[^\u202f][;:!?»]|«[^\u202f]|["'„“”]/ },
  { language: 'it', asInGerman: [], foreignMarks: /\u202f|\s[;:!?»]|["'„“”]/ },
  { language: 'en', asInGerman: [], foreignMarks: /\u202f|["'„“”«»]/ },
])('the $language translation', ({ language, asInGerman, foreignMarks }) => {
  const read = async () =>
    JSON.parse(await readFile(new URL(`${language}.json`, folder), 'utf8')) as typeof german;

  it('is complete, and nothing in it is German', async () => {
    const translation = await read();
    expect(translation.language).toBe(language);
    expect(Object.keys(translation)).toEqual(Object.keys(german));
    const same = Object.entries(translation).filter(
      ([key, text]) => text === Reflect.get(german, key),
    );
    expect(same.map(([, text]) => text)).toEqual(asInGerman);
    requested.mockImplementation(async () => Response.json(translation));
    expect(await loadTexts(address)).toEqual(translation);
  });

  it('keeps the language’s typography', async () => {
    for (const text of Object.values(await read())) {
      expect(text).not.toMatch(/ {2}|^\s|\s$/);
      expect(text).not.toMatch(foreignMarks);
    }
  });
});
