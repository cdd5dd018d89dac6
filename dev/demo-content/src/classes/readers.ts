import type { OwnClass } from '@lectern/sdk';
import type { Answer } from '../answers.ts';
import { openSharing } from '../container-dialogs.ts';
import { el } from '../dom.ts';
import type { ClassReading } from './class-reading.ts';

/** At an exercise: who reads the answer, and the way to change that. The container asks; nothing is shared here. */
export function createReaders(
  answer: Answer,
  reading: ClassReading,
  signal: AbortSignal,
): HTMLElement {
  const words = el('span', {});
  const change = el('button', { type: 'button', class: 'quiet' });
  change.addEventListener('click', () => {
    void openSharing(reading.container, reading.issue);
    void reading.meetOwnClasses();
  });
  const element = el('p', { class: 'readers', hidden: true }, words, change);
  function show(): void {
    const { ownClasses } = reading;
    element.hidden = ownClasses.length === 0;
    words.textContent = readersWords(ownClasses, answer);
    change.textContent = ownClasses.some(({ shares_answers }) => shares_answers)
      ? 'Ändern, wer es liest'
      : 'Mit meiner Lehrperson teilen';
  }
  reading.addEventListener('change', show, { signal });
  answer.addEventListener('change', show, { signal });
  show();
  return element;
}

/** The readers of a pupil's answer in these classes. */
export function readersWords(
  classes: readonly OwnClass[],
  { textState, storedAt }: Pick<Answer, 'textState' | 'storedAt'>,
): string {
  const sharing = classes.filter(({ shares_answers }) => shares_answers);
  if (sharing.length === 0) return 'Deine Antwort liest nur du.';
  if (textState === 'unfinished' || textState === 'changed') {
    // The text that was finished before is read or not, by a time that is not told.
    const subject = textState === 'changed' ? 'Deine Änderung' : 'Deine Antwort';
    return `${subject} liest auch ${listOf(sharing)}, sobald du «Fertig» drückst.`;
  }
  const now = sharing.filter(({ shared_since }) => !isBefore(storedAt, shared_since));
  const later = sharing.filter((each) => !now.includes(each));
  // Its time is that of the last change, also of one that was taken back.
  const exception =
    textState === 'finished' && now.some(({ shared_since }) => shared_since !== undefined)
      ? ', ausser du warst damit fertig, bevor du in die Klasse kamst'
      : '';
  return [
    now.length > 0
      ? `Deine Antwort liest auch ${listOf(now)}${exception}.`
      : 'Deine Antwort ist von früher.',
    ...(later.length > 0 ? [`Wenn du sie änderst, liest sie auch ${listOf(later)}.`] : []),
  ].join(' ');
}

/** Times of answers have milliseconds, those of classes may have more: within one, both count as the same. */
function isBefore(time: string | undefined, other: string | undefined): boolean {
  return time !== undefined && other !== undefined && Date.parse(time) < Date.parse(other);
}

function listOf(classes: readonly OwnClass[]): string {
  const list = new Intl.ListFormat('de-CH');
  return list.format(
    classes.map(
      ({ name, readers }) =>
        `${readers.length === 0 ? 'deine Lehrperson' : list.format(readers)} (${name})`,
    ),
  );
}
