import type { Feedback } from '@lectern/sdk';
import type { Answer } from '../answers.ts';
import { el } from '../dom.ts';
import type { ClassDesk } from './class-desk.ts';
import { createReadOnly } from './read-only.ts';
import { dayAndTime, keptOfShared } from './shared-answers.ts';

/** At an exercise: what teachers have said about the answer, the newest first. */
export function createReceived(answer: Answer, desk: ClassDesk, signal: AbortSignal): HTMLElement {
  const { id, title } = answer.exercise;
  const list = el('ul', {});
  const element = el(
    'aside',
    { class: 'received', 'aria-label': `Rückmeldungen zu: ${title}`, hidden: true },
    list,
  );
  let shown = '';
  function show(): void {
    const own = desk.received.feedback.filter(({ exercise_id }) => exercise_id === id);
    const next = JSON.stringify(own);
    if (next === shown) return;
    shown = next;
    element.hidden = own.length === 0;
    list.replaceChildren(...own.map((feedback) => createEntry(answer, desk, feedback)));
  }
  desk.addEventListener('change', show, { signal });
  show();
  return element;
}

/** One feedback, with the version that it is about behind a press. */
export function createEntry(answer: Answer, desk: ClassDesk, feedback: Feedback): HTMLElement {
  const { content, author, updated_at } = feedback;
  const who = author.display_name ?? 'Deine Lehrperson';
  const text = 'text' in content ? content.text : undefined;
  const about = desk.received.answerOf(feedback);
  return el(
    'li',
    { 'data-feedback': content.feedback_kind },
    el('b', {}, receivedWords[content.feedback_kind]),
    text ? el('p', {}, text) : undefined,
    el('p', { class: 'class-when' }, `${who} · ${dayAndTime(updated_at)}`),
    about &&
      el(
        'details',
        {},
        el('summary', {}, 'Deine Antwort von damals'),
        createReadOnly(
          answer.exercise,
          keptOfShared(answer.exercise, [about]),
          'Deine Antwort von damals',
        ),
      ),
  );
}

const receivedWords = {
  seen: 'Gesehen',
  comment: 'Das sagt deine Lehrperson',
  again: 'Schau es dir noch einmal an',
} as const;
