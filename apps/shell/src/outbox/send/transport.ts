import type { Content, KindName, Target, Write } from '../model/entry.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Verdict } from '../model/verdict.ts';

/** Limits that the requests of a try are sent with. */
export interface TryLimit {
  readonly signal: AbortSignal;
  /** In milliseconds since 1970. */
  readonly notAfter?: number;
}

/** How the writes of one kind reach their service. */
export interface Transport<K extends KindName> {
  /**
   * One try. What fails is thrown, or told with what has arrived before.
   *
   * @param isStillHead Asked before something goes on a newer version than it was found with: what
   *   another tab has delivered must not go on what came after it.
   */
  deliver(
    lane: string,
    content: Content<K>,
    limit: TryLimit,
    isStillHead: () => Promise<boolean>,
  ): Promise<Verdict<K>>;
  /** @param aside What is set aside after the verdict. */
  outcomes(target: Target<K>, verdict: Verdict<K>, aside: readonly Write<K>[]): readonly Outcome[];
}

export type Transports = { readonly [K in KindName]: Transport<K> };
