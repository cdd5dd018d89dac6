/** Closes the panel that is open. */
let closeOpen: (() => void) | undefined;

/**
 * Shows a panel over the page until Escape, a press beside it, or another panel. Not a popover: Safari 15 and 16,
 * Firefox 115 and Chrome 109 have none.
 *
 * @param opener A press on it is the opener's own affair.
 * @param closed Called once, when the panel is hidden again.
 * @returns Closes this panel, and none that is open by then.
 */
export function openPanel(
  panel: HTMLElement,
  opener: Element | null,
  closed: () => void,
): () => void {
  closePanel();
  const { activeElement } = document;
  const open = new AbortController();
  const { signal } = open;
  const isBeside = ({ target }: Event) =>
    target instanceof Node && !panel.contains(target) && opener?.contains(target) !== true;

  function close(): void {
    if (signal.aborted) return;
    open.abort();
    closeOpen = undefined;
    const hadFocus = panel.contains(document.activeElement);
    panel.hidden = true;
    if (hadFocus && activeElement instanceof HTMLElement && activeElement.isConnected)
      activeElement.focus({ preventScroll: true });
    closed();
  }
  closeOpen = close;
  panel.hidden = false;

  let isPressBeside = false;
  const listen = (
    type: 'pointerdown' | 'pointerup' | 'keydown',
    listener: (event: Event) => void,
  ) => document.addEventListener(type, listener, { signal, capture: true });
  listen('pointerdown', (event) => (isPressBeside = isBeside(event)));
  // A finger that scrolls the page never comes up: its pointer is cancelled.
  listen('pointerup', (event) => {
    if (isPressBeside && isBeside(event)) close();
  });
  listen('keydown', (event) => {
    if (!(event instanceof KeyboardEvent) || event.key !== 'Escape' || event.isComposing) return;
    event.stopPropagation();
    close();
  });
  return close;
}

/** Closes the panel that is open, if any. */
export function closePanel(): void {
  closeOpen?.();
}
