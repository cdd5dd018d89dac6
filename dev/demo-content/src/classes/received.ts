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
  /** By what they say: one that stays keeps what is open in it. */
  let entries = new Map<string, HTMLElement>();
  function show(): void {
    const own = desk.received.feedback.filter(({ exercise_id }) => exercise_id === id);
    const next = new Map(
      own.map((feedback) => {
        const name = JSON.stringify(feedback);
        return [name, entries.get(name) ?? createEntry(answer, desk, feedback)];
      }),
    );
    element.hidden = own.length === 0;
    if ([...next.keys()].join() === [...entries.keys()].join()) return;
    entries = next;
    list.replaceChildren(...next.values());
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
  const then = el('div', {});
  const details = el('details', {}, el('summary', {}, 'Deine Antwort von damals'), then);
  // Who has gone on since has it here only once it is read.
  details.addEventListener('toggle', () => details.open && void showThen());
  async function showThen(): Promise<void> {
    const isRead = desk.received.answerOf(feedback) !== undefined || (await desk.received.load());
    const about = desk.received.answerOf(feedback);
    then.replaceChildren(
      about
        ? createReadOnly(
            answer.exercise,
            keptOfShared(answer.exercise, [about]),
            'Deine Antwort von damals',
          )
        : el(
            'p',
            {},
            isRead
              ? 'Seither hast du nichts geändert.'
              : 'Das lässt sich gerade nicht laden. Versuch es später noch einmal.',
          ),
    );
  }
  return el(
    'li',
    { 'data-feedback': content.feedback_kind },
    el('b', {}, receivedWords[content.feedback_kind]),
    text ? el('p', {}, text) : undefined,
    el('p', { class: 'class-when' }, `${who} · ${dayAndTime(updated_at)}`),
    details,
  );
}

const receivedWords = {
  seen: 'Gesehen',
  comment: 'Das sagt deine Lehrperson',
  again: 'Schau es dir noch einmal an',
} as const;
