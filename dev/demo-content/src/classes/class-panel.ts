import type { ClassMember, Feedback, FeedbackContent } from '@lectern/sdk';
import type { OpenClass } from '@lectern/sdk/class';
import { announce } from '../announce.ts';
import type { Exercise } from '../course/model.ts';
import { el, showIfNew } from '../dom.ts';
import type { ClassDesk } from './class-desk.ts';
import { drafts } from './drafts.ts';
import { createReadOnly } from './read-only.ts';
import {
  dayAndTime,
  dayOf,
  earlierOf,
  keptOfShared,
  mainAnswer,
  namedMembers,
  newestFirst,
  stateOf,
  stateWords,
} from './shared-answers.ts';

/** Longest text of a feedback, in UTF-16 code units. */
const textMaximumLength = 4_000;

/** At an exercise, for teachers: the answers of the class, one pupil after the other, and what to say about them. */
export class ClassPanel {
  readonly element: HTMLElement;
  readonly #exercise: Exercise;
  readonly #desk: ClassDesk;
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
  readonly #text = el('textarea', { rows: '3', maxlength: String(textMaximumLength) });
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
  #changing: Feedback | undefined;
  /** The answer that is shown, so that it is not built anew with each word about it. */
  #shown = '';
  /** Texts that were given on this visit, by feedback: a refused one goes back into the field. */
  readonly #texts = new Map<string, string>();

