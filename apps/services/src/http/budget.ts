import { LimitReached } from './limits.ts';

/** An amount that may be held at once, by all together and by each. */
export class Budget {
  /** How much each holds. */
  readonly heldBy = new Map<string, number>();
  held = 0;
  readonly #maximum: number;
  readonly #maximumOfOne: number;

  constructor(maximum: number, maximumOfOne = Infinity) {
    this.#maximum = maximum;
    this.#maximumOfOne = maximumOfOne;
  }

  /** True while `take` would refuse everything. */
  get isFull(): boolean {
    return this.held >= this.#maximum;
  }

  /**
   * @returns gives it back, once.
   * @throws {LimitReached} TOO_MANY_REQUESTS where this one alone holds too much; OVERLOADED
   */
  take(name: string, amount: number): () => void {
    const own = this.heldBy.get(name) ?? 0;
    if (own + amount > this.#maximumOfOne) throw new LimitReached('TOO_MANY_REQUESTS');
    if (this.held + amount > this.#maximum) throw new LimitReached('OVERLOADED');
    this.#add(name, amount);
    let isHeld = true;
    return () => {
      if (isHeld) this.#add(name, -amount);
      isHeld = false;
    };
  }

  #add(name: string, amount: number): void {
    const own = (this.heldBy.get(name) ?? 0) + amount;
    this.held += amount;
    if (own === 0) this.heldBy.delete(name);
    else this.heldBy.set(name, own);
  }
}
