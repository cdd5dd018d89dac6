import type { Feedback } from '@lectern/sdk';
import type { Answer } from '../answers.ts';
import { el } from '../dom.ts';
import type { ClassReading } from './class-reading.ts';
import { createEntries } from './entries.ts';
import { createReadOnly } from './read-only.ts';
import { dayAndTime, keptOfShared } from './shared-answers.ts';

/** At an exercise: what teachers have said about the answer, the newest first. */
export function createReceived(
  answer: Answer,
  reading: ClassReading,
  signal: AbortSignal,
): HTMLElement {
  const { id, title } = answer.exercise;
  const list = createReceivedList(answer, reading, signal);
  const element = el(
    'aside',
    { class: 'received', 'aria-label': `Rückmeldungen zu: ${title}` },
    list,
  );
  const show = () => {
    element.hidden = !reading.received.feedback.some(({ exercise_id }) => exercise_id === id);
  };
  reading.addEventListener('change', show, { signal });
  show();
  return element;
}

/** True where the newest feedback on a task, comments apart, hands it back, and it was not finished since. */
export function isHandedBack({ exercise }: Answer, reading: ClassReading): boolean {
  return reading.received.feedback.some(
    (feedback) => feedback.exercise_id === exercise.id && isAsking(feedback, reading),
  );
}

/** True for feedback that hands back a task which is not finished since; newer feedback takes its place. */
function isAsking(feedback: Feedback, reading: ClassReading): boolean {
  // The newest stands first.
  const newest = reading.received.feedback.find(
    ({ exercise_id, answer_id, content }) =>
      exercise_id === feedback.exercise_id &&
      answer_id === feedback.answer_id &&
      content.feedback_kind !== 'comment',
  );
  return (
    newest?.feedback_id === feedback.feedback_id &&
    newest.content.feedback_kind === 'again' &&
    reading.isFinishedAfter(newest) === false
  );
}

/** Feedback of teachers on the answer; an entry stays while others come and go. */
export function createReceivedList(
  answer: Answer,
  reading: ClassReading,
  signal: AbortSignal,
): HTMLElement {
  const list = el('ul');
  /** Feedback whose earlier version is read: a change of its words leaves that open. */
  const opened = new Set<string>();
  const showEntries = createEntries<Feedback>(list, JSON.stringify, (feedback) =>
    createEntry(answer, reading, feedback, opened, signal),
  );
  const show = () =>
    showEntries(
      reading.received.feedback.filter(({ exercise_id }) => exercise_id === answer.exercise.id),
    );
  reading.addEventListener('change', show, { signal });
  show();
  return list;
}

/** One feedback, with the version that it is about behind a press, where the pupil has gone on since. */
function createEntry(
  answer: Answer,
  reading: ClassReading,
  feedback: Feedback,
  opened: Set<string>,
  signal: AbortSignal,
): HTMLElement {
  const { feedback_id, content, author, updated_at } = feedback;
  const who = author?.display_name ?? 'Deine Lehrperson';
  const text = 'text' in content ? content.text : undefined;
  const then = el('div');
  const details = el(
    'details',
    { open: opened.has(feedback_id) },
    el('summary', { 'data-key': feedback_id }, 'Deine Antwort von damals'),
    then,
  );
  details.addEventListener('toggle', () => {
    if (details.open) opened.add(feedback_id);
    else opened.delete(feedback_id);
    const about = reading.received.answerOf(feedback);
    if (!details.open || !about) return;
    const kept = keptOfShared(answer.exercise, [about]);
    then.replaceChildren(createReadOnly(answer.exercise, kept, 'Deine Antwort von damals'));
  });
  const isNew = reading.received.isNew(feedback);
  const mark = el('span.new', 'Neu');
  // It stays until the answer is finished or the page is left, so that the reader sees what was new.
  if (isNew)
    whenSeen(mark, () => void reading.received.markSeen(feedback.exercise_id).catch(() => {}));
  answer.addEventListener('finish', () => (mark.hidden = true), { signal });
  const words = el('b');
  const entry = el(
    'li',
    { 'data-feedback': content.feedback_kind },
    el('p', words, ...(isNew ? [' ', mark] : [])),
    text ? el('p', { dir: 'auto' }, text) : undefined,
    el('p.class-when', `${who} · ${dayAndTime(updated_at)}`),
    details,
  );
  const show = () => {
    details.hidden = !reading.received.answerOf(feedback);
    entry.toggleAttribute('data-asks', isAsking(feedback, reading));
    const isDone = content.feedback_kind === 'again' && reading.isFinishedAfter(feedback);
    words.textContent = isDone
      ? 'Das hast du noch einmal gemacht'
      : receivedWords[content.feedback_kind];
  };
  reading.addEventListener('change', show, { signal });
  show();
  return entry;
}

/** Calls once an element is on the screen. */
function whenSeen(element: HTMLElement, call: () => void): void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    call();
  });
  observer.observe(element);
}

const receivedWords = {
  seen: 'Gesehen',
  comment: 'Das sagt deine Lehrperson',
  again: 'Schau es dir noch einmal an',
} as const;
