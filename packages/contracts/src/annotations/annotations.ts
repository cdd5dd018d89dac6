import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { withStatus } from '../with-status.ts';
import { list, subject } from '../scalars.ts';
import { annotation, bookmark } from './annotation.ts';
import { note, noteContentType, noteType } from './note.ts';
import { exerciseDto, issueScope, topicDto } from './scope.ts';
import { batch, batchErrors, withConflictCopies } from './versioned-item.ts';

/** Most annotations, notes and bookmarks of one subject on one topic or exercise, and their bytes. */
export const annotationModelLimits = { items: 2_000, bytes: 4 * 1024 * 1024 } as const;

export const annotationsFullError = withStatus(413, {
  ANNOTATIONS_FULL: `A topic or exercise holds at most ${annotationModelLimits.items} annotations, notes and bookmarks, and ${annotationModelLimits.bytes} bytes of them, conflict copies included. Nothing was stored.`,
});

/** Changes of a body on one topic or exercise. */
export const changedAnnotations = {
  annotations: z.optional(batch(annotation.given)),
  notes: z.optional(batch(note.given)),
  bookmarks: z.optional(batch(bookmark.given)),
};

/** Outcomes of {@link changedAnnotations}, in the same order. */
export const annotationOutcomes = {
  annotations: z.array(annotation.outcome),
  notes: z.array(note.outcome),
  bookmarks: z.array(bookmark.outcome),
};

/** Stored annotations of one topic or exercise, or their conflict copies. */
export const storedAnnotations = {
  annotations: z.array(annotation.stored),
  notes: z.array(note.stored),
  bookmarks: z.array(bookmark.stored),
};

interface GivenAnnotation {
  readonly is_removed?: boolean | undefined;
  readonly anchor?: { readonly location: string } | undefined;
}

/** A topic has no answers, and an exercise no topic text. */
export const locationsFitModel = z.refine<{
  topic_dto?: unknown;
  exercise_dto?: unknown;
  annotations?: readonly GivenAnnotation[] | undefined;
  notes?: readonly GivenAnnotation[] | undefined;
}>(({ topic_dto, annotations = [], notes = [] }) => {
  const misplaced = topic_dto === undefined ? /^topic_/ : /^(exercise|answer)_/;
  return [...annotations, ...notes].every(
    ({ anchor }) => anchor === undefined || !misplaced.test(anchor.location),
  );
}, 'A location of another kind than the topic or exercise.');

const filters = {
  note_types: z.optional(list('Only notes of these types.', noteType).check(z.maxLength(6))),
  note_content_types: z.optional(
    list('Only notes that consist of these.', noteContentType).check(z.maxLength(8)),
  ),
};

const getFields = {
  subject,
  ...issueScope,
  ...filters,
  with_conflict_copies: withConflictCopies,
};
const getCall = {
  answer: z.object({
    ...storedAnnotations,
    conflict_copies: z.optional(z.object(storedAnnotations)),
  }),
  permission: 'annotation.read',
  repeatSafe: true,
} as const;

const saveFields = { subject, ...issueScope, ...changedAnnotations };
const saveCall = {
  answer: z.object(annotationOutcomes),
  errors: { ...batchErrors, ...annotationsFullError },
  permission: 'annotation.write',
  ownTokenOnly: true,
  // A repeat that arrives late would stand above what was stored in between.
  bodyLimitInBytes: 4 * 1024 * 1024,
} as const;

export const annotationsCalls = {
  annotationsGetForTopic: defineCall({
    ...getCall,
    path: '/v1/annotations/getForTopic',
    summary: 'Gives the annotations, notes and bookmarks of a subject on a topic.',
    body: z.strictObject({ ...getFields, topic_dto: topicDto }),
  }),
  annotationsGetForExercise: defineCall({
    ...getCall,
    path: '/v1/annotations/getForExercise',
    summary: 'Gives the annotations, notes and bookmarks of a subject on an exercise.',
    body: z.strictObject({ ...getFields, exercise_dto: exerciseDto }),
  }),
  annotationsSaveForTopic: defineCall({
    ...saveCall,
    path: '/v1/annotations/saveForTopic',
    summary:
      'Stores, changes and removes annotations, notes and bookmarks on a topic, all or none. IA_OK: all was so already.',
    body: z.strictObject({ ...saveFields, topic_dto: topicDto }).check(locationsFitModel),
  }),
  annotationsSaveForExercise: defineCall({
    ...saveCall,
    path: '/v1/annotations/saveForExercise',
    summary:
      'Stores, changes and removes annotations, notes and bookmarks on an exercise, all or none. IA_OK: all was so already.',
    body: z.strictObject({ ...saveFields, exercise_dto: exerciseDto }).check(locationsFitModel),
  }),
} as const;
