/** How many of one lane run at once, and how many wait beyond them. */
export interface LaneSize {
  readonly running: number;
  readonly waiting: number;
}

/** The turns of one name that are under way. */
interface Lane {
  readonly name: string;
  readonly size: LaneSize;
  /** Running, waiting, and those that have not begun to wait. */
  admitted: number;
  running: number;
  /** In the order in which they began to wait; absent until one waits, as in nearly every lane. */
  waiting?: Set<Turn>;
  /** Calls that run and that run once at a time; absent until there is one. */
  lone?: Set<string>;
}

/**
 * Queues by name. A lane is made for nearly every request and goes with it, so it has numbers, and no queue
 * until one waits. A queue of `p-limit` for each takes ten times as long.
 */
export class Lanes {
  readonly #lanes = new Map<string, Lane>();

  /**
   * @param lone The call, where one of it runs at a time in a lane.
   * @returns `undefined` where too many wait
   */
  admit(name: string, size: LaneSize, lone?: string): Turn | undefined {
    const lane = this.#lanes.get(name) ?? { name, size, admitted: 0, running: 0 };
    if (lane.admitted >= size.running + size.waiting) return undefined;
    this.#lanes.set(name, lane);
    return new Turn(this.#lanes, lane, lone);
  }
}

/**
 *   admitted ──begin──▶ running ──end──▶ over
 *       └───begin──▶ waiting ──▲  │        ▲
 *                        └────────┴──end───┘
 */
export class Turn {
  isRunning = false;
  isOver = false;
  readonly #lanes: Map<string, Lane>;
  readonly #lane: Lane;
  readonly #lone: string | undefined;
  #resume: (() => void) | undefined;

  constructor(lanes: Map<string, Lane>, lane: Lane, lone: string | undefined) {
    this.#lanes = lanes;
    this.#lane = lane;
    this.#lone = lone;
    lane.admitted++;
  }

  /** @returns `undefined` where it runs at once; else resolves when it runs, or is over. */
  begin(): Promise<void> | undefined {
    if (this.isRunning || this.isOver) return undefined;
    if (this.#lane.running < this.#lane.size.running && this.#mayRun) {
      this.#run();
      return undefined;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#resume = resolve;
    (this.#lane.waiting ??= new Set()).add(this);
    return promise;
  }

  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#lane.waiting?.delete(this);
    this.#resume?.();
    if (this.isRunning) this.#handOver();
    if (--this.#lane.admitted === 0) this.#lanes.delete(this.#lane.name);
  }

  /** True where one of its call runs at a time. */
  get isLone(): boolean {
    return this.#lone !== undefined;
  }

  get #mayRun(): boolean {
    return this.#lone === undefined || !this.#lane.lone?.has(this.#lone);
  }

  #run(): void {
    this.#lane.running++;
    if (this.#lone !== undefined) (this.#lane.lone ??= new Set()).add(this.#lone);
    this.isRunning = true;
    this.#lane.waiting?.delete(this);
    this.#resume?.();
  }

  /** Lets one waiting turn run: before this end none could, so one is enough. */
  #handOver(): void {
    this.#lane.running--;
    if (this.#lone !== undefined) this.#lane.lone?.delete(this.#lone);
    for (const next of this.#lane.waiting ?? []) if (next.#mayRun) return next.#run();
  }
}
