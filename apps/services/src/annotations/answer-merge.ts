import { isDeepStrictEqual } from 'node:util';
import type { Content } from './items/item.ts';
import type { Merged } from './items/policies.ts';

type Part = string | Readonly<Record<string, unknown>>;

interface Parts {
  /** Where an answer has them. */
  readonly field: string;
  /** Field with the name of a part; absent: the part is its name. */
  readonly id?: string;
  /** The order counts among parts with the same value of this field. */
  readonly orderedWithin?: string;
}

const partsByType: Readonly<Record<string, Parts>> = {
  choice: { field: 'choice_ids' },
  match_keyboard: { field: 'gaps', id: 'gap_id' },
  match_position: { field: 'labels', id: 'label_id' },
  match_place: { field: 'cards', id: 'card_id', orderedWithin: 'place_id' },
};

/** As in the contract: most parts of one answer. */
const partsMaximum = 500;

/**
 * Unites an answer with one whose sender did not know it: gaps, labels and cards of both, the given one
 * deciding where both have the same and on their order, and choices where the one has all of the other.
 * Texts and drawings are replaced, and so are answers of another type.
 */
export function mergeAnswers(stored: Content, given: Content): Merged {
  const before = stored['content'] as Content;
  const now = given['content'] as Content;
  const type = String(now['basic_answer_type']);
  const { field, id, orderedWithin = id } = partsByType[type] ?? {};
  if (field === undefined || before['basic_answer_type'] !== type) {
    return { content: given, isLossy: true };
  }
  const idOf = (part: Part) => valueIn(part, id);
  const [earlier, later] = [before[field] as Part[], now[field] as Part[]];
  const parts = uniteParts(earlier, later, idOf);
  // A task with one right choice would get two ticks, an answer that the pupil never gave.
  const isMixture = type === 'choice' && parts.length > Math.max(earlier.length, later.length);
  if (isMixture || parts.length > partsMaximum) return { content: given, isLossy: true };
  const content = { ...given, content: { ...now, [field]: parts } };
  const earlierIds = new Set(earlier.map(idOf));
  const left = parts.filter((part) => earlierIds.has(idOf(part)));
  const isKept = isDeepStrictEqual(
    Object.groupBy(earlier, (part) => valueIn(part, orderedWithin)),
    Object.groupBy(left, (part) => valueIn(part, orderedWithin)),
  );
  return { content, isLossy: !isKept || !sameBeside(stored, content) };
}

const valueIn = (part: Part, field: string | undefined): string =>
  typeof part === 'string' ? part : String(part[field!]);

/** The later parts in their order; of the earlier ones, each other one where it came after its neighbour. */
function uniteParts(
  earlier: readonly Part[],
  later: readonly Part[],
  idOf: (part: Part) => string,
): Part[] {
  const laterIds = new Set(later.map(idOf));
  const united = [...later];
  let next = 0;
  for (const part of earlier) {
    if (laterIds.has(idOf(part))) {
      next = united.findIndex((one) => idOf(one) === idOf(part)) + 1;
    } else {
      united.splice(next++, 0, part);
    }
  }
  return united;
}

/** The fields of two answers other than their parts are equal. */
function sameBeside({ content: _, ...stored }: Content, { content: __, ...given }: Content) {
  return isDeepStrictEqual(stored, given);
}
