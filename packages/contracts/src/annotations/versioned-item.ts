import * as z from 'zod/mini';
import { changesMaximum, greatestVersion } from '../limits.ts';
import { flag, integer, list, timestamp } from '../scalars.ts';
import { withStatus } from '../with-status.ts';

/*
 * How two devices share an item. Every item has a version. A change says on which version it was
 * made. Made on the stored one, it replaces it. Made on an older one, it replaces it too, for it is
 * the newer by the clock of the database; but what stood there is kept as a conflict copy. Nothing is
 * overwritten silently.
 *
 *   phone   reads 3 ─────────── writes on 3 ─▶ 5, and 4 is kept as a conflict copy
 *   tablet  reads 3 ─ writes on 3 ─▶ 4
 *
 * A change that leaves what is stored already changes nothing, whatever its version: so a device
 * whose confirmation was lost sends the same again. Its next change it makes after that.
 */

/** Most conflict copies that one change settles. */
const settledVersionsMaximum = 100;

const version = integer(
  1,
  greatestVersion,
  'Starts at 1 and grows with every change of the item, its removal included.',
);

const madeOn = {
  version: integer(0, greatestVersion, 'Version that the change was made on; 0: the item was new.'),
  settled_versions: z.optional(
    list('Conflict copies of this item, by version, that are not needed any more.', version).check(
      z.maxLength(settledVersionsMaximum),
    ),
  ),
};

const storedAs = {
  version,
  updated_at: timestamp('When this version was stored, by the clock of the database.'),
};

const isThere = z.optional(
  z.literal(false).check(z.describe('The item is there; the same as when absent.')),
);
const isRemoved = z
  .literal(true)
  .check(z.describe('The item is removed. Its version goes on, so that a later change meets it.'));

/**
 * Outcome of a change: `merged`: its parts are among those of the version, which has others that the sender did not
 * know; `unchanged`: that was stored already.
 */
export const changeOutcome = z.enum(['stored', 'merged', 'removed', 'unchanged']);

/** Makes an object of fields: strict in bodies; in answers open to the fields of later releases. */
export type MakeObject = <const Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
) => z.ZodMiniObject<Shape>;

/**
 * The forms of an item on the wire.
 *
 * @param ids Fields that name the item within the scope of the call.
 * @param content The other fields, for the given way of making objects.
 * @returns `given`: a `change` or a `removal` in a body; `outcome`: what became of
 *   it; `stored`: the item or a conflict copy of it; `changed`: the item or its removal, as other
 *   devices learn of it.
 */
export function versionedItem<
  const Ids extends z.core.$ZodLooseShape,
  const Content extends z.core.$ZodLooseShape,
>(ids: Ids, content: (object: MakeObject) => Content) {
  return versionedItemWith(ids, content, {});
}

/** As {@link versionedItem}; `more` is what the service says of a version, beside its time. */
export function versionedItemWith<
  const Ids extends z.core.$ZodLooseShape,
  const Content extends z.core.$ZodLooseShape,
  const More extends z.core.$ZodLooseShape,
>(ids: Ids, content: (object: MakeObject) => Content, more: More) {
  const stored = { ...ids, ...content(z.object), ...storedAs, ...more };
  const change = z.strictObject({
    ...ids,
    ...content(z.strictObject),
    ...madeOn,
    is_removed: isThere,
  });
  const removal = z.strictObject({ ...ids, ...madeOn, is_removed: isRemoved });
  return {
    change,
    removal,
    given: z.discriminatedUnion('is_removed', [change, removal]),
    outcome: z.object({
      ...ids,
      ...storedAs,
      ...more,
      outcome: changeOutcome,
      conflict_copy_version: z.optional(
        version.check(z.describe('Version that the sender did not know, kept as a conflict copy.')),
      ),
    }),
    stored: z.object(stored),
    changed: z.discriminatedUnion('is_removed', [
      z.object({ ...stored, is_removed: isThere }),
      z.object({ ...ids, ...storedAs, is_removed: isRemoved }),
    ]),
  };
}

/** The changes of one kind that a body carries. They are stored all or none. */
export function batch<const Given extends z.core.SomeType>(given: Given) {
  return list('Stored all or none; each item at most once.', given).check(
    z.maxLength(changesMaximum),
  );
}

/** Asks for conflict copies beside the items. */
export const withConflictCopies = z.optional(
  flag('Give conflict copies, too, also those of removed items.'),
);

/** Most items of one subject in all issues, removed ones and conflict copies among them, and their bytes. */
export const contentLimits = { items: 100_000, bytes: 256 * 1024 * 1024 } as const;

/** Error of every call that stores content of a subject. */
export const contentFullError = withStatus(413, {
  CONTENT_FULL: `A user holds at most ${contentLimits.items} items in all courses, and ${contentLimits.bytes} bytes of them, conflict copies included. Nothing was stored.`,
});

/** Errors of every call that stores a batch. */
export const batchErrors = {
  ...contentFullError,
  ...withStatus(400, { ITEM_REPEATED: 'The same item appears twice in one request.' }),
  ...withStatus(409, {
    VERSION_UNKNOWN: 'A change was made on a version that the item never had. Nothing was stored.',
  }),
} as const;
