import { el } from '../dom.ts';

/** True while a whole room sees the course. */
export function isProjected(): boolean {
  return 'projected' in document.documentElement.dataset;
}

/**
 * Shows the course as a whole room may see it: large, without names, menus, notes, marks and hints for teachers. Their
 * own answers stay, because a class works on them together. It stays so from page to page, until Escape, the button, or
 * the end of the full screen.
 *
 * @param opener Gets the focus back.
 */
export function project(opener: HTMLElement): void {
  const root = document.documentElement;
  if (isProjected()) return;
  const open = new AbortController();
  const { signal } = open;
  const close = el(
    'button',
    { type: 'button', class: 'quiet projection-end', 'aria-label': 'Projektion beenden' },
    'Beenden',
  );

  function end(): void {
    if (signal.aborted) return;
    open.abort();
    delete root.dataset['projected'];
    close.remove();
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
    if (opener.isConnected) opener.focus({ preventScroll: true });
    else document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }

  root.dataset['projected'] = '';
  document.body.prepend(close);
  close.addEventListener('click', end);
  close.focus({ preventScroll: true });
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal });
  let isFull = false;
  document.addEventListener(
    'fullscreenchange',
    () => {
      // Of the Escape key that ends the full screen a page is not told. A film may have had one of its own.
      if (isFull && !document.fullscreenElement) end();
      isFull ||= document.fullscreenElement === root;
    },
    { signal },
  );
  // Phones have none: there the window is enough.
  root.requestFullscreen?.().catch(() => {});
}
