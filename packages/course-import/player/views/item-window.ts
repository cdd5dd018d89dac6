/* Access to the pages in an item's frame. Pages of another origin are out of reach. */

/** The pages in a frame, those in their frames included; without empty ones that wait for theirs. */
export function documentsIn(frame: HTMLIFrameElement): ReadonlySet<Document> {
  return new Set(
    windowsIn(frame)
      .map(({ document }) => document)
      .filter(({ URL: address }) => address !== 'about:blank'),
  );
}

/**
 * True where another page has come in the place of one that is known. While a session runs, all known ones have to be
 * gone: the outer page of a frameset holds the session while pages come and go in it.
 */
export function isNewPage<Page>(
  before: ReadonlySet<Page>,
  now: ReadonlySet<Page>,
  isRunning: boolean,
): boolean {
  const gone = [...before].filter((page) => !now.has(page));
  const isReplaced = isRunning ? gone.length === before.size : gone.length > 0;
  return isReplaced && [...now].some((page) => !before.has(page));
}

/**
 * Tells the pages in a frame that they are about to go. A frame that is removed sends `pagehide` and `unload`
 * alone, and some content saves in `beforeunload` only.
 */
export function announceUnload(frame: HTMLIFrameElement): void {
  for (const inner of windowsIn(frame)) {
    try {
      inner.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    } catch (error) {
      console.warn('A page could not be told that it goes.', error);
    }
  }
}

/**
 * Ends at the player the way that content takes up through its frames' parents. Content that looks for the other
 * standard's object first would meet the shell, where merely looking throws, since it has another origin.
 */
export function endParentsHere(): void {
  Object.defineProperty(window, 'parent', { value: window, configurable: true });
}

/** The windows in a frame and its own, inner ones first. */
export function windowsIn(frame: HTMLIFrameElement): readonly Window[] {
  const windows: Window[] = [];
  const waiting: Window[] = frame.contentWindow ? [frame.contentWindow] : [];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    if (!isReadable(next)) continue;
    windows.unshift(next);
    for (let index = 0; index < next.frames.length; index += 1) waiting.push(next.frames[index]!);
  }
  return windows;
}

function isReadable(inner: Window): boolean {
  try {
    return inner.document !== null;
  } catch {
    return false;
  }
}
