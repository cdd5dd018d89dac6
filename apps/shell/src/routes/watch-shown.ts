/**
 * How long something is in front until it counts as seen, in milliseconds. Content knows when a question appears over
 * it, and can have the user press there; nobody who has begun to press takes longer than this to notice.
 */
export const seenAfterInMs = 700;

const looksEveryInMs = 100;
const looksUntilSeen = seenAfterInMs / looksEveryInMs;

/**
 * Watches whether an element could be seen: it is {@link isInFront} at each look, for {@link seenAfterInMs}. What was
 * covered meanwhile begins anew. Looks are counted rather than time, since a page that stands still shows nothing.
 *
 * @returns what ends it.
 */
export function watchShown(element: Element, tell: (isSeen: boolean) => void): () => void {
  let looks = -1;
  const begin = () => {
    looks = -1;
    tell(false);
  };
  const look = () => {
    if (!isInFront(element)) return looks >= 0 && begin();
    looks += 1;
    if (looks === looksUntilSeen) tell(true);
  };
  begin();
  const timer = setInterval(look, looksEveryInMs);
  document.addEventListener('fullscreenchange', begin);
  document.addEventListener('visibilitychange', begin);
  return () => {
    clearInterval(timer);
    document.removeEventListener('fullscreenchange', begin);
    document.removeEventListener('visibilitychange', begin);
  };
}

/** Where one looks, as parts of width and height: corners are round. */
const places = [1 / 8, 1 / 2, 7 / 8];

/**
 * True where nothing lies over an element: neither what is on the same page, such as a dialog, nor another window, which
 * has the focus then, nor the frame of the content in full screen.
 */
function isInFront(element: Element): boolean {
  if (document.visibilityState !== 'visible' || !document.hasFocus()) return false;
  if (document.fullscreenElement) return false;
  const box = element.getBoundingClientRect();
  // A small screen shows a part of the element, and scrolls to the rest.
  const left = Math.max(box.left, 0);
  const top = Math.max(box.top, 0);
  const width = Math.min(box.right, innerWidth) - left;
  const height = Math.min(box.bottom, innerHeight) - top;
  if (width <= 0 || height <= 0) return false;
  return places.every((across) =>
    places.every((down) =>
      element.contains(document.elementFromPoint(left + across * width, top + down * height)),
    ),
  );
}
