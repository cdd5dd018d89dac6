/**
 * How long something is shown until it counts as seen, in milliseconds. Content knows when a question appears over
 * it, and can have the user press there; nobody who has begun to press takes longer than this to notice.
 */
export const seenAfterInMs = 700;

/**
 * Watches whether an element could be seen: it is shown, in a page that is, and has been for {@link seenAfterInMs}. What
 * was hidden, such as behind another question, begins anew.
 *
 * @returns what ends it.
 */
export function watchShown(element: Element, tell: (isSeen: boolean) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const observer = new IntersectionObserver((entries) => {
    clearTimeout(timer);
    tell(false);
    if (entries.at(-1)!.isIntersecting) timer = setTimeout(() => tell(true), seenAfterInMs);
  });
  observer.observe(element);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}
