import { element, required } from './dom.ts';

/** Shows a notice above the content, or takes it away; one of a kind at a time. */
export function showNotice(
  kind: string,
  text: string | undefined,
  ...actions: readonly HTMLElement[]
): void {
  const notices = required('notices');
  const shown = notices.querySelector<HTMLElement>(`[data-notice="${kind}"]`);
  if (shown?.dataset['text'] === text) return;
  shown?.remove();
  if (text === undefined) return;
  notices.append(
    element(
      'div',
      { class: 'notice', 'data-notice': kind, 'data-text': text },
      element('p', {}, text),
      ...actions,
    ),
  );
}
