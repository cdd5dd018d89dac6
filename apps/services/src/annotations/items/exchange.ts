import { changedTogetherMaximumInBytes } from '@lectern/contracts';
import type { Database } from '../../storage/database.ts';
import type { ConflictCopy, Issue, ItemChange, ItemKind, StoredItem } from './item.ts';
import { readChangesSince } from './pages.ts';
import { keepCopies } from './policies.ts';
import { readCopiesOf, weightOf } from './read.ts';
import { saveItems, type SavedChange, type SaveFault } from './save.ts';
import { readSyncCursor, writeSyncCursor, type SyncPlace } from './sync-cursor.ts';

/** Changes of a device, and its place in those of others. */
export interface Exchange {
  readonly changes: readonly ItemChange[];
  /** Absent: it knows nothing of the issue. */
  readonly cursor: string | undefined;
  readonly limit: number;
  readonly withCopies: boolean;
}

/** Outcomes of its changes, and the changes of others. */
export interface Exchanged {
  readonly outcomes: readonly SavedChange[];
  /** Of others. */
  readonly items: readonly StoredItem[];
  /** All of each item in `outcomes` and `items`. */
  readonly copies: readonly ConflictCopy[];
  readonly cursor: string;
  readonly hasMore: boolean;
}

type Refusal = (
  code:
    | SaveFault<ItemKind, typeof keepCopies>
    | 'CURSOR_INVALID'
    | 'CURSOR_EXPIRED'
    | 'CHANGED_TOO_LARGE',
) => Error;

/** How far an issue is. */
interface IssueState {
  readonly epoch: string;
  readonly lastIndex: number;
  readonly forgottenThrough: number;
}

/** Nothing was ever stored, or all of it was erased. */
const nothing: IssueState = { epoch: '', lastIndex: 0, forgottenThrough: 0 };

const questionOf = (issue: Issue) => ({ call: 'cloudSynchForIssue', ...issue });

/** Stores a device's changes and gives those of others, as of one moment. */
export async function exchange(
  database: Database,
  issue: Issue,
  asked: Exchange,
  refusal: Refusal,
): Promise<Exchanged> {
  const known =
    asked.cursor === undefined ? undefined : readSyncCursor(questionOf(issue), asked.cursor);
  if (asked.cursor !== undefined && !known) throw refusal('CURSOR_INVALID');
  const place = known?.epoch === '' ? undefined : known;
  if (asked.changes.length > 0) {
    return database
      .transaction()
      .execute((transaction) => storeAndTell(transaction, issue, asked, place, refusal));
  }
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((transaction) => tell(transaction, issue, asked, place, refusal));
}

async function storeAndTell(
  transaction: Database,
  issue: Issue,
  asked: Exchange,
  place: SyncPlace | undefined,
  refusal: Refusal,
): Promise<Exchanged> {
  await checkWeight(transaction, issue, asked, refusal);
  const saved = await saveItems(transaction, issue, asked.changes, keepCopies, refusal);
  const { outcomes, locked, forgottenThrough, lastIndex } = saved;
  // Removals that these changes made the issue forget were not told, either.
  checkPlace(place, { ...locked, forgottenThrough }, refusal);
  // Under the lock all later changes are this request's own.
  const upTo = locked.lastIndex;
  const after = place?.after ?? 0;
  const page = await readChangesSince(transaction, issue, { after }, upTo, asked);
  const next: SyncPlace = page.hasMore
    ? {
        epoch: locked.epoch,
        after: page.lastIndex ?? after,
        own: { from: upTo + 1, to: lastIndex },
      }
    : { epoch: locked.epoch, after: lastIndex };
  const keys = [...outcomes, ...page.items].map(({ key }) => key);
  return {
    outcomes,
    items: page.items,
    copies: asked.withCopies ? await readCopiesOf(transaction, issue, keys) : [],
    cursor: writeSyncCursor(questionOf(issue), next),
    hasMore: page.hasMore,
  };
}

async function tell(
  snapshot: Database,
  issue: Issue,
  asked: Exchange,
  place: SyncPlace | undefined,
  refusal: Refusal,
): Promise<Exchanged> {
  const state = await stateOf(snapshot, issue);
  checkPlace(place, state, refusal);
  const since = { after: place?.after ?? 0, own: place?.own };
  const page = await readChangesSince(snapshot, issue, since, state.lastIndex, asked);
  const next: SyncPlace = page.hasMore
    ? { ...since, epoch: state.epoch, after: page.lastIndex ?? since.after }
    : { epoch: state.epoch, after: state.lastIndex };
  const keys = page.items.map(({ key }) => key);
  return {
    outcomes: [],
    items: page.items,
    copies: asked.withCopies ? await readCopiesOf(snapshot, issue, keys) : [],
    cursor: writeSyncCursor(questionOf(issue), next),
    hasMore: page.hasMore,
  };
}

/**
 * Small changes may meet large items, which are read and kept as copies as a whole. A single change passes, so that
 * each item can be changed; its item has the limits of its kind.
 */
async function checkWeight(
  transaction: Database,
  issue: Issue,
  { changes, withCopies }: Exchange,
  refusal: Refusal,
): Promise<void> {
  if (changes.length === 1) return;
  const keys = changes.map(({ key }) => key);
  const bytes = await weightOf(transaction, issue, keys, withCopies);
  if (bytes > changedTogetherMaximumInBytes) throw refusal('CHANGED_TOO_LARGE');
}

/** @throws where the issue never had this place, or it does not reach from there to now */
export function checkPlace(
  place: SyncPlace | undefined,
  state: IssueState,
  refusal: (code: 'CURSOR_INVALID' | 'CURSOR_EXPIRED') => Error,
): void {
  if (!place) return;
  if (place.epoch !== state.epoch) throw refusal('CURSOR_EXPIRED');
  if (place.after > state.lastIndex) throw refusal('CURSOR_INVALID');
  if (place.after < state.forgottenThrough) throw refusal('CURSOR_EXPIRED');
}

export async function stateOf(
  database: Database,
  { subject, course_id, issue_id }: Issue,
): Promise<IssueState> {
  const row = await database
    .selectFrom('clag.issue_changes')
    .select(['epoch', 'last_index', 'forgotten_through'])
    .where('subject', '=', subject)
    .where('course_id', '=', course_id)
    .where('issue_id', '=', issue_id)
    .executeTakeFirst();
  if (!row) return nothing;
  const { epoch, last_index, forgotten_through } = row;
  return {
    epoch,
    lastIndex: Number(last_index),
    forgottenThrough: Number(forgotten_through),
  };
}
