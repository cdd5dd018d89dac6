import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { withStatus } from '../with-status.ts';
import { changesMaximum, greatestVersion, itemValueMaximumLength } from '../limits.ts';
import { identifier, integer, timestamp } from '../scalars.ts';
import { exactlyOneModel, issueScope, model } from './scope.ts';
import { contentFullError } from './versioned-item.ts';

/** Most items that one topic or exercise holds, and most bytes of values, for one subject. */
export const localStoreModelLimits = { items: 1_000, bytes: 4 * 1024 * 1024 } as const;

const scope = { ...issueScope, ...model };

export const localStoreKey = {
  segment: identifier('Part of the model that the item belongs to.'),
  key: identifier('Name of the item within its segment.'),
};
export const localStoreValue = z
  .string()
  .check(z.maxLength(itemValueMaximumLength), z.describe("In a form of the content's own."));
const item = { ...localStoreKey, value: localStoreValue };

/** Without a version the value is stored whatever was there: the last writer wins. */
const baseVersion = z.optional(
  integer(
    0,
    greatestVersion,
    'Version that the change was made on; 0: there was none. Another one: conflict.',
  ),
);

/**
 * An item as stored: `version` starts at 1 and grows by one with every write that changes the value
 * or was made on the stored version.
 */
export const localStoreItem = z.object({
  ...item,
  version: z.int().check(z.gte(1), z.describe('Version of the item.')),
  updated_at: timestamp('When the value last changed, by the clock of the database.'),
});
export type LocalStoreItem = z.infer<typeof localStoreItem>;

export const localStoreItemCalls = {
  localStoreItemGetForModel: defineCall({
    path: '/v1/localStoreItem/getForModel',
    summary: "Gives the caller's local store items of a topic or an exercise.",
    body: z.strictObject(scope).check(exactlyOneModel),
    answer: z.object({ local_store_items: z.array(localStoreItem) }),
    permission: 'local-store.read',
    repeatSafe: true,
  }),
  localStoreItemSetForModel: defineCall({
    path: '/v1/localStoreItem/setForModel',
    summary:
      "Stores the caller's local store items of a topic or an exercise, all or none. IA_OK: all values were stored already, whatever their versions.",
    body: z
      .strictObject({
        ...scope,
        local_store_items: z
          .array(z.strictObject({ ...item, version: baseVersion }))
          .check(z.minLength(1), z.maxLength(changesMaximum)),
      })
      .check(exactlyOneModel),
    answer: z.object({ local_store_items: z.array(localStoreItem) }),
    errors: {
      ...withStatus(400, {
        LOCAL_STORE_ITEM_REPEATED: 'The same segment and key appear twice in one request.',
      }),
      ...contentFullError,
      ...withStatus(413, {
        LOCAL_STORE_FULL: `A topic or exercise holds at most ${localStoreModelLimits.items} items and ${localStoreModelLimits.bytes} bytes, conflict copies included. Nothing was stored.`,
      }),
      ...withStatus(409, {
        LOCAL_STORE_ITEM_CONFLICT:
          'An item has changed since the version that the request was made on. Nothing was stored.',
      }),
    },
    permission: 'local-store.write',
    ownTokenOnly: true,
    // A repeat that arrives late would undo what was stored in between, unless it carries versions.
    bodyLimitInBytes: 4 * 1024 * 1024,
  }),
} as const;
