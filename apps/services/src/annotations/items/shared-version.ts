import { isDeepStrictEqual } from 'node:util';
import type { Content, SharedVersion, StoredItem } from './item.ts';

/**
 * Version and time of an answer as leaders are told of it, once it is stored: where nothing changes but the text that its
 * subject writes for itself, those that it has had.
 *
 * @returns `undefined`: those of the item
 */
export function sharedAfter(
  before: StoredItem | undefined,
  next: Pick<StoredItem, 'content' | 'key'>,
): SharedVersion | undefined {
  if (next.key.kind !== 'answer' || !before?.content || !next.content) return undefined;
  if (!isDeepStrictEqual(told(before.content), told(next.content))) return undefined;
  return before.shared ?? { version: before.version, at: before.updatedAt };
}

function told(answer: Content): Content {
  const { text: _, ...content } = answer['content'] as Content;
  return { ...answer, content };
}
