/**
 * Asks one question at a time: while one is under way only the newest waits. So a slow container is asked
 * no more often than it answers, and no older answer ever comes after a newer one.
 */
export class Newest<Question, Answer> {
  readonly #ask: (question: Question) => Promise<Answer>;
  readonly #onAnswer: (answer: Answer, question: Question) => void;
  readonly #onFailure: (error: unknown) => void;
  #waiting: { readonly question: Question } | undefined;
  #isAsking = false;

  constructor(
    ask: (question: Question) => Promise<Answer>,
    onAnswer: (answer: Answer, question: Question) => void,
    onFailure: (error: unknown) => void,
  ) {
    this.#ask = ask;
    this.#onAnswer = onAnswer;
    this.#onFailure = onFailure;
  }

  ask(question: Question): void {
    this.#waiting = { question };
    if (!this.#isAsking) void this.#run();
  }

  /** Forgets the waiting question, and ignores the answer to the one under way. */
  drop(): void {
    this.#waiting = undefined;
    this.#dropped += 1;
  }
  #dropped = 0;

  async #run(): Promise<void> {
    this.#isAsking = true;
    while (this.#waiting) {
      const { question } = this.#waiting;
      const dropped = this.#dropped;
      this.#waiting = undefined;
      try {
        const answer = await this.#ask(question);
        if (!this.#waiting && dropped === this.#dropped) this.#onAnswer(answer, question);
      } catch (error) {
        if (!this.#waiting && dropped === this.#dropped) this.#onFailure(error);
      }
    }
    this.#isAsking = false;
  }
}
