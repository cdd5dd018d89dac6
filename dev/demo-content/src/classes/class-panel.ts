import type { OpenClass } from '@lectern/sdk/class';
import { announce } from '../announce.ts';
import type { Exercise } from '../course/model.ts';
import { el, showIfNew } from '../dom.ts';
import { classOptions, noClassWords, statusOf, type ClassReading } from './class-reading.ts';
import { draftName, drafts } from './drafts.ts';
import { FeedbackBox } from './feedback-box.ts';
import { leftWords, PupilAnswer } from './pupil-answer.ts';
import { PupilList } from './pupil-list.ts';
import {
  mainAnswer,
  namedMembers,
  sharingWords,
  stateOf,
  stateWords,
  withoutWords,
  type NamedMember,
} from './shared-answers.ts';

/** How old the answers may be before going to another pupil, or coming back, reads them again. */
const refreshAfterInMs = 20_000;

/** At an exercise, for teachers: the answers of the class, one pupil after the other, and what to say about them. */
export class ClassPanel {
  readonly element: HTMLElement;
  readonly #exercise: Exercise;
  readonly #reading: ClassReading;
  readonly #opener: HTMLButtonElement;
  readonly #body: HTMLElement;
  readonly #classChoice = el('select');
  readonly #classLabel = el('label.class-choice', 'Klasse ', this.#classChoice);
  readonly #message = el('p', { class: 'class-message', role: 'status' });
  readonly #retry = el('button', { type: 'button', class: 'quiet' }, 'Noch einmal versuchen');
  readonly #list: PupilList;
  readonly #answer: PupilAnswer;
  readonly #feedback: FeedbackBox;
  readonly #keys = el(
    'p.class-hint.class-keys',
    'Mit den Pfeiltasten ← und → zur nächsten Person.',
  );
  readonly #pupil: HTMLElement;
  #opened: OpenClass | undefined;
  #stop = () => {};
  #subject: string | undefined;
  /** The pupil who was shown last, if in the class. */
  #present: string | undefined;
  /** The answer that was chosen elsewhere, until it is here and has the focus. */
  #wanted: ReturnType<ClassReading['takeWanted']>;
  #loadedAt = 0;

  constructor(exercise: Exercise, reading: ClassReading, signal: AbortSignal) {
    this.#exercise = exercise;
    this.#reading = reading;
    const bodyId = `${exercise.id}-class`;
    this.#opener = el(
      'button',
      { type: 'button', class: 'quiet', 'aria-expanded': 'false', 'aria-controls': bodyId },
      'Antworten der Klasse',
    );
    this.#list = new PupilList(exercise.id, (subject) => this.#pick(subject));
    this.#answer = new PupilAnswer(
      exercise,
      (by) => this.#go(by),
      () => {
        this.#showNewest();
        this.#answer.focus();
      },
    );
    this.#feedback = new FeedbackBox(exercise, reading, {
      focusPupil: () => this.#answer.focus(),
      given: () => this.#showNewest(),
    });
    this.#pupil = el(
      'div',
      { class: 'class-pupil', role: 'group', 'aria-labelledby': this.#answer.name.id },
      ...this.#answer.elements,
      ...this.#feedback.elements,
    );
    this.#body = el(
      'div',
      { id: bodyId, class: 'class-body', hidden: true },
      this.#classLabel,
      this.#message,
      this.#retry,
      this.#list.element,
      this.#keys,
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
    const before = this.#opened;
    this.#follow(subject);
    if (this.#opened === before) this.#load();
  }

  /** Shows what is chosen now. The element is in the page already: otherwise it could not take the focus. */
  update(): void {
    const wanted = this.#reading.takeWanted(this.#exercise);
    if (wanted) {
      this.#wanted = wanted;
      this.open(wanted.subject);
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
    this.#classChoice.addEventListener('change', () =>
      reading.chooseClass(this.#classChoice.value),
    );
    addEventListener('resize', () => this.#releaseHeight(), { signal });
    reading.addEventListener('return', () => void (this.#body.hidden || this.#refresh()), {
      signal,
    });
    this.#retry.addEventListener('click', () => this.#load());
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

  /** Follows the chosen class. Another class begins with its own pupil and draft. */
  #follow(subject?: string): void {
    const opened = this.#reading.open(this.#exercise.id);
    const isLeft = this.#opened !== undefined && this.#opened !== opened;
    if (isLeft || subject !== undefined) this.#choose(subject);
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

  /** Pupils of the class, and who has left it: chosen still, or with a comment that is half typed. */
  get #members(): readonly NamedMember[] {
    const { groupId, left } = this.#reading;
    const nothing = { answers: [], feedback: [], earlier_versions: [], has_left: true } as const;
    return [
      ...namedMembers(this.#opened?.members ?? []),
      ...[...left]
        .filter(
          ([subject]) =>
            subject === this.#subject || drafts.has(draftName(groupId, subject, this.#exercise.id)),
        )
        .map(([subject, name]) => ({ name, member: { subject, ...nothing } })),
    ];
  }

  #go(by: number): void {
    const members = this.#members;
    const here = members.findIndex(({ member }) => member.subject === this.#subject);
    const next = members[(here + by + members.length) % members.length];
    if (!next) return;
    const isAtList = this.#list.hasFocus;
    // At the end of the page a shorter answer would move the buttons away from the finger.
    this.#pupil.style.minHeight = `${this.#pupil.offsetHeight}px`;
    this.#choose(next.member.subject);
    this.#show();
    this.#refresh();
    const focused = document.activeElement;
    // Screen readers read name and state with the focus, so that an announcement would repeat them.
    if (isAtList) return this.#list.focus();
    // The focused element was removed or hidden together with the previous answer.
    if (!focused?.getClientRects().length || focused === document.body) this.#answer.focus();
    else focused.scrollIntoView({ block: 'nearest' });
    const state = stateWords[stateOf(next.member, this.#exercise.id)];
    announce(`${next.name}: ${state}. ${members.indexOf(next) + 1} von ${members.length}.`);
  }

  /** Shows the answer of a pupil of the list. */
  #pick(subject: string): void {
    this.#releaseHeight();
    this.#choose(subject);
    this.#show();
    this.#refresh();
    const { name } = this.#answer;
    // On a narrow screen the answer is below the list of pupils.
    if (name.getBoundingClientRect().top > innerHeight / 2) name.scrollIntoView();
  }

  #releaseHeight(): void {
    this.#pupil.style.minHeight = '';
  }

  #choose(subject: string | undefined): void {
    if (subject === undefined) this.#releaseHeight();
    this.#subject = subject;
    this.#answer.release();
    this.#feedback.choose(subject);
  }

  /** Shows the version that came while a comment on another one was typed. */
  #showNewest(): void {
    if (!this.#answer.isHeld) return;
    this.#answer.release();
    this.#show();
  }

  #show(): void {
    const reading = this.#reading;
    const { classes = [], groupId } = reading;
    this.#classLabel.hidden = classes.length < 2;
    showIfNew(this.#classChoice, classOptions(classes, groupId));
    const members = this.#members;
    const pupils = members.filter(({ member }) => !member.has_left);
    const status = statusOf(reading, this.#opened);
    this.#message.textContent = {
      none: noClassWords,
      failed: reading.isGone
        ? 'Diese Klasse gibt es nicht mehr, oder Sie leiten sie nicht mehr. Ihr Text bleibt hier, bis Sie ihn löschen.'
        : 'Die Antworten lassen sich gerade nicht laden.',
      loading: 'Die Antworten werden geladen …',
      ready:
        pupils.length === 0
          ? 'In dieser Klasse ist noch niemand.'
          : [sharingWords, withoutWords]
              .map((words) => words(pupils.map(({ member }) => member)))
              .join(' ')
              .trim(),
    }[status];
    this.#retry.hidden = status !== 'failed';
    this.#keys.hidden = members.length < 2;
    const ofSubject = () => members.find(({ member }) => member.subject === this.#subject);
    // A pupil who has left stays chosen.
    const first = ofSubject() ? undefined : firstToRead(pupils, this.#exercise.id);
    if (first) this.#choose(first.member.subject);
    this.#list.show(members, this.#subject);
    const pupil = ofSubject();
    this.#pupil.hidden = !pupil;
    if (!pupil) return;
    const { subject, has_left: hasLeft } = pupil.member;
    const isNews = hasLeft && this.#present === subject;
    const hadFocus = this.#pupil.contains(document.activeElement);
    this.#present = hasLeft ? undefined : subject;
    this.#answer.show(pupil, this.#feedback.isTyping);
    this.#feedback.show(this.#opened, pupil, this.#answer.shown);
    if (isNews) announce(leftWords(pupil.name));
    if (isNews && hadFocus) this.#answer.focus();
    if (!this.#wanted || (this.#wanted.subject ?? subject) !== subject) return;
    this.#wanted = undefined;
    // Its draft is found only once the class is known.
    this.#feedback.showDraft();
    this.#answer.name.scrollIntoView();
    this.#answer.focus();
  }
}

/** A pupil without feedback on finished work comes first, then one with anything to read. */
function firstToRead(members: readonly NamedMember[], exerciseId: string): NamedMember | undefined {
  return (
    members.find(({ member }) => ['done', 'new'].includes(stateOf(member, exerciseId))) ??
    members.find(({ member }) => mainAnswer(member, exerciseId)) ??
    members[0]
  );
}
