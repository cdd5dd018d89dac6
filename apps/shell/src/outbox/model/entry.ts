import type { LocalStoreScope } from '@lectern/sdk/protocol';
import type { AnnotationsContent } from './change.ts';
import type { StatementInput } from '@lectern/contracts';

/*
 * What an entry carries, sealed. An entry is one request to a service: items or annotations of one
 * scope, or one statement.
 */

/** An item as it was accepted. */
export interface KeptItem {
  readonly segment: string;
  readonly key: string;
  readonly value: string;
  /** When it was accepted, in RFC 3339 by the clock of this device. */
  readonly updated_at: string;
}

/** A statement that can be sent again and is stored once. */
export type IdentifiedStatement = StatementInput & { readonly id: string };

/** An item that waits, or is set aside. */
export interface PendingItem extends KeptItem {
  /**
   * The version that the write was made on; absent: whatever is stored. Of what is set aside the
   * version that is stored, as far as is known.
   */
  readonly base?: number | undefined;
  /** The write before it in the lane makes that version: it is nothing that the service has said. */
  readonly isChained?: boolean | undefined;
  /** The version that the content was told it will have, where that is not the one after `base`. */
  readonly told?: number | undefined;
}

export interface ItemsContent {
  readonly kind: 'items';
  readonly scope: LocalStoreScope;
  readonly items: readonly PendingItem[];
  /** Why it is set aside: the service's code. */
  readonly reason?: string | undefined;
}

export interface StatementContent {
  readonly kind: 'statement';
  readonly about: string;
  readonly statement: IdentifiedStatement;
  /** The content gave no time of its own: another one tells no statements apart. */
  readonly isTimeMade?: boolean;
  /** Why it is set aside: the service's code. */
  readonly reason?: string | undefined;
}

export type Content = ItemsContent | StatementContent | AnnotationsContent;

/** Says which item of a scope it is. */
export function keyOf({
  segment,
  key,
}: {
  readonly segment: string;
  readonly key: string;
}): string {
  return JSON.stringify([segment, key]);
}

/** The version that a waiting item will have; undefined where it was written without one. */
export function versionToBe({ base, told }: PendingItem): number | undefined {
  return told ?? (base === undefined ? undefined : base + 1);
}
