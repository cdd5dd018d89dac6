import { isDeepStrictEqual } from 'node:util';
import type { Content } from './items/item.ts';
import type { Merged } from './items/resolve.ts';

type Part = string | Readonly<Record<string, unknown>>;

/** Where an answer of a basic answer type has its parts, and what names one. */
const partsByType: Readonly<Record<string, { readonly field: string; readonly id?: string }>> = {
  choice: { field: 'choice_ids' },
  match_keyboard: { field: 'gaps', id: 'gap_id' },
  match_position: { field: 'labels', id: 'label_id' },
  match_place: { field: 'cards', id: 'card_id' },
};

/** As in the contract: most parts of one answer. */
const partsMaximum = 500;

/**
 * Unites an answer with one whose sender did not know it: gaps, labels and cards of both, the given one
 * deciding where both have the same, and choices where the one has all of the other. Texts and drawings
 * are replaced, and so are answers of another type.
 */
export function mergeAnswers(stored: Content, given: Content): Merged {
  const before = stored['content'] as Content;
  const now = given['content'] as Content;
  const type = String(now['basic_answer_type']);
  const { field, id } = partsByType[type] ?? {};
  if (field === undefined || before['basic_answer_type'] !== type) {
    return { content: given, isLossy: true };
  }
  const idOf = (part: Part) => (typeof part === 'string' ? part : part[id!]);
  const [earlier, later] = [before[field] as Part[], now[field] as Part[]];
  const laterById = new Map(later.map((part) => [idOf(part), part]));
  const parts = [...earlier.filter((part) => !laterById.has(idOf(part))), ...later];
  // A task of which one choice is right would have two ticks, which nobody made.
  const isMixture = type === 'choice' && parts.length > Math.max(earlier.length, later.length);
  if (isMixture || parts.length > partsMaximum) return { content: given, isLossy: true };
  const content = { ...given, content: { ...now, [field]: parts } };
  const isReplaced = (part: Part) => {
    const other = laterById.get(idOf(part));
    return other !== undefined && !isDeepStrictEqual(other, part);
  };
  return { content, isLossy: earlier.some(isReplaced) || !sameBeside(stored, content) };
}

/** Whether all that two answers say beside their parts is the same. */
function sameBeside({ content: _, ...stored }: Content, { content: __, ...given }: Content) {
  return isDeepStrictEqual(stored, given);
}
