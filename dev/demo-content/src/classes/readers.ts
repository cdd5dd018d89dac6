import type { OwnClass } from '@lectern/sdk';
import { openSharing } from '../container-dialogs.ts';
import { el } from '../dom.ts';
import type { ClassReading } from './class-reading.ts';

/** At an exercise: who reads the answer, and the way to change that. The container asks; nothing is shared here. */
export function createReaders(reading: ClassReading, signal: AbortSignal): HTMLElement {
  const words = el('span', {});
  const change = el('button', { type: 'button', class: 'quiet' });
  change.addEventListener('click', () => void openSharing(reading.container, reading.issue));
  const element = el('p', { class: 'readers', hidden: true }, words, change);
  function show(): void {
    const { ownClasses } = reading;
    element.hidden = ownClasses.length === 0;
    words.textContent = readersWords(ownClasses);
    change.textContent = ownClasses.some(({ shares_answers }) => shares_answers)
      ? 'Ändern, wer es liest'
      : 'Mit meiner Lehrperson teilen';
  }
  reading.addEventListener('change', show, { signal });
  show();
  return element;
}

/** Who reads the answers of a pupil in these classes. */
export function readersWords(classes: readonly OwnClass[]): string {
  const sharing = classes.filter(({ shares_answers }) => shares_answers);
  if (sharing.length === 0) return 'Deine Antwort liest nur du.';
  const list = new Intl.ListFormat('de-CH');
  const readers = sharing.map(
    ({ name, readers }) =>
      `${readers.length === 0 ? 'deine Lehrperson' : list.format(readers)} (${name})`,
  );
  return `Deine Antwort liest auch ${list.format(readers)}.`;
}