  constructor(exercise: Exercise, desk: ClassDesk, signal: AbortSignal) {
    this.#exercise = exercise;
    this.#desk = desk;
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
    if (this.#opened === before) void before?.load();
  }

  #listen(signal: AbortSignal): void {
    const desk = this.#desk;
    const follow = () => {
      // Elsewhere the page is about to open anew, at the exercise.
      const isHere = location.hash.endsWith(`/${this.#exercise.id}`);
      const wanted = isHere ? desk.takeWanted(this.#exercise) : undefined;
      if (wanted !== undefined) {
        this.open(wanted);
        this.element.scrollIntoView();
        this.#name.focus({ preventScroll: true });
      } else if (!this.#body.hidden) this.#follow();
    };
    desk.addEventListener('change', follow, { signal });
    signal.addEventListener('abort', () => this.#stop());
    this.#opener.addEventListener('click', () => {
      if (this.#body.hidden) return this.open();
      this.#opener.setAttribute('aria-expanded', 'false');
      this.#body.hidden = true;
    });
    this.#classChoice.addEventListener('change', () => {
      this.#subject = undefined;
      desk.chooseClass(this.#classChoice.value);
    });
    this.#retry.addEventListener('click', () => void this.#opened?.load());
    this.#text.addEventListener('input', () => drafts.set(this.#draft, this.#text.value));
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      const text = this.#text.value.trim();
      if (text) return void this.#give({ feedback_kind: 'comment', text });
      this.#outcome.textContent = 'Schreiben Sie zuerst, was Sie sagen möchten.';
      this.#text.focus();
    });
    this.#seen.addEventListener('click', () => void this.#give({ feedback_kind: 'seen' }));
    this.#again.addEventListener('click', () => {
      const text = this.#text.value.trim();
      void this.#give({ feedback_kind: 'again', ...(text && { text }) });
    });
    this.#body.addEventListener('keydown', (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      const { target, altKey, ctrlKey, metaKey, shiftKey } = event;
      if (!by || altKey || ctrlKey || metaKey || shiftKey) return;
      // There the keys move within a text, or a choice.
      if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return;
      event.preventDefault();
      this.#go(by);
    });
    follow();
  }

  /** Follows the chosen class. */
  #follow(): void {
    const opened = this.#desk.open(this.#exercise.id);
    if (opened !== this.#opened) {
      this.#stop();
      this.#opened = opened;
      this.#stop = opened?.subscribe(() => this.#show()) ?? (() => {});
      void opened?.load();
    }
    this.#show();
  }

  get #members() {
    return namedMembers(this.#opened?.members ?? []);
  }

  get #member(): ClassMember | undefined {
    return this.#opened?.members.find(({ subject }) => subject === this.#subject);
  }

  get #draft(): string {
    return JSON.stringify([this.#exercise.id, this.#desk.groupId, this.#subject]);
  }

  #go(by: number): void {
    const members = this.#members;
    const here = members.findIndex(({ member }) => member.subject === this.#subject);
    const next = members[(here + by + members.length) % members.length];
    if (!next) return;
    const isAtList = this.#pupils.contains(document.activeElement);
    this.#choose(next.member.subject);
    this.#show();
    if (isAtList)
      this.#pupils.querySelector<HTMLElement>('[aria-current]')?.focus({ preventScroll: true });
    // Gone with the answer that it was in.
    else if (document.activeElement === document.body) this.#name.focus({ preventScroll: true });
    const state = stateWords[stateOf(next.member, this.#exercise.id)];
    announce(`${next.name}: ${state}. ${members.indexOf(next) + 1} von ${members.length}.`);
  }

  #choose(subject: string): void {
    this.#subject = subject;
    this.#changing = undefined;
    this.#outcome.textContent = '';
    this.#text.value = drafts.get(this.#draft);
  }

  #show(): void {
    const { classes, groupId } = this.#desk;
    this.#classLabel.hidden = classes.length < 2;
    showIfNew(
      this.#classChoice,
      classes.map(({ group_id, name }) =>
        el('option', { value: group_id, selected: group_id === groupId }, name),
      ),
    );
    const status = this.#opened?.status;
    const members = this.#members;
    this.#message.textContent =
      classes.length === 0
        ? 'Sie leiten noch keine Klasse. Im Menü unter «Klassen» legen Sie eine an.'
        : status === 'failed'
          ? 'Die Antworten lassen sich gerade nicht laden.'
          : status === 'loading'
            ? 'Die Antworten werden geladen …'
            : members.length === 0
              ? 'In dieser Klasse ist noch niemand.'
              : sharingWords(members.map(({ member }) => member));
    this.#retry.hidden = status !== 'failed';
    const { id } = this.#exercise;
    if (!this.#member) {
      // Who waits for a word comes first, then who has something to read.
      const first =
        members.find(({ member }) => ['done', 'new'].includes(stateOf(member, id))) ??
        members.find(({ member }) => mainAnswer(member, id)) ??
        members[0];
      if (first) this.#choose(first.member.subject);
    }
    keepingFocus(this.#pupils, () =>
      this.#pupils.replaceChildren(
        ...members.map(({ member, name }) => {
          const state = stateOf(member, id);
          const isHere = member.subject === this.#subject;
          const button = el(
            'button',
            {
              type: 'button',
              'data-state': state,
              'data-key': member.subject,
              'aria-current': isHere && 'true',
            },
            el('b', {}, name),
            el('span', {}, stateWords[state]),
          );
          button.addEventListener('click', () => {
            this.#choose(member.subject);
            this.#show();
          });
          return el('li', {}, button);
        }),
      ),
    );
    this.#pupil.hidden = !this.#member;
    if (this.#member) this.#showMember(this.#member);
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
        : state === 'nothing'
          ? `Hier ist noch nichts zu lesen. ${untilDoneWords[exercise.answerType] ?? ''} Geteilt wird, was seit dem ${dayOf(member.shared_since!)} geschrieben ist.`
          : [
              answer?.is_done ? 'fertig' : 'angefangen',
              ...score,
              dayAndTime(answer!.updated_at),
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
    keepingFocus(this.#given, () =>
      this.#given.replaceChildren(
        ...newestFirst(member.feedback).map((feedback) => this.#createGiven(member, feedback)),
      ),
    );
    this.#form.hidden = !answer;
    this.#textName.textContent = this.#changing
      ? `Rückmeldung an ${name} ändern`
      : `Rückmeldung an ${name}`;
    this.#seen.hidden = this.#changing !== undefined;
    this.#takeBackRefused(member);
  }

  #createGiven(member: ClassMember, feedback: Feedback): HTMLElement {
    const { feedback_id, author, content, delivered, updated_at } = feedback;
    const isOwn = author.subject === '' || author.subject === this.#desk.subject;
    const refused = this.#opened?.refused.get(feedback_id);
    const earlier = earlierOf(member, feedback);
    const action = (label: string, key: string, act: () => void) => {
      const button = el(
        'button',
        { type: 'button', class: 'quiet', 'data-key': `${key} ${feedback_id}` },
        label,
      );
      button.addEventListener('click', act);
      return button;
    };
    return el(
      'li',
      { 'data-feedback': content.feedback_kind },
      el('b', {}, kindWords[content.feedback_kind]),
      'text' in content && content.text ? el('p', {}, content.text) : undefined,
      el(
        'p',
        { class: 'class-when' },
        [
          isOwn ? 'Sie' : (author.display_name ?? 'eine andere Lehrperson'),
          dayAndTime(updated_at),
          delivered ? '' : 'wird übertragen, sobald eine Verbindung da ist',
        ]
          .filter(Boolean)
          .join(' · '),
      ),
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
      isOwn
        ? el(
            'div',
            { class: 'class-ways' },
            content.feedback_kind === 'seen'
              ? undefined
              : action('Ändern', 'change', () => {
                  this.#changing = feedback;
                  this.#text.value = ('text' in content && content.text) || '';
                  this.#show();
                  this.#text.focus();
                }),
            action(
              'Zurücknehmen',
              'remove',
              () =>
                void this.#tell(
                  () => this.#opened!.remove(member.subject, feedback),
                  'Die Rückmeldung ist zurückgenommen.',
                ),
            ),
          )
        : undefined,
    );
  }

  #give(content: FeedbackContent): Promise<void> {
    const member = this.#member;
    const opened = this.#opened;
    const answer = member && mainAnswer(member, this.#exercise.id);
    if (!opened || !member || !answer) return Promise.resolve();
    const changing = this.#changing;
    const draft = this.#draft;
    const before = new Set(member.feedback.map(({ feedback_id }) => feedback_id));
    return this.#tell(async () => {
      if (changing) await opened.change(member.subject, changing, content);
      else await opened.give(member.subject, answer, content);
      const now = opened.members.find(({ subject }) => subject === member.subject);
      const id =
        changing?.feedback_id ??
        now?.feedback.find(({ feedback_id }) => !before.has(feedback_id))?.feedback_id;
      if (content.feedback_kind === 'seen') return;
      if (id !== undefined) this.#texts.set(id, content.text ?? '');
      drafts.set(draft, '');
      this.#changing = undefined;
      // Somebody may have gone on meanwhile.
      if (draft === this.#draft) this.#text.value = '';
      this.#show();
    }, `${kindWords[content.feedback_kind]}: gespeichert.`);
  }

  async #tell(work: () => Promise<void>, done: string): Promise<void> {
    try {
      await work();
      this.#outcome.textContent = done;
    } catch {
      this.#outcome.textContent =
        'Das hat nicht geklappt, es ist nichts gespeichert. Bitte versuchen Sie es noch einmal.';
    }
  }

  /** The text of feedback that was not taken goes back where it was written. */
  #takeBackRefused({ feedback }: ClassMember): void {
    for (const { feedback_id } of feedback) {
      const text = this.#texts.get(feedback_id);
      if (!text || !this.#opened?.refused.has(feedback_id) || this.#text.value) continue;
      this.#texts.delete(feedback_id);
      this.#text.value = text;
      drafts.set(this.#draft, text);
    }
  }
}

