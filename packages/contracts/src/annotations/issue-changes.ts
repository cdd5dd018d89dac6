import * as z from 'zod/mini';
import { annotation, bookmark } from './annotation.ts';
import {
  annotationOutcomes,
  changedAnnotations,
  locationsFitModel,
  storedAnnotations,
} from './annotations.ts';
import { answer } from './answer.ts';
import { localStoreKey, localStoreValue } from './local-store-item.ts';
import { note } from './note.ts';
import { exactlyOneModel, exerciseDto, model, topicDto } from './scope.ts';
import { topicAttributes } from './topic-toc.ts';
import { userTopic } from './user-topic.ts';
import { batch, versionedItem } from './versioned-item.ts';
import { list } from '../scalars.ts';

/* All that a user has in an issue, in the three forms in which devices exchange it. */

/** Most topics and exercises that one body changes something on. */
const modelsMaximum = 100;

/** A local store item as devices exchange it. It is never removed: an empty value says that. */
const localStoreItem = versionedItem(localStoreKey, () => ({ value: localStoreValue }));

/** Changes that a device has made. */
export const givenChanges = z.strictObject({
  models: z.optional(
    list(
      'By topic or exercise, each at most once.',
      z
        .strictObject({
          ...model,
          ...changedAnnotations,
          local_store_items: z.optional(batch(localStoreItem.change)),
        })
        .check(exactlyOneModel, locationsFitModel),
    ).check(z.maxLength(modelsMaximum)),
  ),
  answers: z.optional(batch(answer.given)),
  user_topics: z.optional(batch(userTopic.given)),
  topic_attributes: z.optional(batch(topicAttributes.given)),
});

/** The topic or exercise that a part of an answer is about. */
const answeredModel = {
  topic_dto: z.optional(z.object(topicDto.shape)),
  exercise_dto: z.optional(z.object(exerciseDto.shape)),
};

/** Outcomes of changes, in the same order. */
export const changeOutcomes = z.object({
  models: z.array(
    z.object({
      ...answeredModel,
      ...annotationOutcomes,
      local_store_items: z.array(localStoreItem.outcome),
    }),
  ),
  answers: z.array(answer.outcome),
  user_topics: z.array(userTopic.outcome),
  topic_attributes: z.array(topicAttributes.outcome),
});

/** Changes that other devices have made. */
export const receivedChanges = z.object({
  models: z.array(
    z.object({
      ...answeredModel,
      annotations: z.array(annotation.changed),
      notes: z.array(note.changed),
      bookmarks: z.array(bookmark.changed),
      local_store_items: z.array(localStoreItem.stored),
    }),
  ),
  answers: z.array(answer.changed),
  user_topics: z.array(userTopic.changed),
  topic_attributes: z.array(topicAttributes.changed),
});

/** Conflict copies of all kinds. */
export const conflictCopies = z.object({
  models: z.array(
    z.object({
      ...answeredModel,
      ...storedAnnotations,
      local_store_items: z.array(localStoreItem.stored),
    }),
  ),
  answers: z.array(answer.stored),
  user_topics: z.array(userTopic.stored),
  topic_attributes: z.array(topicAttributes.stored),
});
