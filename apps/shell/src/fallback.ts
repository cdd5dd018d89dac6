/*
 * Functions that the shell uses and some supported browsers lack (docs/browsers.md). The start script loads this file where
 * `URL.parse` is missing. A part goes when the list has no browser any more that needs it.
 */

Promise.withResolvers ??= function withResolvers<T>(): PromiseWithResolvers<T> {
  let resolve!: PromiseWithResolvers<T>['resolve'];
  let reject!: PromiseWithResolvers<T>['reject'];
  const promise = new Promise<T>((...functions) => {
    [resolve, reject] = functions;
  });
  return { promise, resolve, reject };
};

URL.parse ??= (address, base) => {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
};
URL.canParse ??= (address, base) => URL.parse(address, base) !== null;

AbortSignal.timeout ??= (milliseconds) => {
  const controller = new AbortController();
  setTimeout(
    () => controller.abort(new DOMException('The operation timed out.', 'TimeoutError')),
    milliseconds,
  );
  return controller.signal;
};

AbortSignal.any ??= (signals) => {
  const controller = new AbortController();
  const all = [...signals];
  const follow = () => {
    const aborted = all.find((signal) => signal.aborted);
    if (!aborted) return;
    for (const signal of all) signal.removeEventListener('abort', follow);
    controller.abort(aborted.reason);
  };
  for (const signal of all) signal.addEventListener('abort', follow);
  follow();
  return controller.signal;
};

Map.groupBy ??= <K, V>(values: Iterable<V>, keyOf: (value: V, index: number) => K) => {
  const groups = new Map<K, V[]>();
  let index = 0;
  for (const value of values) {
    const key = keyOf(value, index++);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
};

define(String.prototype, 'isWellFormed', function isWellFormed(this: string) {
  return !/\p{Cs}/u.test(this);
});
define(Array.prototype, 'toReversed', function toReversed(this: unknown[]) {
  // oxlint-disable-next-line unicorn/no-array-reverse -- the other is what is made here
  return [...this].reverse();
});
define(
  Array.prototype,
  'toSorted',
  function toSorted(this: unknown[], order?: (a: unknown, b: unknown) => number) {
    return [...this].sort(order);
  },
);

/* Safari before 16.4 has full screen under names of its own, and iPhones have none. */
interface WebKitDocument {
  readonly webkitFullscreenElement?: unknown;
  webkitExitFullscreen?(): void;
}
interface WebKitElement {
  webkitRequestFullscreen?(): void;
}
if ('document' in globalThis && 'webkitFullscreenElement' in document && !document.exitFullscreen) {
  const page: Document & WebKitDocument = document;
  Object.defineProperty(page, 'fullscreenElement', { get: () => page.webkitFullscreenElement });
  page.addEventListener('webkitfullscreenchange', () =>
    page.dispatchEvent(new Event('fullscreenchange')),
  );
  define(Document.prototype, 'exitFullscreen', async function (this: WebKitDocument) {
    this.webkitExitFullscreen?.();
  });
  define(Element.prototype, 'requestFullscreen', async function (this: WebKitElement) {
    this.webkitRequestFullscreen?.();
  });
}

/** Not enumerable, as the browser's own. */
export function define(
  prototype: object,
  name: string,
  value: (...given: never[]) => unknown,
): void {
  if (!(name in prototype))
    Object.defineProperty(prototype, name, { value, configurable: true, writable: true });
}
