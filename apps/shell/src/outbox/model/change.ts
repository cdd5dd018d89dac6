import { greatestVersion } from '@lectern/contracts/calls/limits';

/** Kinds of changes with versions. Of annotations and answers the service keeps both; others it refuses then. */
export type ChangeKind = 'annotations' | 'answers' | 'assignments' | 'feedback';

const idNames = {
  annotations: 'annotation_id',
  notes: 'note_id',
  bookmarks: 'bookmark_id',
  answers: 'answer_id',
  feedback: 'feedback_id',
  assignments: 'assignment_id',
} as const;
export type ListName = keyof typeof idNames;

/** The lists of a request, in the order in which their outcomes are told. */
export const listsOf: Readonly<Record<ChangeKind, readonly ListName[]>> = {
  annotations: ['annotations', 'notes', 'bookmarks'],
  answers: ['answers'],
  feedback: ['feedback'],
  assignments: ['assignments'],
};

/** A change as the content gives it. */
export interface GivenChange {
  readonly list: ListName;
  /** As it is written: the service tells small from capital letters. */
  readonly id: string;
  /** As it is to be stored, without id and versions; absent: it is to be removed. */
  readonly content?: object | undefined;
  /** The version that it is made on: a stored one, or that of a change that waits or waited. */
  readonly base: number;
  /** Conflict copies that are not needed any more. */
  readonly settled: readonly number[];
}

/** A change that waits, or is set aside. */
export interface PendingChange extends GivenChange {
  /** Its own while it waits: above every version that a service gives, and never given twice. */
  readonly version: number;
  /** When it was accepted, in RFC 3339 by the clock of this device. */
  readonly updated_at: string;
}

export interface DeliveredChange {
  readonly list: ListName;
  readonly id: string;
  /** As it is stored. */
  readonly version: number;
  /** The change's own while it waited. */
  readonly accepted: number;
  /** The version that it was sent on. */
  readonly base: number;
  readonly updated_at: string;
  readonly outcome: 'stored' | 'merged' | 'removed' | 'unchanged';
  readonly conflict_copy_version?: number | undefined;
  /** Of an answer: when the version that leaders see was stored; absent: unknown. */
  readonly shared_at?: string | undefined;
}

/** Says what a change is about. */
export function keyOfChange({ list, id }: Pick<GivenChange, 'list' | 'id'>): string {
  return `${list} ${id}`;
}

/** The version for what was made on a delivered change. United, it has parts that its content does not know. */
export function baseAfter({ outcome, base, version }: DeliveredChange): number {
  return outcome === 'merged' ? base : version;
}

/** A version that no service gives, and none that was told before. */
export function makeVersion(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  // 52 bits above the stored ones: still a whole number to every program.
  return greatestVersion + 1 + (high >>> 1) * 2 ** 20 + (low >>> 12);
}

/** The version is that of a change that waits or waited. */
export function isOfWaiting(version: number): boolean {
  return version > greatestVersion;
}

type Given = Readonly<Record<string, unknown>>;
/** Changes as the content gives them, in the lists of a request. */
export type ChangeLists = Readonly<Partial<Record<ListName, readonly object[] | undefined>>>;

/** The changes of a request in one list. */
export function readChanges(kind: ChangeKind, changes: ChangeLists): readonly GivenChange[] {
  return listsOf[kind].flatMap((list) =>
    // The protocol's shapes have checked that each has its members.
    ((changes[list] ?? []) as readonly Given[]).map((given) => {
      const { [idNames[list]]: id, version, settled_versions, is_removed, ...content } = given;
      return {
        list,
        id: String(id),
        base: Number(version),
        settled: (settled_versions ?? []) as readonly number[],
        ...(is_removed === true ? {} : { content }),
      };
    }),
  );
}

/** The lists of a request's body. */
export function writeChanges(changes: readonly GivenChange[]): Partial<Record<ListName, object[]>> {
  const body: Partial<Record<ListName, object[]>> = {};
  for (const { list, id, content, base, settled } of changes)
    (body[list] ??= []).push({
      [idNames[list]]: id,
      ...(content ?? { is_removed: true }),
      version: base,
      ...(settled.length > 0 ? { settled_versions: settled } : {}),
    });
  return body;
}

/** Changes in the lists of the bridge. */
export function inLists<T extends Pick<GivenChange, 'list' | 'id'>, M extends object>(
  kind: ChangeKind,
  changes: readonly T[],
  members: (change: T) => M,
): Readonly<Partial<Record<ListName, readonly M[]>>> {
  const of = (list: ListName) =>
    changes
      .filter((change) => change.list === list)
      .map((change) => ({ [idNames[list]]: change.id, ...members(change) }));
  return Object.fromEntries(listsOf[kind].map((list) => [list, of(list)]));
}

/** The answer to accepted changes: versions in the lists of the bridge. */
export function acceptedAnswer(
  kind: ChangeKind,
  changes: readonly (Pick<PendingChange, 'id' | 'list' | 'updated_at' | 'version'> &
    Pick<DeliveredChange, 'shared_at'>)[],
  delivered: boolean,
): ChangeLists {
  return inLists(kind, changes, ({ version, updated_at, shared_at }) => ({
    version,
    updated_at,
    delivered,
    ...(shared_at !== undefined && { shared_at }),
  }));
}

/** The member that names a thing of a list. */
export function withId(list: ListName, id: string): object {
  return { [idNames[list]]: id };
}

/** The id that a thing of a list has. */
export function idIn(list: ListName, item: object): string {
  return String(Reflect.get(item, idNames[list]));
}
