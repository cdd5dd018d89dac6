import type { StartProblem } from './problem.ts';
import { Supervised, type SupervisedOptions } from './processes/supervised.ts';
import type { Progress } from './progress.ts';

/**
 * A start under way: shows its steps, and remembers how to undo what it has done, for the end of
 * the platform or for a start that fails half way.
 */
export class Launch {
  /** Aborted when the start is to be given up. */
  readonly signal: AbortSignal;
  /** Resolves when a process cannot be kept running. */
  readonly failure: Promise<StartProblem>;
  readonly #giveUp: (problem: StartProblem) => void;
  readonly #progress: Progress;
  readonly #done = new AsyncDisposableStack();

  constructor(progress: Progress, signal: AbortSignal) {
    const failure = Promise.withResolvers<StartProblem>();
    this.failure = failure.promise;
    this.#giveUp = failure.resolve;
    this.#progress = progress;
    this.signal = signal;
  }

  /** Does and shows one step, unless the start has been given up. */
  step<T>(title: string, work: () => Promise<T>): Promise<T> {
    this.signal.throwIfAborted();
    return this.#progress.step(title, work);
  }

  /** Shows a line about something that happened. */
  note(line: string): void {
    this.#progress.note(line);
  }

  /** Starts a process and keeps it running. */
  async supervise(title: string, start: SupervisedOptions['start']): Promise<Supervised> {
    const process = new Supervised({
      title,
      start: (life) => start(AbortSignal.any([life, this.signal])),
      note: (line) => this.note(line),
      giveUp: this.#giveUp,
    });
    this.defer(() => process.stop());
    await process.start();
    return process;
  }

  /** Remembers how to undo something; the last thing done is undone first. */
  defer(undo: () => void | Promise<void>): void {
    this.#done.defer(undo);
  }

  /** Undoes everything. */
  undo(): Promise<void> {
    return this.#done.disposeAsync();
  }
}
