import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/* Each part does as the browser's own, which Node has: every case runs once with each. */

const parts: readonly [of: object, name: string][] = [
  [Promise, 'withResolvers'],
  [URL, 'parse'],
  [URL, 'canParse'],
  [AbortSignal, 'timeout'],
  [AbortSignal, 'any'],
  [Map, 'groupBy'],
  [String.prototype, 'isWellFormed'],
  [Array.prototype, 'toReversed'],
  [Array.prototype, 'toSorted'],
];
const own = parts.map(([of, name]) => Object.getOwnPropertyDescriptor(of, name)!);

it('replaces nothing that is there', async () => {
  vi.resetModules();
  await import('../src/fallback.ts');
  expect(parts.map(([of, name]) => Object.getOwnPropertyDescriptor(of, name)!.value)).toEqual(
    own.map(({ value }) => value),
  );
});

it('takes full screen by the names that older Safaris have for it', async () => {
  class Page extends EventTarget {
    webkitFullscreenElement: object | null = null;
    webkitExitFullscreen() {
      this.webkitFullscreenElement = null;
    }
  }
  const page = new Page();
  class Shown {
    webkitRequestFullscreen() {
      page.webkitFullscreenElement = this;
    }
  }
  vi.stubGlobal('Document', Page);
  vi.stubGlobal('Element', Shown);
  vi.stubGlobal('document', page);
  vi.resetModules();
  await import('../src/fallback.ts');
  const changes = vi.fn<() => void>();
  document.addEventListener('fullscreenchange', changes);
  const element = new Shown() as unknown as Element;
  await element.requestFullscreen();
  page.dispatchEvent(new Event('webkitfullscreenchange'));
  expect([document.fullscreenElement, changes.mock.calls.length]).toEqual([element, 1]);
  await document.exitFullscreen();
  expect(document.fullscreenElement).toBe(null);
});

describe.each(['own', 'fallback'])('%s', (kind) => {
  beforeEach(async () => {
    if (kind === 'own') return;
    for (const [of, name] of parts) Reflect.deleteProperty(of, name);
    vi.resetModules();
    await import('../src/fallback.ts');
  });
  afterEach(() => {
    for (const [index, [of, name]] of parts.entries()) Object.defineProperty(of, name, own[index]!);
  });

  it('settles a promise from outside', async () => {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    resolve(1);
    reject(new Error('late'));
    expect(await promise).toBe(1);
  });

  it.each([
    ['https://a.example/b', undefined, 'https://a.example/b'],
    ['/b', 'https://a.example', 'https://a.example/b'],
    ['/b', undefined, undefined],
    ['https://', undefined, undefined],
    ['', 'https://a.example/', 'https://a.example/'],
  ])('reads the address %s upon %s', (address, base, expected) => {
    expect(URL.parse(address, base)?.href).toBe(expected);
    expect(URL.canParse(address, base)).toBe(expected !== undefined);
  });

  it('ends after a time, with the name that says so', async () => {
    const signal = AbortSignal.timeout(1);
    await new Promise((resolve) => {
      signal.addEventListener('abort', resolve);
    });
    expect((signal.reason as Error).name).toBe('TimeoutError');
  });

  it('ends with the first of several signals, for its reason', () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const signal = AbortSignal.any([first.signal, second.signal]);
    expect(signal.aborted).toBe(false);
    const heard = vi.fn<() => void>();
    signal.addEventListener('abort', heard);
    second.abort('two');
    first.abort('one');
    expect([signal.reason, heard.mock.calls.length]).toEqual(['two', 1]);
    expect(AbortSignal.any([signal, first.signal]).reason).toBe('two');
    expect(AbortSignal.any([]).aborted).toBe(false);
  });

  it('groups in order', () => {
    const groups = Map.groupBy(['a', 'bb', 'c'], (word, index) => `${word.length} ${index < 2}`);
    expect([...groups]).toEqual([
      ['1 true', ['a']],
      ['2 true', ['bb']],
      ['1 false', ['c']],
    ]);
  });

  it.each([
    ['', true],
    ['a😀', true],
    ['\uD83D', false],
    ['\uDE00\uD83D', false],
  ])('knows lone surrogates: %j', (text, expected) => {
    expect(text.isWellFormed()).toBe(expected);
  });

  it('sorts and reverses copies', () => {
    const list = [3, 1, 10];
    // oxlint-disable-next-line typescript/require-array-sort-compare -- the order that is without one
    const byText = list.toSorted();
    expect([byText, list.toSorted((a, b) => b - a), list.toReversed(), list]).toEqual([
      [1, 10, 3],
      [10, 3, 1],
      [10, 1, 3],
      [3, 1, 10],
    ]);
    expect(Object.keys(list)).toEqual(['0', '1', '2']);
  });
});