const kindWords: Readonly<Record<FeedbackContent['feedback_kind'], string>> = {
  seen: 'Gesehen',
  comment: 'Kommentar',
  again: 'Noch einmal',
};

/** Texts are read from «Fertig» on. */
const untilDoneWords: Readonly<Partial<Record<Exercise['answerType'], string>>> = {
  essay: 'Texte sind zu lesen, sobald «Fertig» gedrückt ist.',
};

function sharingWords(members: readonly ClassMember[]): string {
  const unshared = members.filter(({ shared_since }) => shared_since === undefined).length;
  if (unshared === 0) return '';
  return unshared === members.length
    ? 'Noch niemand teilt die Antworten zu diesem Kurs mit dieser Klasse. Das stellen alle selbst ein, unter «Klassen».'
    : `${unshared} von ${members.length} ${unshared === 1 ? 'teilt' : 'teilen'} die Antworten nicht mit dieser Klasse.`;
}

/** Builds a list anew; what had the focus in it has it again. */
function keepingFocus(list: HTMLElement, build: () => void): void {
  const { activeElement } = document;
  const key = list.contains(activeElement) && activeElement?.getAttribute('data-key');
  build();
  if (!key) return;
  [...list.querySelectorAll<HTMLElement>('[data-key]')]
    .find((element) => element.dataset['key'] === key)
    ?.focus({ preventScroll: true });
}
