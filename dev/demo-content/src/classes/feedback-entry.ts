import type { Feedback, SharedAnswer } from '@lectern/sdk';
import type { OpenClass } from '@lectern/sdk/class';
import type { Exercise } from '../course/model.ts';
import { button, el } from '../dom.ts';
import { createField, kindWords, textOf } from './feedback-words.ts';
import { createReadOnly } from './read-only.ts';
import { keptOfShared } from './shared-answers.ts';

/** Feedback as its teachers see it. An entry is built anew where this changes, but for the feedback's version. */
export interface ShownFeedback {
  readonly feedback: Feedback;
  /** The earlier version of the answer that it is about; undefined: it is about the one that is there. */
  readonly earlier: SharedAnswer | undefined;
  /** Why the last change of it was refused. */
  readonly refused: ReturnType<OpenClass['refused']['get']>;
  readonly isOwn: boolean;
  /** Its own field is open. */
  readonly isEdited: boolean;
}

/** A teacher's ways to change own feedback. */
export interface EntryActions {
  edit(feedback: Feedback): void;
  remove(feedback: Feedback): void;
  /** The text that the field begins with. */
  textFor(feedback: Feedback): string;
  /** The text in the field has changed. */
  typed(feedback: Feedback, text: string): void;
  save(feedback: Feedback, field: HTMLTextAreaElement): void;
  cancel(feedback: Feedback): void;
}

/** One feedback in the list of those that are given. The caller fills `.class-when`, which changes more often. */
export function createFeedbackEntry(
  exercise: Exercise,
  { feedback, earlier, refused, isOwn, isEdited }: ShownFeedback,
  actions: EntryActions,
): HTMLElement {
  const { content } = feedback;
  const text = textOf(content);
  return el(
    'li',
    { 'data-feedback': content.feedback_kind },
    el('b', kindWords[content.feedback_kind]),
    text ? el('p', { dir: 'auto', hidden: isEdited && refused !== 'CONFLICT' }, text) : undefined,
    el('p.class-when'),
    refused &&
      el(
        'p.class-refused',
        refused === 'CONFLICT'
          ? 'Ihre Änderung wurde nicht übernommen: Diese Rückmeldung wurde auf einem anderen Gerät geändert.'
          : 'Ihre Änderung wurde nicht übernommen. Vielleicht wird die Antwort nicht mehr geteilt.',
      ),
    earlier &&
      el(
        'details',
        el('summary', 'Zu dieser früheren Fassung'),
        createReadOnly(exercise, keptOfShared(exercise, [earlier]), 'Die frühere Fassung'),
      ),
    isEdited ? createEdit(feedback, actions) : isOwn ? createActions(feedback, actions) : undefined,
  );
}

/** «Ändern» and «Zurücknehmen». */
function createActions(feedback: Feedback, actions: EntryActions): HTMLElement {
  const key = { 'data-key': editKey(feedback) };
  const change = button('quiet', 'Ändern', () => actions.edit(feedback), key);
  const remove = button('quiet', 'Zurücknehmen', () => actions.remove(feedback));
  return el(
    'div.class-ways',
    feedback.content.feedback_kind === 'seen' ? undefined : change,
    remove,
  );
}

/** The field in which feedback is changed; its kind stays. */
function createEdit(feedback: Feedback, actions: EntryActions): HTMLElement {
  const { feedback_id, content } = feedback;
  const field = createField();
  field.dataset['key'] = `text ${feedback_id}`;
  field.value = actions.textFor(feedback);
  field.addEventListener('input', () => actions.typed(feedback, field.value));
  const key = { 'data-key': editKey(feedback) };
  const cancel = button('quiet', 'Abbrechen', () => actions.cancel(feedback), key);
  const form = el(
    'form.class-give',
    el('label', el('span', `${kindWords[content.feedback_kind]} ändern`), field),
    el(
      'div.class-ways',
      el('button', { type: 'submit', class: 'primary', ...key }, 'Sichern'),
      cancel,
    ),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    actions.save(feedback, field);
  });
  return form;
}

/** Of the buttons that open and close the field of feedback: the focus goes from one to the other. */
function editKey({ feedback_id }: Feedback): string {
  return `edit ${feedback_id}`;
}
