import { useEffect, type RefObject } from 'react';

/**
 * Keeps the focus beside what had it and is gone, such as the button of a question that was answered: on the heading of
 * that part. Else it would begin anew at the top of the page.
 */
export function useKeptFocus(within: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const whole = within.current;
    if (!whole) return;
    /** What had the focus last, and all that it was in, from inside out. */
    let path: readonly HTMLElement[] = [];
    const note = ({ target }: FocusEvent) => {
      path = pathOf(target as HTMLElement, whole);
    };
    const observer = new MutationObserver(() => {
      if (path.length === 0 || path[0]!.isConnected) return;
      if (document.activeElement !== document.body) return;
      const place = path
        .filter(({ isConnected }) => isConnected)
        .map(placeIn)
        .find(Boolean);
      path = [];
      if (!place) return;
      if (!place.matches('button')) place.tabIndex = -1;
      place.focus();
    });
    whole.addEventListener('focusin', note);
    observer.observe(whole, { childList: true, subtree: true });
    return () => {
      whole.removeEventListener('focusin', note);
      observer.disconnect();
    };
  }, [within]);
}

function pathOf(element: HTMLElement, whole: HTMLElement): readonly HTMLElement[] {
  const path = [element];
  for (let one = element; one !== whole && one.parentElement; one = one.parentElement)
    path.push(one.parentElement);
  return path;
}

/** A press meant for what is gone changes nothing there. */
function placeIn(part: HTMLElement): HTMLElement | null {
  return (
    part.querySelector<HTMLElement>('h3, h4, .classes-more') ??
    (part.matches('section') ? part.querySelector<HTMLElement>('button') : null)
  );
}
