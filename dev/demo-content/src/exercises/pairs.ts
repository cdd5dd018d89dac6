import type { Card } from '../course/model.ts';
import { responseSeparator } from './exercise.ts';

/** Which cards there are, and where they may lie. */
export interface PairRules {
  readonly cards: readonly Card[];
  /** In the order in which the arrow keys go through them. `name` is for announcements. */
  readonly targets: readonly { readonly id: string; readonly name: string }[];
  /** True where a target holds a single card; a second one sends the first back to the pool. */
  readonly onePerTarget: boolean;
}

/** Of a saved answer, the pairs that fit the rules; on a taken single target the first one stays. */
export function fittingPairs(
  saved: unknown,
  { cards, targets, onePerTarget }: PairRules,
): Record<string, string> {
  if (typeof saved !== 'object' || saved === null) return {};
  const fitting: Record<string, string> = {};
  for (const [card, target] of Object.entries(saved)) {
    const isKnown = cards.some(({ id }) => id === card) && targets.some(({ id }) => id === target);
    const isTaken = onePerTarget && Object.values(fitting).includes(target);
    if (isKnown && !isTaken) fitting[card] = target;
  }
  return fitting;
}

/** Pairs as text, in xAPI's notation of matching interactions: `card[.]target[,]card[.]target`. */
export function pairsAsResponse(placed: Readonly<Record<string, string>>): string {
  return Object.entries(placed)
    .map((pair) => pair.join('[.]'))
    .join(responseSeparator);
}
