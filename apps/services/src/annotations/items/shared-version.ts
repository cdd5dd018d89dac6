import { isDeepStrictEqual } from 'node:util';
import type { Content, LeadersVersion, StoredItem } from './item.ts';

/** Version and time that leaders see. A change of the private text alone keeps them. */
export function nextShared(
  before: StoredItem | undefined,
  { key, content, version, updatedAt }: Omit<StoredItem, 'bytes'>,
): LeadersVersion | undefined {
  if (key.kind !== 'answer' || !content) return undefined;
  const isKept =
    before?.content &&
    isDeepStrictEqual(withoutPrivateText(before.content), withoutPrivateText(content));
  return isKept ? before.shared : { version, at: updatedAt };
}

function withoutPrivateText(answer: Content): Content {
  const { text: _, ...content } = (answer['content'] ?? {}) as Content;
  return { ...answer, content };
}
