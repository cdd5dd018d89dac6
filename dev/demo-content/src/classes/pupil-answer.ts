import type { SharedAnswer } from '@lectern/sdk';
import { announce } from '../announce.ts';
import type { Exercise } from '../course/model.ts';
import { button, el } from '../dom.ts';
import { createReadOnly } from './read-only.ts';
import {
  dayAndTime,
  dayOf,
  heldOf,
  isDone,
  keptOfShared,
  mainAnswer,
  percentWords,
  stateOf,
  withoutHint,
  type NamedMember,
  type ShownMember,
} from './shared-answers.ts';

/** The answer of one pupil to read, under the name. */
export class PupilAnswer {
  readonly elements: readonly HTMLElement[];
  readonly name = el('h3', { tabindex: '-1' });
  readonly #exercise: Exercise;
  readonly #state = el('p.class-state');
  readonly #newerWords = el('p');
  readonly #newer: HTMLElement;
  readonly #answer = el('div');
  /** The pupil as it is shown, so that the answer is not built anew with each word about it. */
  #read: ShownMember | undefined;

  /**
   * @param go Goes on to another pupil, by so many.
   * @param showNewest The newer version is wanted.
   */
  constructor(exercise: Exercise, go: (by: number) => void, showNewest: () => void) {
    this.#exercise = exercise;
    this.name.id = `${exercise.id}-class-pupil`;
    const step = (label: string, sign: string, by: number) =>
      button('quiet', sign, () => go(by), { 'aria-label': label });
    const steps = el(
      'div.class-steps',
      step('Vorherige Person', '‹', -1),
      this.name,
      step('Nächste Person', '›', 1),
    );
    const newest = button('quiet', 'Neue Fassung zeigen', showNewest);
    this.#newer = el('div', { class: 'class-newer', hidden: true }, this.#newerWords, newest);
    this.elements = [steps, this.#state, this.#newer, this.#answer];
  }

  /** True where a newer version exists than the one that is shown. */
  get isHeld(): boolean {
    return !this.#newer.hidden;
  }

  /** Subject of feedback. */
  get shown(): SharedAnswer | undefined {
    return this.#read && mainAnswer(this.#read, this.#exercise.id);
  }

  focus(): void {
    this.name.focus({ preventScroll: true });
    this.name.scrollIntoView({ block: 'nearest' });
  }

  /** Takes the newest version with the next {@link show}. */
  release(): void {
    this.#read = undefined;
  }

  /** @param isTyping A comment on what is shown is half typed: a newer version waits until it is wanted. */
  show({ member: now, name }: NamedMember, isTyping: boolean): void {
    const exercise = this.#exercise;
    const held = isTyping ? heldOf(this.#read, now, exercise.id) : undefined;
    const member = held ?? now;
    const before = this.#read;
    this.#read = member;
    const answer = this.shown;
    this.name.textContent = name;
    this.#state.textContent = this.#stateWords(member, name, answer);
    this.#newerWords.textContent = `${name} hat inzwischen weitergearbeitet. Ihr Kommentar gilt der Fassung, die Sie hier lesen.`;
    if (held && !this.isHeld) announce(this.#newerWords.textContent);
    this.#newer.hidden = !held;
    const isSame =
      before?.subject === member.subject &&
      JSON.stringify(before.answers) === JSON.stringify(member.answers);
    if (isSame) return;
    const kept = answer && keptOfShared(exercise, member.answers);
    this.#answer.replaceChildren(
      ...(kept ? [createReadOnly(exercise, kept, `Antwort von ${name}`)] : []),
    );
  }

  #stateWords(member: ShownMember, name: string, answer: SharedAnswer | undefined): string {
    const { id, answerType } = this.#exercise;
    if (member.has_left) return leftWords(name);
    if (member.without_course)
      return `${name} arbeitet in dieser Klasse nicht mit diesem Kurs. ${withoutHint}`;
    if (stateOf(member, id) === 'unshared')
      return `${name} teilt die Antworten zu diesem Kurs nicht mit dieser Klasse.`;
    if (!answer)
      return `Hier ist noch nichts zu lesen. ${untilDoneWords[answerType] ?? ''} Geteilt wird, was seit dem ${dayOf(member.shared_since!)} geschrieben ist.`;
    const { score_in_percent: score, updated_at } = answer;
    return [
      isDone(answer) ? 'fertig' : 'angefangen',
      ...(score === undefined ? [] : [percentWords(score)]),
      dayAndTime(updated_at),
    ].join(' · ');
  }
}

export function leftWords(name: string): string {
  return `${name} lernt nicht mehr in dieser Klasse.`;
}

/** Texts are read from «Fertig» on. */
const untilDoneWords: Readonly<Partial<Record<Exercise['answerType'], string>>> = {
  essay: 'Texte sind zu lesen, sobald «Fertig» gedrückt ist.',
};
