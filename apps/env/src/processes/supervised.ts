import { setTimeout as delay } from 'node:timers/promises';
import { backOffInMs } from '@lectern/contracts/calls/back-off';
import { saysDiskFull, SettingsProblem, StartProblem } from '../problem.ts';
import type { RunningProcess } from './running-process.ts';

const longestPauseInMs = 5_000;
/** A process that has run this long was well; what ends it then is news, not a repetition. */
const steadyAfterInMilliseconds = 30_000;
const maximumQuickEnds = 5;

export interface SupervisedOptions {
  /** As people read it: 'services'. */
  readonly title: string;
  /** Starts the process and resolves when it answers. The signal ends the wait. */
  readonly start: (signal: AbortSignal) => Promise<RunningProcess>;
  /** One line about what happened, for the terminal. */
  readonly note: (line: string) => void;
  /** The process cannot be kept running. */
  readonly giveUp: (problem: StartProblem) => void;
  /** Pause before the first restart, which doubles from one quick end to the next. Default: 200. */
  readonly firstPauseInMs?: number;
}

/**
 * A process that is started again when it ends by itself.
 *
 *     stopped ── start ──▶ running ── ends by itself ──▶ pause ── start ──▶ running
 *        ▲                    │                            │
 *        └────── stop ────────┴─────────── stop ───────────┘     too many quick ends with room on the
 *                                                                disk, or refused settings: give up
 */
export class Supervised {
  readonly #options: SupervisedOptions;
  #process: RunningProcess | undefined;
  #ready: Promise<void> = Promise.resolve();
  /** Aborted by a stop: whatever was under way for the last start is over. */
  #life = new AbortController();
  #quickEnds = 0;

  constructor(options: SupervisedOptions) {
    this.#options = options;
  }

  /** Starts the process. Rejects when it does not come to answer; there is no second try then. */
  start(): Promise<void> {
    this.#life = new AbortController();
    this.#quickEnds = 0;
    return this.#becomeReady(this.#run(this.#life.signal));
  }

  /** Resolves when the process answers, also after it has ended and been started again. */
  whenReady(): Promise<void> {
    return this.#ready;
  }

  /** Stops the process in order and leaves it stopped. */
  async stop(): Promise<void> {
    this.#life.abort();
    // A start that was under way ends now, and says so to those who wait for it.
    await this.#ready.catch(() => {});
    await this.#process?.stop();
    this.#process = undefined;
  }

  /** Stops the process in order and starts it again. */
  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** Kills the process (SIGKILL). It is started again: see {@link whenReady}. */
  async kill(): Promise<void> {
    await this.#process?.kill();
  }

  #becomeReady(ready: Promise<void>): Promise<void> {
    this.#ready = ready;
    // Callers that wait hear of a failure; waiting is optional.
    ready.catch(() => {});
    return ready;
  }

  async #run(life: AbortSignal): Promise<void> {
    const process = await this.#options.start(life);
    this.#process = process;
    void this.#watch(process, life);
  }

  async #watch(process: RunningProcess, life: AbortSignal): Promise<void> {
    const startedAt = performance.now();
    const how = await process.ended;
    if (life.aborted) return;
    this.#process = undefined;
    if (performance.now() - startedAt > steadyAfterInMilliseconds) this.#quickEnds = 0;
    this.#options.note(`Restarting the ${this.#options.title}, which ended (${how}).`);
    void this.#becomeReady(this.#runAgain(life, how, process.output()));
  }

  /** @param how how it ended the last time, and its last words then */
  async #runAgain(life: AbortSignal, how: string, words: string): Promise<void> {
    const { title, note, giveUp } = this.#options;
    this.#quickEnds++;
    // A full disk passes, and nobody would start the platform again then.
    const isWaitingForRoom = saysDiskFull(words);
    if (isWaitingForRoom && this.#quickEnds === maximumQuickEnds) {
      note(`The ${title} will start again when its disk has room.`);
    }
    if (this.#quickEnds > maximumQuickEnds && !isWaitingForRoom) {
      const problem = new StartProblem(
        `The ${title} will not stay up: it ended ${this.#quickEnds} times in a row (${how}). Last output:\n${words.trim()}`,
      );
      giveUp(problem);
      throw problem;
    }
    await delay(this.#pause(), undefined, { signal: life });
    try {
      await this.#run(life);
      note(`Restarted the ${title}.`);
    } catch (error) {
      if (life.aborted || !(error instanceof Error)) throw error;
      if (error instanceof SettingsProblem) {
        giveUp(error);
        throw error;
      }
      await this.#runAgain(life, 'did not start', error.message);
    }
  }

  #pause(): number {
    const { firstPauseInMs = 200 } = this.#options;
    const pauses = { firstInMs: firstPauseInMs, longestInMs: longestPauseInMs };
    return backOffInMs(pauses, this.#quickEnds);
  }
}
