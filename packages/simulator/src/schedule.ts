/** When a scenario's fault is there. */
export interface Schedule {
  readonly isDue: boolean;
  /** How long after signing in it begins, in seconds. */
  readonly afterInSeconds: number;
  /** From the next sign-in on. */
  setAfter(seconds: number): void;
  /** Somebody has signed in. */
  signedIn(): void;
  /** The fault begins now. */
  begin(): void;
  /** All is well, until the next sign-in. */
  end(): void;
}

/** @param atOnce Whether it is there before anybody has signed in. */
export function createSchedule(afterInSeconds: number, atOnce: boolean): Schedule {
  let after = afterInSeconds;
  /** By `performance.now()`; Infinity: never. */
  let beginsAt = atOnce ? -Infinity : Infinity;
  return {
    get isDue() {
      return performance.now() >= beginsAt;
    },
    get afterInSeconds() {
      return after;
    },
    setAfter(seconds) {
      after = seconds;
    },
    signedIn() {
      beginsAt = atOnce ? -Infinity : performance.now() + after * 1000;
    },
    begin() {
      beginsAt = -Infinity;
    },
    end() {
      beginsAt = Infinity;
    },
  };
}
