import { useEffect, type RefObject } from 'react';

/**
 * Keeps the focus beside what had it and is gone, such as the button of a question that was answered: on the heading of
 * that part, or on the part if it takes the focus. Else it would begin anew at the top of the page.
 */
export function useKeptFocus(within: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const container = within.current;
    if (!container) return;
    /** Last focused element and its ancestors, from inside out. */
    let path: readonly HTMLElement[] = [];
    const note = ({ target }: FocusEvent) => {
      path = pathOf(target as HTMLElement, container);
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
      if (place.tabIndex < 0) place.tabIndex = -1;
      place.focus();
    });
    container.addEventListener('focusin', note);
    observer.observe(container, { childList: true, subtree: true });
    return () => {
      container.removeEventListener('focusin', note);
      observer.disconnect();
    };
  }, [within]);
}

function pathOf(element: HTMLElement, container: HTMLElement): readonly HTMLElement[] {
  const path = [element];
  for (let node = element; node !== container && node.parentElement; node = node.parentElement)
    path.push(node.parentElement);
  return path;
}

/** A press meant for what is gone changes nothing there. */
function placeIn(part: HTMLElement): HTMLElement | null {
  if (part.tabIndex >= 0) return part;
  return (
    part.querySelector<HTMLElement>('h3, h4, .classes-more') ??
    (part.matches('section') ? part.querySelector<HTMLElement>('button') : null)
  );
}
