import { annotationsDelivered, annotationsRefused } from './annotations.ts';
import { assignmentsDelivered, assignmentsRefused } from './assignments.ts';
import { feedbackDelivered, feedbackRefused } from './class.ts';
import { answersDelivered, answersRefused } from './answers.ts';
import { itemValueMaximum, placeLengthMaximum } from './limits.ts';
import { identifier } from './contract.ts';
import { scopedWith } from './scope.ts';
import {
  either,
  list,
  object,
  oneOf,
  openObject,
  optional,
  text,
  whole,
  flag,
  type TypeOf,
} from './shape.ts';

/*
 * Contents of messages. Names are those of the services' own data (specification, section 3).
 */

/** A user as content may know it. Names may be missing: some identity providers give none. */
export const user = object({
  subject: text(),
  given_name: optional(text()),
  family_name: optional(text()),
});
export type BridgeUser = TypeOf<typeof user>;

/** Members of a licence that content may know. */
export const licenseMembers = {
  license_code: text(),
  license_strategy: text(),
  license_state: text(),
  mandant_identifier: text(),
  product_reference: text(),
};

/** A licence of the user for this publication. */
export const license = object(licenseMembers);
export type BridgeLicense = TypeOf<typeof license>;

/** Where local store items and annotations belong: an issue of a course, and in it one topic or one exercise. */
export const scope = scopedWith({});
export type LocalStoreScope = TypeOf<typeof scope>;

const itemKey = { segment: identifier, key: identifier };

/**
 * One piece of progress. `version` is the one that the change was made on; 0: none was there. Where
 * another one is stored by then, that is a conflict. Absent: stored whatever was there.
 */
export const itemInput = object({
  ...itemKey,
  value: text(itemValueMaximum),
  version: optional(whole(0)),
});
export type LocalStoreItemInput = TypeOf<typeof itemInput>;

/**
 * A piece of progress as the container knows it. `version` grows by one with every write that changes the
 * value or was made on the stored version; an item that is not delivered has the one that it will have,
 * or none where it was written without. `updated_at` is RFC 3339. `conflict` holds what was written here
 * and could not be delivered, since another version was stored meanwhile; `value` is the stored one then.
 */
export const item = object({
  ...itemKey,
  value: text(),
  version: optional(whole(0)),
  updated_at: text(),
  delivered: flag,
  conflict: optional(object({ value: text(), updated_at: text() })),
});
export type LocalStoreItem = TypeOf<typeof item>;

export const items = list(item);
export const itemsToStore = scopedWith({ local_store_items: list(itemInput) });

/** An xAPI statement without actor and authority, which the platform sets. */
export const statement = openObject({
  id: optional(text()),
  verb: openObject({ id: text(), display: optional(openObject({})) }),
  object: openObject({ id: optional(text()) }),
  result: optional(openObject({})),
  context: optional(openObject({})),
  timestamp: optional(text()),
});
export type LearningStatement = TypeOf<typeof statement>;

export const statementToPost = object({ statement, dto_id: identifier });

const placeMember = optional(text(placeLengthMaximum, 1));
/** Where in the publication somebody is; without members: nowhere in particular. */
export const place = object({
  exerciseGroupId: placeMember,
  themaId: placeMember,
  subThemaNumber: placeMember,
});
export type DeepLink = TypeOf<typeof place>;

/**
 * How signing in is to go on. A coupon's code may be as somebody has typed it: case, dashes and spaces do not
 * matter. With `refusesTypos`, `MISTYPED` answers a code that looks mistyped: publishers may give such codes, so take it
 * without this where somebody says that it is right. With `otherAccount` the provider asks who it is, and nothing of
 * what the last one came for is done.
 */
export const loginOptions = object({
  coupon: optional(text()),
  refusesTypos: optional(flag),
  otherAccount: optional(flag),
});
export type LoginOptions = TypeOf<typeof loginOptions>;

const ofItems = { kind: oneOf('items') };
const ofAnnotations = { kind: oneOf('annotations') };
const ofFeedback = { kind: oneOf('feedback') };
const ofAssignments = { kind: oneOf('assignments') };
const ofAnswers = { kind: oneOf('answers') };
const ofStatement = { kind: oneOf('statement'), dto_id: identifier, id: text() };
const why = { code: oneOf('CONFLICT', 'REFUSED'), message: text() };

/** Writes that a service has stored: items, annotations, answers, feedback or assignments with the versions that they have now, or a statement. */
export const delivery = either(
  either(scopedWith({ ...ofItems, local_store_items: items }), object(ofStatement)),
  either(
    scopedWith({ ...ofAnnotations, ...annotationsDelivered }),
    either(
      object({ ...ofAnswers, ...answersDelivered }),
      either(
        object({ ...ofFeedback, ...feedbackDelivered }),
        object({ ...ofAssignments, ...assignmentsDelivered }),
      ),
    ),
  ),
);
export type Delivery = TypeOf<typeof delivery>;

/**
 * Writes that will not be stored. After a conflict the items are those that are stored, each with what was
 * written here; after a refusal they are what was written here. Annotations, answers,
 * feedback and assignments have the version that they were made on; of these only the last two are ever in conflict.
 */
export const failedDelivery = either(
  either(
    scopedWith({ ...ofItems, ...why, local_store_items: items }),
    object({ ...ofStatement, ...why }),
  ),
  either(
    scopedWith({ ...ofAnnotations, ...why, ...annotationsRefused }),
    either(
      object({ ...ofAnswers, ...why, ...answersRefused }),
      either(
        object({ ...ofFeedback, ...why, ...feedbackRefused }),
        object({ ...ofAssignments, ...why, ...assignmentsRefused }),
      ),
    ),
  ),
);
export type FailedDelivery = TypeOf<typeof failedDelivery>;

/**
 * How far what was accepted has come. `saved`: everything is delivered; `saving`: it is on its way;
 * `waiting`: it cannot be delivered now, and will be later; `refused`: something was refused for good or
 * is in conflict. `undelivered` and `refused` count items,
 * statements, and changes of annotations, answers, feedback and assignments.
 */
export const saveState = object({
  state: oneOf('saved', 'saving', 'waiting', 'refused'),
  undelivered: whole(0),
  refused: whole(0),
});
export type SaveState = TypeOf<typeof saveState>;
