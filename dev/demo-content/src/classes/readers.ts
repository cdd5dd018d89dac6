import type { OwnClass } from '@lectern/sdk';
import type { Answer } from '../answers.ts';
import { openSharing } from '../container-dialogs.ts';
import { el } from '../dom.ts';
import { groupBy } from '../group-by.ts';
import type { ClassReading } from './class-reading.ts';
import { dayOf } from './shared-answers.ts';

/** At an exercise: who reads the answer, and the way to change that. The container asks; nothing is shared here. */
export function createReaders(
  answer: Answer,
  reading: ClassReading,
  signal: AbortSignal,
): HTMLElement {
  const words = el('span');
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

/** The readers of a pupil's answer in these classes, and the version that they read. */
export function readersWords(
  classes: readonly OwnClass[],
  { textState, sharedAt, isWaiting }: Pick<Answer, 'isWaiting' | 'sharedAt' | 'textState'>,
): string {
  const sharing = classes.filter(({ shares_answers }) => shares_answers);
  if (sharing.length === 0) return 'Deine Antwort liest nur du.';
  const [now = [], early = []] = [false, true].map((isEarly) =>
    sharing.filter(({ shared_since }) => isBefore(sharedAt, shared_since) === isEarly),
  );
  const reads = textState === 'emptied' ? 'weiter' : 'noch';
  const still =
    sharedAt && now.length > 0
      ? [`${isReading(now)} ${reads}, ${hadWords(textState, sharedAt)}.`]
      : [];
  if (textState === 'unfinished' || textState === 'changed' || textState === 'emptied') {
    const subject = textState === 'changed' ? 'Deine Änderung' : 'Deine Antwort';
    const isAllTold = isWaiting || (still.length > 0 && early.length === 0);
    return [
      ...still,
      ...(isWaiting
        ? [`Was du zuletzt fertig hattest, ${isRead(sharing)}, sobald es gespeichert ist.`]
        : []),
      textState === 'emptied'
        ? 'Eine leere Antwort kannst du nicht abgeben.'
        : isAllTold
          ? `${subject} wird erst gelesen, wenn du «Fertig» drückst.`
          : `${subject} ${isRead(sharing)}, sobald du «Fertig» drückst.`,
    ].join(' ');
  }
  if (isWaiting)
    return [...still, `Deine Antwort ${isRead(sharing)}, sobald sie gespeichert ist.`].join(' ');
  const change = textState === 'finished' ? 'änderst und «Fertig» drückst' : 'änderst';
  const exception =
    sharedAt === '' && now.some(({ shared_since }) => shared_since !== undefined)
      ? ', ausser du warst damit fertig, bevor du in die Klasse kamst'
      : '';
  return [
    now.length > 0 ? `Deine Antwort ${isRead(now)}${exception}.` : 'Deine Antwort ist von früher.',
    ...(early.length > 0 ? [`Wenn du sie ${change}, ${isRead(early, 'sie auch')}.`] : []),
  ].join(' ');
}

/** Names the version that is still read. */
function hadWords(textState: Answer['textState'], time: string): string {
  const moment =
    textState === 'emptied'
      ? dayOf(time)
      : new Date(time).toLocaleString('de-CH', { dateStyle: 'long', timeStyle: 'short' });
  return `was du am ${moment} ${textState === undefined ? 'geantwortet' : 'fertig'} hattest`;
}

/** Times of answers have milliseconds, those of classes may have more: within one, both count as the same. */
function isBefore(time: string | undefined, other: string | undefined): boolean {
  return time !== undefined && other !== undefined && Date.parse(time) < Date.parse(other);
}

function isRead(classes: readonly OwnClass[], also = 'auch'): string {
  const { verb, names } = readersOf(classes);
  return `${verb} ${also} ${names}`;
}

function isReading(classes: readonly OwnClass[]): string {
  const { verb, names } = readersOf(classes);
  return `${names.charAt(0).toUpperCase()}${names.slice(1)} ${verb}`;
}

/** Each reader once, with the classes in which it reads. */
function readersOf(classes: readonly OwnClass[]) {
  const list = new Intl.ListFormat('de-CH');
  const places = classes.flatMap(({ name, readers }) =>
    (readers.length === 0 ? ['deine Lehrperson'] : readers).map((reader) => ({ name, reader })),
  );
  const byReader = groupBy(places, ({ reader }) => reader);
  const classNames = (own: readonly { readonly name: string }[]) =>
    list.format(new Set(own.map(({ name }) => name)));
  const byClasses = groupBy([...byReader], ([, own]) => classNames(own));
  const names = [...byClasses].map(
    ([inClasses, readers]) => `${list.format(readers.map(([reader]) => reader))} (${inClasses})`,
  );
  return { verb: byReader.size > 1 ? 'lesen' : 'liest', names: list.format(names) };
}
