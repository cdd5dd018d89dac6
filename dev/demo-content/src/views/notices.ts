import { button, el } from '../dom.ts';

export interface NoticeAction {
  readonly label: string;
  run(): void;
}

/** The region for what concerns the whole publication; a live region of the static page. */
const region = document.querySelector('#notices');

/** Shows a notice above the page. One with the same id is replaced. */
export function showNotice(id: string, text: string, actions: readonly NoticeAction[] = []): void {
  hideNotice(id);
  const notice = el(
    'div',
    { class: 'notice', 'data-notice': id },
    el('p', text),
    ...actions.map(({ label, run }) => button('quiet', label, run)),
  );
  region?.append(notice);
}

export function hideNotice(id: string): void {
  region?.querySelector(`[data-notice="${id}"]`)?.remove();
}
