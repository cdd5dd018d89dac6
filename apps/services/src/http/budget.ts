import { LimitReached } from './limits.ts';

/** An amount that may be held at once, by all together and by each. */
export class Budget {
  readonly #maximum: number;
  readonly #maximumOfOne: number;
  readonly #heldBy = new Map<string, number>();
  #held = 0;

  constructor(maximum: number, maximumOfOne = maximum) {
    this.#maximum = maximum;
    this.#maximumOfOne = maximumOfOne;
  }

  /**
   * @returns gives it back, once.
   * @throws {LimitReached} OVERLOADED; TOO_MANY_REQUESTS where this one alone holds too much
   */
  take(name: string, amount: number): () => void {
    const own = this.#heldBy.get(name) ?? 0;
    if (this.#held + amount > this.#maximum) throw new LimitReached('OVERLOADED');
    if (own + amount > this.#maximumOfOne) throw new LimitReached('TOO_MANY_REQUESTS');
    this.#add(name, amount);
    let isHeld = true;
    return () => {
      if (isHeld) this.#add(name, -amount);
      isHeld = false;
    };
  }

  #add(name: string, amount: number): void {
    const own = (this.#heldBy.get(name) ?? 0) + amount;
    this.#held += amount;
    if (own === 0) this.#heldBy.delete(name);
    else this.#heldBy.set(name, own);
  }
}
