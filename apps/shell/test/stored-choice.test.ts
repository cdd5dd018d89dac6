import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createConsent, type Consent } from '../src/consent/consent.ts';
import { fakeBrowser } from './fake-browser.ts';

/** The cookies of a page, each with its path and domain, as a browser keeps them. */
let jar: { name: string; value: string; path: string; domain: string }[];

/** Cookies as a page of this path and host reads and writes them. */
const cookies = {
  get cookie() {
    return jar
      .toSorted((a, b) => b.path.length - a.path.length)
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  },
  set cookie(text: string) {
    const [pair = '', ...attributes] = text.split(';').map((part) => part.trim());
    const at = pair.indexOf('=');
    const given = new Map(
      attributes.map((attribute): [string, string] => {
        const [name = '', value = ''] = attribute.split('=');
        return [name.toLowerCase(), value];
      }),
    );
    const [name, path, domain] = [
      pair.slice(0, at),
      given.get('path') ?? '/',
      (given.get('domain') ?? '').replace(/^\./, ''),
    ];
    jar = jar.filter(
      (other) => other.name !== name || other.path !== path || other.domain !== domain,
    );
    const isOver =
      given.get('max-age') === '0' || Date.parse(given.get('expires') ?? '') < Date.now();
    if (!isOver) jar.push({ name, value: pair.slice(at + 1), path, domain });
  },
};

beforeEach(() => {
  fakeBrowser('https://lernen.example.ch/login/again');
  jar = [];
  vi.stubGlobal(
    'document',
    Object.assign(Object.create(cookies) as object, {
      querySelectorAll: () => [],
      documentElement: { classList: { add() {}, remove() {} } },
    }),
  );
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('dispatchEvent', () => true);
  // The other tests' pages are no tabs of this one's.
  vi.stubGlobal('BroadcastChannel', undefined);
});

const open = (): Promise<Consent> => createConsent(1, { start() {}, stop() {} });

const stored = (): unknown => {
  const first = cookies.cookie.split('; ').find((cookie) => cookie.startsWith('cc_cookie='));
  return first === undefined
    ? undefined
    : JSON.parse(decodeURIComponent(first.slice('cc_cookie='.length)));
};

/** A choice as it is kept. */
async function choice(): Promise<Readonly<Record<string, unknown>>> {
  const consent = await open();
  consent.decide({ allowsAnalytics: true });
  const kept = stored() as Readonly<Record<string, unknown>>;
  jar = [];
  return kept;
}

const forms: readonly string[] = [
  '',
  'null',
  'true',
  '7',
  '1e999',
  '"text"',
  '[]',
  '[null]',
  '{}',
  '{"categories":["necessary","analytics"],"revision":1',
  '%E9%20%',
  '%',
  '%00',
  '%7B%7D',
  '{"__proto__":{"categories":["analytics"]}}',
  '[object Object]',
  'undefined',
  encodeURIComponent('\u{1F36A}'),
  'x'.repeat(4_000),
];

/** Members that are damaged. */
const spoilt: readonly Readonly<Record<string, unknown>>[] = [
  { categories: null },
  { categories: 'analytics' },
  { categories: { 0: 'analytics', length: 1 } },
  { categories: [{}] },
  { services: null },
  { services: 'analytics' },
  { services: { analytics: 7 } },
  { consentId: 7 },
  { consentId: undefined },
  { consentTimestamp: 'yesterday' },
  { consentTimestamp: {} },
  { lastConsentTimestamp: 'yesterday' },
  { lastConsentTimestamp: 1e300 },
  { lastConsentTimestamp: [] },
];

/** A page's view before and after an answer, and the choice that it keeps. */
async function answered(): Promise<unknown> {
  const consent = await open();
  const { view, allowsAnalytics } = consent.state;
  consent.decide({ allowsAnalytics: false });
  const after = consent.state.view;
  return [view, allowsAnalytics, after, stored(), (await open()).state.view];
}
const isAnswered = [
  'question',
  false,
  'closed',
  expect.objectContaining({ categories: ['necessary'], revision: 1 }),
  'closed',
];

describe('a damaged choice of cookies', () => {
  it.each(forms)('(form %#) is none', async (value) => {
    jar.push({ name: 'cc_cookie', value, path: '/', domain: '' });
    expect(await answered()).toEqual(isAnswered);
    expect(console.error).not.toHaveBeenCalled();
  });

  it.each(spoilt)('(%j) is none', async (members) => {
    const value = encodeURIComponent(JSON.stringify({ ...(await choice()), ...members }));
    jar.push({ name: 'cc_cookie', value, path: '/', domain: '' });
    expect(await answered()).toEqual(isAnswered);
    expect(console.error).not.toHaveBeenCalled();
  });

  it.each([
    ['/login', ''],
    ['/', 'example.ch'],
    ['/login/again', 'lernen.example.ch'],
  ])('of the path %s and the domain %j hides no other one', async (path, domain) => {
    jar.push({ name: 'cc_cookie', value: '{"categories":7}', path, domain });
    expect(await answered()).toEqual(isAnswered);
    expect(console.error).not.toHaveBeenCalled();
  });
});

it('a choice that is right counts, beside cookies that are damaged', async () => {
  const value = encodeURIComponent(JSON.stringify(await choice()));
  jar.push(
    { name: 'other', value: '%E9', path: '/login', domain: '' },
    { name: 'cc_cookie', value, path: '/', domain: '' },
    { name: 'cc_cookie', value: '%', path: '/', domain: 'example.ch' },
  );
  expect((await open()).state).toMatchObject({ view: 'closed', allowsAnalytics: true });
});

it('a choice of a neighbour, of another revision, is none and hides no other one', async () => {
  const value = encodeURIComponent(JSON.stringify({ ...(await choice()), revision: 0 }));
  const neighbours = { name: 'cc_cookie', value, path: '/', domain: 'example.ch' };
  jar.push(neighbours);
  expect(await answered()).toEqual(isAnswered);
  jar.push(neighbours);
  expect((await open()).state.view).toBe('closed');
});

it.each([{ more: { of: 'it' } }, { services: undefined }])(
  'a choice of another version, with %j, counts',
  async (members) => {
    const value = encodeURIComponent(JSON.stringify({ ...(await choice()), ...members }));
    jar.push({ name: 'cc_cookie', value, path: '/', domain: '' });
    expect((await open()).state).toMatchObject({ view: 'closed', allowsAnalytics: true });
  },
);

it('a choice that cannot be kept closes the question all the same', async () => {
  const consent = await open();
  vi.spyOn(cookies, 'cookie', 'set').mockImplementation(() => {
    throw new DOMException('Denied', 'SecurityError');
  });
  consent.decide({ allowsAnalytics: false });
  expect(consent.state.view).toBe('closed');
  expect(console.error).toHaveBeenCalledOnce();
});
