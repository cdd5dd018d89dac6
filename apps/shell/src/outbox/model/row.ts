import type { Standing } from './entry-machine.ts';

/** A content as it lies on the disk: AES-GCM, with the vector that it was sealed with. */
export interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly sealed: ArrayBuffer;
}

/** An entry as it lies on the disk. Readable is what must be found without the key. */
export interface Row extends Sealed, Standing {
  readonly id: number;
  readonly user: string;
  /** Entries of one lane are delivered one after the other. */
  readonly lane: string;
  /** Finds a statement by its id. */
  readonly mark?: string;
  /** Writes in it. */
  readonly count: number;
  /** Grows with every change. */
  readonly revision: number;
  /** The lane, while it waits and while it is set aside: for the indexes. */
  readonly queue?: string;
  readonly aside?: string;
  /** It does not lie on the disk as it was written. With its next change it is in shape again. */
  readonly isDamaged?: boolean;
}

/** A row as it is written: number, revision and the members of indexes are the store's. */
export type Draft = Omit<Row, 'id' | 'revision' | 'queue' | 'aside' | 'user' | 'isDamaged'>;

/** One change of a commit: without `before` a new entry, without `after` one that goes. */
export interface Change {
  readonly before?: Row;
  readonly after?: Draft;
}

/** The entries of a lane by number: in the order in which they were accepted, or set aside. */
export interface LaneRows {
  readonly queue: readonly Row[];
  readonly aside: readonly Row[];
}

/** Must still hold when a commit is made; otherwise it changes nothing. */
export interface Premise {
  /** The lane has exactly these entries. */
  readonly lane?: { readonly name: string; readonly rows: LaneRows };
  /** No entry has this mark. */
  readonly noMark?: string;
}
