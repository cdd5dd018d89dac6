import type { ClassMember, Feedback, FeedbackContent } from '@lectern/sdk';
import type { OpenClass } from '@lectern/sdk/class';
import { announce } from '../announce.ts';
import type { Exercise } from '../course/model.ts';
import { el, showIfNew } from '../dom.ts';
import { noClassWords, statusOf, type ClassReading } from './class-reading.ts';
import { drafts } from './drafts.ts';
import { createEntries } from './entries.ts';
import { createReadOnly } from './read-only.ts';
import {
  dayAndTime,
  dayOf,
  earlierOf,
  isDone,
  keptOfShared,
  mainAnswer,
  namedMembers,
  newestFirst,
  sharingWords,
  stateOf,
  stateWords,
} from './shared-answers.ts';

/** Longest text of a feedback, in UTF-16 code units. */
const textMaximumLength = 4_000;
/** How old the answers may be before going to another pupil, or coming back, reads them again. */
const refreshAfterInMs = 20_000;

/** At an exercise, for teachers: the answers of the class, one pupil after the other, and what to say about them. */
export class ClassPanel {
  readonly element: HTMLElement;
  readonly #exercise: Exercise;
  readonly #reading: ClassReading;
  readonly #opener: HTMLButtonElement;
  readonly #body: HTMLElement;
  readonly #classChoice = el('select', {});
  readonly #classLabel = el('label', { class: 'class-choice' }, 'Klasse ', this.#classChoice);
  readonly #message = el('p', { class: 'class-message', role: 'status' });
  readonly #retry = el('button', { type: 'button', class: 'quiet' }, 'Noch einmal versuchen');
  readonly #pupils = el('ul', { class: 'class-pupils', 'aria-label': 'Schülerinnen und Schüler' });
  readonly #name = el('h3', { tabindex: '-1' });
  readonly #state = el('p', { class: 'class-state' });
  readonly #answer = el('div', {});
  readonly #given = el('ul', { class: 'class-given', 'aria-label': 'Rückmeldungen' });
  readonly #text = createField();
  readonly #textName = el('span', {});
  readonly #seen = el('button', { type: 'button', class: 'quiet' }, 'Gesehen');
  readonly #again = el('button', { type: 'button', class: 'quiet' }, 'Noch einmal');
  readonly #comment = el('button', { type: 'submit', class: 'primary' }, 'Kommentar geben');
  readonly #outcome = el('p', { class: 'class-outcome', role: 'status' });
  readonly #form: HTMLFormElement;
  readonly #pupil: HTMLElement;
  #opened: OpenClass | undefined;
  #stop = () => {};
  #subject: string | undefined;
  /** The pupil whose answer was chosen outside, until it is here and has the focus. */
  #wanted: string | undefined;
  #loadedAt = 0;
  #isTelling = false;
  /** The answer that is shown, so that it is not built anew with each word about it. */
  #shown = '';
  /** Feedback whose own field is open, by the names of their drafts. */
  readonly #editing = new Set<string>();
  /** Texts that were given on this visit, by the names of their drafts: a refused one is edited again. */
  readonly #texts = new Map<string, string>();
  readonly #showPupils = createEntries<NamedMember>(
    this.#pupils,
    ({ member, name }) => JSON.stringify([member.subject, name]),
    (named) => this.#createPupil(named),
  );
  readonly #showGiven = createEntries<Feedback>(
    this.#given,
    (feedback) => this.#entryKey(feedback),
    (feedback) => this.#createGiven(feedback),
  );

  constructor(exercise: Exercise, reading: ClassReading, signal: AbortSignal) {
    this.#exercise = exercise;
    this.#reading = reading;
    const bodyId = `${exercise.id}-class`;
    const nameId = `${exercise.id}-class-pupil`;
    this.#name.id = nameId;
    const step = (label: string, sign: string, by: number) => {
      const button = el('button', { type: 'button', class: 'quiet', 'aria-label': label }, sign);
      button.addEventListener('click', () => this.#go(by));
      return button;
    };
    this.#opener = el(
      'button',
      { type: 'button', class: 'quiet', 'aria-expanded': 'false', 'aria-controls': bodyId },
      'Antworten der Klasse',
    );
    this.#form = el(
      'form',
      { class: 'class-give' },
      el('label', {}, this.#textName, this.#text),
      el('div', { class: 'class-ways' }, this.#comment, this.#again, this.#seen),
    );
    this.#pupil = el(
      'div',
      { class: 'class-pupil', role: 'group', 'aria-labelledby': nameId },
      el(
        'div',
        { class: 'class-steps' },
        step('Vorherige Person', '‹', -1),
        this.#name,
        step('Nächste Person', '›', 1),
      ),
      this.#state,
      this.#answer,
      this.#given,
      this.#form,
      this.#outcome,
    );
    this.#body = el(
      'div',
      { id: bodyId, class: 'class-body', hidden: true },
      this.#classLabel,
      this.#message,
      this.#retry,
      this.#pupils,
      el('p', { class: 'class-hint' }, 'Mit den Pfeiltasten ← und → zur nächsten Person.'),
      this.#pupil,
    );
    this.element = el(
      'section',
      { class: 'class-answers', 'aria-label': `Antworten der Klasse: ${exercise.title}` },
      this.#opener,
      this.#body,
    );
    this.#listen(signal);
  }

  /** Shows the answers, of this pupil first. */
  open(subject?: string): void {
    this.#opener.setAttribute('aria-expanded', 'true');
    this.#body.hidden = false;
    if (subject !== undefined) this.#choose(subject);
    const before = this.#opened;
    this.#follow();
    if (this.#opened === before) this.#load();
  }

  /** Shows what is chosen now. The element is in the page already: otherwise it could not take the focus. */
  update(): void {
    const wanted = this.#reading.takeWanted(this.#exercise);
    if (wanted !== undefined) {
      this.#wanted = wanted;
      this.open(wanted);
    } else if (!this.#body.hidden) this.#follow();
  }

  #listen(signal: AbortSignal): void {
    const reading = this.#reading;
    reading.addEventListener('change', () => this.update(), { signal });
    signal.addEventListener('abort', () => this.#stop());
    this.#opener.addEventListener('click', () => {
      if (this.#body.hidden) return this.open();
      this.#opener.setAttribute('aria-expanded', 'false');
      this.#body.hidden = true;
    });
    this.#classChoice.addEventListener('change', () => {
      this.#subject = undefined;
      reading.chooseClass(this.#classChoice.value);
    });
    document.addEventListener(
      'visibilitychange',
      () => void (document.hidden || this.#body.hidden || this.#refresh()),
      { signal },
    );
    this.#retry.addEventListener('click', () => this.#load());
    this.#text.addEventListener('input', () => drafts.set(this.#draft, this.#text.value));
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#give('comment');
    });
    this.#seen.addEventListener('click', () => this.#give('seen'));
    this.#again.addEventListener('click', () => this.#give('again'));
    this.#body.addEventListener('keydown', (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      const { target, altKey, ctrlKey, metaKey, shiftKey } = event;
      if (!by || altKey || ctrlKey || metaKey || shiftKey) return;
      // There the keys move within a text, or a choice.
      if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return;
      event.preventDefault();
      this.#go(by);
    });
  }

  /** Follows the chosen class. */
  #follow(): void {
    const opened = this.#reading.open(this.#exercise.id);
    if (opened !== this.#opened) {
      this.#stop();
      this.#opened = opened;
      this.#stop = opened?.subscribe(() => this.#show()) ?? (() => {});
      if (opened) this.#load();
    }
    this.#show();
  }

  #load(): void {
    this.#loadedAt = Date.now();
    void (this.#opened?.load() ?? this.#reading.meetClasses());
  }

  /** Pupils write while the panel is open. */
  #refresh(): void {
    if (Date.now() - this.#loadedAt >= refreshAfterInMs) this.#load();
  }

  get #members(): readonly NamedMember[] {
    return namedMembers(this.#opened?.members ?? []);
  }

  get #member(): ClassMember | undefined {
    return this.#opened?.members.find(({ subject }) => subject === this.#subject);
  }

  get #draft(): string {
    return JSON.stringify([this.#exercise.id, this.#reading.groupId, this.#subject]);
  }

  #draftOf({ feedback_id }: Feedback): string {
    return `${this.#draft} ${feedback_id}`;
  }

  #go(by: number): void {
    const members = this.#members;
    const here = members.findIndex(({ member }) => member.subject === this.#subject);
    const next = members[(here + by + members.length) % members.length];
    if (!next) return;
    const isAtList = this.#pupils.contains(document.activeElement);
    this.#choose(next.member.subject);
    this.#show();
    this.#refresh();
    if (isAtList)
      this.#pupils.querySelector<HTMLElement>('[aria-current]')?.focus({ preventScroll: true });
    // Gone with the answer that it was in.
    else if (document.activeElement === document.body) this.#name.focus({ preventScroll: true });
    const state = stateWords[stateOf(next.member, this.#exercise.id)];
    announce(`${next.name}: ${state}. ${members.indexOf(next) + 1} von ${members.length}.`);
  }

  #choose(subject: string): void {
    this.#subject = subject;
    this.#outcome.textContent = '';
    this.#text.value = drafts.get(this.#draft);
  }

  #show(): void {
    const { classes = [], groupId } = this.#reading;
    this.#classLabel.hidden = classes.length < 2;
    showIfNew(
      this.#classChoice,
      classes.map(({ group_id, name }) =>
        el('option', { value: group_id, selected: group_id === groupId }, name),
      ),
    );
    const members = this.#members;
    const status = statusOf(this.#reading, this.#opened);
    this.#message.textContent = {
      none: noClassWords,
      failed: 'Die Antworten lassen sich gerade nicht laden.',
      loading: 'Die Antworten werden geladen …',
      ready:
        members.length === 0
          ? 'In dieser Klasse ist noch niemand.'
          : sharingWords(members.map(({ member }) => member)),
    }[status];
    this.#retry.hidden = status !== 'failed';
    const { id } = this.#exercise;
    if (!this.#member) {
      // A pupil without feedback on finished work comes first, then one with anything to read.
      const first =
        members.find(({ member }) => ['done', 'new'].includes(stateOf(member, id))) ??
        members.find(({ member }) => mainAnswer(member, id)) ??
        members[0];
      if (first) this.#choose(first.member.subject);
    }
    this.#showPupils(members);
    for (const [index, { member }] of members.entries()) {
      const button = this.#pupils.children[index]!.querySelector('button')!;
      const state = stateOf(member, id);
      button.dataset['state'] = state;
      button.lastElementChild!.textContent = stateWords[state];
      if (member.subject === this.#subject) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
    }
    this.#pupil.hidden = !this.#member;
    if (this.#member) this.#showMember(this.#member);
  }

  #createPupil({ member: { subject }, name }: NamedMember): HTMLElement {
    const button = el('button', { type: 'button' }, el('b', {}, name), el('span', {}));
    button.addEventListener('click', () => {
      this.#choose(subject);
      this.#show();
      this.#refresh();
      // On a narrow screen the answer is below the list of pupils.
      if (this.#name.getBoundingClientRect().top > innerHeight / 2) this.#name.scrollIntoView();
    });
    return el('li', {}, button);
  }

  #showMember(member: ClassMember): void {
    const exercise = this.#exercise;
    const name = this.#members.find((named) => named.member === member)?.name ?? '';
    const answer = mainAnswer(member, exercise.id);
    this.#name.textContent = name;
    const state = stateOf(member, exercise.id);
    const score =
      answer?.score_in_percent === undefined ? [] : [`${Math.round(answer.score_in_percent)} %`];
    this.#state.textContent =
      state === 'unshared'
        ? `${name} teilt die Antworten zu diesem Kurs nicht mit dieser Klasse.`
        : !answer
          ? `Hier ist noch nichts zu lesen. ${untilDoneWords[exercise.answerType] ?? ''} Geteilt wird, was seit dem ${dayOf(member.shared_since!)} geschrieben ist.`
          : [
              isDone(answer) ? 'fertig' : 'angefangen',
              ...score,
              dayAndTime(answer.updated_at),
            ].join(' · ');
    const shown = JSON.stringify([member.subject, member.answers]);
    if (shown !== this.#shown) {
      this.#shown = shown;
      this.#answer.replaceChildren(
        ...(answer
          ? [
              createReadOnly(
                exercise,
                keptOfShared(exercise, member.answers),
                `Antwort von ${name}`,
              ),
            ]
          : []),
      );
    }
    this.#takeBack(member);
    const given = newestFirst(member.feedback);
    this.#showGiven(given);
    for (const [index, feedback] of given.entries())
      this.#given.children[index]!.querySelector('.class-when')!.textContent =
        this.#whenWords(feedback);
    this.#form.hidden = !answer;
    this.#textName.textContent = `Rückmeldung an ${name}`;
    const isFocused = document.activeElement === this.#seen;
    this.#seen.hidden = member.feedback.some(
      (feedback) =>
        feedback.content.feedback_kind === 'seen' &&
        this.#reading.isOwn(feedback) &&
        feedback.answer_id === answer?.answer_id &&
        feedback.answer_version >= answer.version,
    );
    if (isFocused && this.#seen.hidden) this.#name.focus({ preventScroll: true });
    if (this.#wanted !== member.subject) return;
    this.#wanted = undefined;
    // Its draft is found only once the class is known.
    this.#text.value = drafts.get(this.#draft);
    this.#name.scrollIntoView();
    this.#name.focus({ preventScroll: true });
  }

  /** An entry is built anew where this changes; the words of `#whenWords` change in it. */
  #entryKey(feedback: Feedback): string {
    const { feedback_id, content } = feedback;
    return JSON.stringify([
      feedback_id,
      content,
      this.#opened?.refused.get(feedback_id),
      earlierOf(this.#member!, feedback)?.version,
      this.#reading.isOwn(feedback),
      this.#editing.has(this.#draftOf(feedback)),
    ]);
  }

  #whenWords(feedback: Feedback): string {
    const { author, updated_at, delivered } = feedback;
    return [
      this.#reading.isOwn(feedback) ? 'Sie' : (author.display_name ?? 'eine andere Lehrperson'),
      dayAndTime(updated_at),
      ...(delivered ? [] : ['wird übertragen, sobald eine Verbindung da ist']),
    ].join(' · ');
  }

  #createGiven(feedback: Feedback): HTMLElement {
    const { feedback_id, content } = feedback;
    const refused = this.#opened?.refused.get(feedback_id);
    const earlier = earlierOf(this.#member!, feedback);
    const isOwn = this.#reading.isOwn(feedback);
    const isEdited = isOwn && this.#editing.has(this.#draftOf(feedback));
    const text = textOf(content);
    return el(
      'li',
      { 'data-feedback': content.feedback_kind },
      el('b', {}, kindWords[content.feedback_kind]),
      text ? el('p', { hidden: isEdited && refused !== 'CONFLICT' }, text) : undefined,
      el('p', { class: 'class-when' }),
      refused &&
        el(
          'p',
          { class: 'class-refused' },
          refused === 'CONFLICT'
            ? 'Ihre Änderung wurde nicht übernommen: Diese Rückmeldung wurde auf einem anderen Gerät geändert.'
            : 'Ihre Änderung wurde nicht übernommen. Vielleicht wird die Antwort nicht mehr geteilt.',
        ),
      earlier &&
        el(
          'details',
          {},
          el('summary', {}, 'Zu dieser früheren Fassung'),
          createReadOnly(
            this.#exercise,
            keptOfShared(this.#exercise, [earlier]),
            'Die frühere Fassung',
          ),
        ),
      isEdited ? this.#createEdit(feedback) : isOwn ? this.#createActions(feedback) : undefined,
    );
  }

  /** «Ändern» and «Zurücknehmen». */
  #createActions(feedback: Feedback): HTMLElement {
    const { content } = feedback;
    const change = el(
      'button',
      { type: 'button', class: 'quiet', 'data-key': editKey(feedback) },
      'Ändern',
    );
    change.addEventListener('click', () => {
      this.#editing.add(this.#draftOf(feedback));
      this.#show();
      // The focus has followed to «Sichern».
      document.activeElement?.closest('form')?.querySelector('textarea')?.focus();
    });
    const remove = el('button', { type: 'button', class: 'quiet' }, 'Zurücknehmen');
    remove.addEventListener('click', () => {
      const draft = this.#draft;
      void this.#tell(async (subject, opened) => {
        await opened.remove(subject, this.#current(feedback));
        this.#putBack(draft, textOf(content));
        this.#name.focus({ preventScroll: true });
      }, 'Die Rückmeldung ist zurückgenommen.');
    });
    return el(
      'div',
      { class: 'class-ways' },
      content.feedback_kind === 'seen' ? undefined : change,
      remove,
    );
  }

  /** The field in which feedback is changed; its kind stays. */
  #createEdit(feedback: Feedback): HTMLElement {
    const { feedback_kind } = feedback.content;
    const draft = this.#draftOf(feedback);
    const field = createField();
    field.dataset['key'] = `text ${feedback.feedback_id}`;
    field.value = drafts.get(draft) || textOf(feedback.content);
    field.addEventListener('input', () => drafts.set(draft, field.value));
    const close = () => {
      drafts.set(draft, '');
      this.#editing.delete(draft);
      this.#show();
    };
    const key = { 'data-key': editKey(feedback) };
    const cancel = el('button', { type: 'button', class: 'quiet', ...key }, 'Abbrechen');
    cancel.addEventListener('click', close);
    const form = el(
      'form',
      { class: 'class-give' },
      el('label', {}, el('span', {}, `${kindWords[feedback_kind]} ändern`), field),
      el(
        'div',
        { class: 'class-ways' },
        el('button', { type: 'submit', class: 'primary', ...key }, 'Sichern'),
        cancel,
      ),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const text = field.value.trim();
      const content = contentOf(feedback_kind, text);
      if (!content) return this.#askForText(field);
      void this.#tell(async (subject, opened) => {
        await opened.change(subject, this.#current(feedback), content);
        this.#texts.set(draft, text);
        close();
      }, `${kindWords[feedback_kind]}: gespeichert.`);
    });
    return form;
  }

  /** The feedback with its version of now: an entry stays while that moves on. */
  #current(feedback: Feedback): Feedback {
    const { feedback_id } = feedback;
    return this.#member?.feedback.find((each) => each.feedback_id === feedback_id) ?? feedback;
  }

  #give(kind: FeedbackKind): void {
    const text = kind === 'seen' ? '' : this.#text.value.trim();
    const content = contentOf(kind, text);
    const answer = this.#member && mainAnswer(this.#member, this.#exercise.id);
    if (!answer) return;
    if (!content) return this.#askForText(this.#text);
    const draft = this.#draft;
    void this.#tell(async (subject, opened) => {
      const feedback_id = await opened.give(subject, answer, content);
      if (kind === 'seen') return;
      this.#texts.set(`${draft} ${feedback_id}`, text);
      drafts.set(draft, '');
      // The teacher may have gone on to another pupil meanwhile.
      if (draft === this.#draft) this.#text.value = '';
    }, `${kindWords[kind]}: gespeichert.`);
  }

  #askForText(field: HTMLTextAreaElement): void {
    this.#outcome.textContent = 'Schreiben Sie zuerst, was Sie sagen möchten.';
    field.focus();
  }

  /** Does something with feedback. A press while another one is on its way does nothing: it would give the same twice. */
  async #tell(
    work: (subject: string, opened: OpenClass) => Promise<void>,
    done: string,
  ): Promise<void> {
    const subject = this.#subject;
    const opened = this.#opened;
    if (this.#isTelling || subject === undefined || !opened) return;
    this.#isTelling = true;
    let outcome = done;
    try {
      await work(subject, opened);
    } catch {
      outcome =
        'Das hat nicht geklappt, es ist nichts gespeichert. Bitte versuchen Sie es noch einmal.';
    }
    this.#isTelling = false;
    if (subject === this.#subject) this.#outcome.textContent = outcome;
  }

  /**
   * Opens feedback for editing where its text was refused, or is unfinished. The text of feedback that is gone goes into
   * the field.
   */
  #takeBack({ feedback }: ClassMember): void {
    const draft = this.#draft;
    const names = new Set(feedback.map((each) => this.#draftOf(each)));
    for (const [name, text] of this.#texts) {
      const isRefused = this.#opened?.refused.has(name.slice(draft.length + 1));
      if (!isRefused || !name.startsWith(`${draft} `)) continue;
      this.#texts.delete(name);
      if (!drafts.get(name)) drafts.set(name, text);
    }
    for (const name of drafts.namesIn(`${draft} `)) {
      if (names.has(name)) {
        this.#editing.add(name);
        continue;
      }
      this.#putBack(draft, drafts.get(name));
      drafts.set(name, '');
    }
  }

  /** Puts a text into the field of a pupil, after what is there. */
  #putBack(draft: string, text: string): void {
    drafts.set(draft, [drafts.get(draft), text].filter(Boolean).join('\n\n'));
    if (draft === this.#draft) this.#text.value = drafts.get(draft);
  }
}

type NamedMember = ReturnType<typeof namedMembers<ClassMember>>[number];
type FeedbackKind = FeedbackContent['feedback_kind'];

const kindWords: Readonly<Record<FeedbackKind, string>> = {
  seen: 'Gesehen',
  comment: 'Kommentar',
  again: 'Noch einmal',
};

/** Texts are read from «Fertig» on. */
const untilDoneWords: Readonly<Partial<Record<Exercise['answerType'], string>>> = {
  essay: 'Texte sind zu lesen, sobald «Fertig» gedrückt ist.',
};

function createField(): HTMLTextAreaElement {
  return el('textarea', { rows: '3', maxlength: String(textMaximumLength) });
}

/** Of the buttons that open and close the field of feedback: the focus goes from one to the other. */
function editKey({ feedback_id }: Feedback): string {
  return `edit ${feedback_id}`;
}

/** Undefined for a comment without a text. */
function contentOf(feedback_kind: FeedbackKind, text: string): FeedbackContent | undefined {
  if (feedback_kind === 'seen') return { feedback_kind };
  if (text) return { feedback_kind, text };
  return feedback_kind === 'again' ? { feedback_kind } : undefined;
}

function textOf(content: FeedbackContent): string {
  return ('text' in content && content.text) || '';
}
