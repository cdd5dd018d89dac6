import type { LocalStoreScope } from '@lectern/sdk/protocol';
import type { ChangeKind, PendingChange } from '../model/change.ts';
import type { AnyContent, ChangeScope } from '../model/entry.ts';
import type { PendingItem } from '../model/item.ts';
import type { PendingStatement } from '../model/statement.ts';

interface Reason {
  readonly reason?: string | undefined;
}

/**
 * A content as it is sealed. Devices keep what an earlier version of the shell has written, and earlier versions
 * in other tabs read what this one writes, so the names stay as they are.
 */
export type StoredContent =
  | (Reason & { kind: 'items'; scope: LocalStoreScope; items: readonly PendingItem[] })
  | (Reason & { kind: ChangeKind; scope: ChangeScope; changes: readonly PendingChange[] })
  | (Reason & PendingStatement & { kind: 'statement'; about: string });

/** @throws where it is of a kind that this version does not know. */
export function contentFrom(stored: StoredContent): AnyContent {
  const { kind, reason } = stored;
  switch (kind) {
    case 'items':
      return { kind, target: stored.scope, writes: stored.items, reason };
    case 'annotations':
    case 'answers':
    case 'assignments':
    case 'feedback':
      return { kind, target: stored.scope, writes: stored.changes, reason };
    case 'statement': {
      const { about, statement, isTimeMade } = stored;
      const write = { statement, ...(isTimeMade === undefined ? {} : { isTimeMade }) };
      return { kind: 'statements', target: about, writes: [write], reason };
    }
    default:
      throw new Error(`An entry of an unknown kind: ${String(kind)}.`);
  }
}

export function storedContentOf(content: AnyContent): StoredContent {
  const { kind, reason } = content;
  switch (kind) {
    case 'items':
      return { kind, scope: content.target, items: content.writes, reason };
    case 'annotations':
    case 'answers':
    case 'assignments':
    case 'feedback':
      return { kind, scope: content.target, changes: content.writes, reason };
    case 'statements':
      return { kind: 'statement', about: content.target, ...content.writes[0]!, reason };
  }
}
