import type { ClassMember, SharedAnswer } from '@lectern/sdk';
import type { Exercise } from '../course/model.ts';
import { el } from '../dom.ts';
import { createReadOnly } from './read-only.ts';
import {
  dayAndTime,
  dayOf,
  isDone,
  keptOfShared,
  mainAnswer,
  stateOf,
  type NamedMember,
} from './shared-answers.ts';

/** The answer of one pupil to read, under the name. */
export class PupilAnswer {
  readonly elements: readonly HTMLElement[];
  readonly name = el('h3', { tabindex: '-1' });
  readonly #exercise: Exercise;
  readonly #state = el('p', { class: 'class-state' });
  readonly #answer = el('div', {});
  /** The answer that is shown, so that it is not built anew with each word about it. */
  #shown = '';

  /** @param go Goes on to another pupil, by so many. */
  constructor(exercise: Exercise, go: (by: number) => void) {
    this.#exercise = exercise;
    this.name.id = `${exercise.id}-class-pupil`;
    const step = (label: string, sign: string, by: number) => {
      const button = el('button', { type: 'button', class: 'quiet', 'aria-label': label }, sign);
      button.addEventListener('click', () => go(by));
      return button;
    };
    const steps = el(
      'div',
      { class: 'class-steps' },
      step('Vorherige Person', '‹', -1),
      this.name,
      step('Nächste Person', '›', 1),
    );
    this.elements = [steps, this.#state, this.#answer];
  }

  focus(): void {
    this.name.focus({ preventScroll: true });
  }

  show({ member, name }: NamedMember): void {
    const exercise = this.#exercise;
    const answer = mainAnswer(member, exercise.id);
    this.name.textContent = name;
    this.#state.textContent = this.#stateWords(member, name, answer);
    const shown = JSON.stringify([member.subject, member.answers]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const kept = answer && keptOfShared(exercise, member.answers);
    this.#answer.replaceChildren(
      ...(kept ? [createReadOnly(exercise, kept, `Antwort von ${name}`)] : []),
    );
  }

  #stateWords(member: ClassMember, name: string, answer: SharedAnswer | undefined): string {
    const { id, answerType } = this.#exercise;
    if (stateOf(member, id) === 'unshared')
      return `${name} teilt die Antworten zu diesem Kurs nicht mit dieser Klasse.`;
    if (!answer)
      return `Hier ist noch nichts zu lesen. ${untilDoneWords[answerType] ?? ''} Geteilt wird, was seit dem ${dayOf(member.shared_since!)} geschrieben ist.`;
    const { score_in_percent: score, updated_at } = answer;
    return [
      isDone(answer) ? 'fertig' : 'angefangen',
      ...(score === undefined ? [] : [`${Math.round(score)} %`]),
      dayAndTime(updated_at),
    ].join(' · ');
  }
}

/** Texts are read from «Fertig» on. */
const untilDoneWords: Readonly<Partial<Record<Exercise['answerType'], string>>> = {
  essay: 'Texte sind zu lesen, sobald «Fertig» gedrückt ist.',
};
