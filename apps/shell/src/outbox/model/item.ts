/** An item as it was accepted. */
export interface KeptItem {
  readonly segment: string;
  readonly key: string;
  readonly value: string;
  /** When it was accepted, in RFC 3339 by the clock of this device. */
  readonly updated_at: string;
}

/** An item that waits, or is set aside. */
export interface PendingItem extends KeptItem {
  /**
   * The version that the write was made on; absent: any. Of what is set aside the
   * version that is stored, as far as is known.
   */
  readonly base?: number | undefined;
  /** The write before it in the lane makes that version: it is nothing that the service has said. */
  readonly isChained?: boolean | undefined;
  /** The version that the content was told it will have, where that is not the one after `base`. */
  readonly told?: number | undefined;
}

/** Says which item of a scope it is. */
export function keyOfItem({ segment, key }: Pick<KeptItem, 'segment' | 'key'>): string {
  return JSON.stringify([segment, key]);
}

/** The version that a waiting item will have; undefined where it was written without one. */
export function versionToBe({ base, told }: PendingItem): number | undefined {
  return told ?? (base === undefined ? undefined : base + 1);
}

export function keptItem({ segment, key, value, updated_at }: PendingItem): KeptItem {
  return { segment, key, value, updated_at };
}
