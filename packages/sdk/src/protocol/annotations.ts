import {
  anchor,
  annotationMembers,
  bookmarkMembers,
  color,
  drawing,
  link,
  noteContent,
  noteMembers,
} from './contract.ts';
import { scopedWith } from './scope.ts';
import {
  either,
  flag,
  list,
  object,
  oneOf,
  optional,
  text,
  whole,
  yes,
  type Shape,
  type TypeOf,
} from './shape.ts';

/*
 * Annotations, notes and bookmarks of a topic or an exercise. Names are those of the services' own data
 * (specification, section 3).
 */

const uuid = text(36, 36);

export { anchor, color, drawing, link, noteContent };

/** One of four colours. */
export type AnnotationColor = TypeOf<typeof color>;

/**
 * A passage of a text, held by what it says and by where it stands: the quote finds it again after small
 * edits, the position (code points from the start of the text) tells equal passages apart. `note_id` goes
 * with a location `note_…`, `answer_id` with `answer_…`. A topic has no locations `exercise_…` and
 * `answer_…`, an exercise none `topic_…`.
 */
export type TextAnchor = TypeOf<typeof anchor>;

/** Where a link leads: links to files have a `file_reference`, the others an `address`. */
export type NoteLink = TypeOf<typeof link>;

/** Strokes on a sheet, each `[pen, x, y, dx, dy, …]` in units of the sheet; pen -1 is the eraser. */
export type NoteDrawing = TypeOf<typeof drawing>;

/** A note. Sanitize `html` before it is shown: it comes as it was given. */
export type NoteContent = TypeOf<typeof noteContent>;

const ids = {
  annotations: { annotation_id: uuid },
  notes: { note_id: uuid },
  bookmarks: { bookmark_id: uuid },
};
const fields = {
  annotations: annotationMembers,
  notes: noteMembers,
  bookmarks: bookmarkMembers,
};

export const madeOn = { version: whole(0), settled_versions: optional(list(whole(1))) };

/** The member for each of the three lists, all of which may be left out. */
function changes<I extends Members, F extends Members>(id: I, content: F) {
  return optional(
    list(
      either(
        object({ ...id, ...content, ...madeOn }),
        object({ ...id, ...madeOn, is_removed: yes }),
      ),
    ),
  );
}
type Members = Readonly<Record<string, Shape<unknown>>>;

/**
 * Changes to store, all or none; at most `changesMaximum` in a list, each thing once. Ids are
 * UUIDs, made by the content that makes the thing. `version` is the one that the change was made on, as it was
 * answered; 0: the thing is new. `settled_versions` are conflict copies that are not needed any more.
 */
export const annotationChanges = object({
  annotations: changes(ids.annotations, fields.annotations),
  notes: changes(ids.notes, fields.notes),
  bookmarks: changes(ids.bookmarks, fields.bookmarks),
});
export type AnnotationChanges = TypeOf<typeof annotationChanges>;

export const annotationsToSave = scopedWith({
  annotations: changes(ids.annotations, fields.annotations),
  notes: changes(ids.notes, fields.notes),
  bookmarks: changes(ids.bookmarks, fields.bookmarks),
});

export const annotationsAsked = scopedWith({ with_conflict_copies: optional(flag) });

export const asKept = { version: whole(0), updated_at: text(), delivered: flag };

/** A marked passage as the container knows it. */
export const annotation = object({ ...ids.annotations, ...fields.annotations, ...asKept });
export type Annotation = TypeOf<typeof annotation>;
/** A note as the container knows it. */
export const note = object({ ...ids.notes, ...fields.notes, ...asKept });
export type Note = TypeOf<typeof note>;
/** A bookmark as the container knows it. */
export const bookmark = object({ ...ids.bookmarks, ...fields.bookmarks, ...asKept });
export type Bookmark = TypeOf<typeof bookmark>;

const found = { annotations: list(annotation), notes: list(note), bookmarks: list(bookmark) };

/**
 * An annotation on a topic or an exercise. One that is not delivered has a `version` of its own, above
 * 2,147,483,647, which the next change can be made on as on any other. `conflict_copies` are what another
 * device, or this one, had stored when a change was made on an older version.
 */
export const annotations = object({ ...found, conflict_copies: optional(object(found)) });
export type Annotations = TypeOf<typeof annotations>;

/** The versions of what was accepted, in the order in which it was given: what the next changes are made on. */
export const annotationsAccepted = object({
  annotations: list(object({ ...ids.annotations, ...asKept })),
  notes: list(object({ ...ids.notes, ...asKept })),
  bookmarks: list(object({ ...ids.bookmarks, ...asKept })),
});
export type AcceptedAnnotations = TypeOf<typeof annotationsAccepted>;

export const asStored = {
  version: whole(1),
  updated_at: text(),
  outcome: oneOf('stored', 'merged', 'removed', 'unchanged'),
  conflict_copy_version: optional(whole(1)),
  accepted_version: whole(0),
};

/** Members of the event `delivered`: `accepted_version` is the one that was answered before. */
export const annotationsDelivered = {
  annotations: list(object({ ...ids.annotations, ...asStored })),
  notes: list(object({ ...ids.notes, ...asStored })),
  bookmarks: list(object({ ...ids.bookmarks, ...asStored })),
};

const version = { version: whole(0) };

/** Members of the event `not-delivered`. */
export const annotationsRefused = {
  annotations: list(object({ ...ids.annotations, ...version })),
  notes: list(object({ ...ids.notes, ...version })),
  bookmarks: list(object({ ...ids.bookmarks, ...version })),
};
