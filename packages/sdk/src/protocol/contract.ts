// Made of packages/contracts by `node packages/sdk/build/write-shapes.ts`.
import { decimal, either, flag, list, object, oneOf, optional, text, whole } from './shape.ts';

export const identifier = text(255, 1);

export const color = oneOf(
  'ANNOTATION_COLOR_1',
  'ANNOTATION_COLOR_2',
  'ANNOTATION_COLOR_3',
  'ANNOTATION_COLOR_4',
);

export const anchor = object({
  location: oneOf(
    'topic_title',
    'topic_text',
    'exercise_title',
    'exercise_text',
    'answer_user_text',
    'answer_shared_text',
    'note_title',
    'note_text',
  ),
  note_id: optional(text(36, 36)),
  answer_id: optional(text(255, 1)),
  quote: object({
    exact: text(5000, 1),
    prefix: optional(text(200, 1)),
    suffix: optional(text(200, 1)),
  }),
  position: object({ start: whole(0), end: whole(0) }),
});

export const link = object({
  link_type: oneOf(
    'LINK_TYPE_WEBSITE',
    'LINK_TYPE_IMAGE_WEB',
    'LINK_TYPE_IMAGE_LOCAL',
    'LINK_TYPE_ONENOTE',
    'LINK_TYPE_ASSET_EXCHANGE',
  ),
  address: optional(text(2048, 1)),
  file_reference: optional(text(255, 1)),
});

export const drawing = object({
  width: whole(1),
  height: whole(1),
  strokes: list(list(whole(-10000))),
});

export const noteContent = either(
  either(
    either(
      object({ note_content_type: oneOf('NONE') }),
      object({ note_content_type: oneOf('PLAIN_TEXT'), text: text(65536) }),
    ),
    either(
      object({ note_content_type: oneOf('RICH_TEXT'), html: text(65536) }),
      object({ note_content_type: oneOf('LINK'), link }),
    ),
  ),
  either(
    either(
      object({ note_content_type: oneOf('DRAWING_TEXT'), text: text(65536), drawing }),
      object({
        note_content_type: oneOf('EDITABLE_TEXT_ENTRY'),
        field_id: text(255, 1),
        text: text(65536),
      }),
    ),
    either(
      object({
        note_content_type: oneOf('EDITABLE_CHECKBOX'),
        field_id: text(255, 1),
        is_checked: flag,
      }),
      object({ note_content_type: oneOf('EXTERNAL_LINK'), address: text(2048, 1) }),
    ),
  ),
);

export const answerContent = either(
  either(
    either(
      object({
        basic_answer_type: oneOf('essay'),
        text: text(262144),
        shared_text: optional(text(262144)),
      }),
      object({ basic_answer_type: oneOf('choice'), choice_ids: list(text(255, 1)) }),
    ),
    object({
      basic_answer_type: oneOf('match_keyboard'),
      gaps: list(object({ gap_id: text(255, 1), text: text(2000) })),
    }),
  ),
  either(
    either(
      object({
        basic_answer_type: oneOf('match_position'),
        labels: list(object({ label_id: text(255, 1), position_id: text(255, 1) })),
      }),
      object({
        basic_answer_type: oneOf('match_place'),
        cards: list(object({ card_id: text(255, 1), place_id: text(255, 1) })),
      }),
    ),
    object({ basic_answer_type: oneOf('sketchpad'), drawing }),
  ),
);

export const sharedContent = either(
  either(
    either(
      object({ basic_answer_type: oneOf('essay'), shared_text: text(262144) }),
      object({ basic_answer_type: oneOf('choice'), choice_ids: list(text(255, 1)) }),
    ),
    object({
      basic_answer_type: oneOf('match_keyboard'),
      gaps: list(object({ gap_id: text(255, 1), text: text(2000) })),
    }),
  ),
  either(
    either(
      object({
        basic_answer_type: oneOf('match_position'),
        labels: list(object({ label_id: text(255, 1), position_id: text(255, 1) })),
      }),
      object({
        basic_answer_type: oneOf('match_place'),
        cards: list(object({ card_id: text(255, 1), place_id: text(255, 1) })),
      }),
    ),
    object({ basic_answer_type: oneOf('sketchpad'), drawing }),
  ),
);

export const feedbackContent = either(
  either(
    object({ feedback_kind: oneOf('seen') }),
    object({ feedback_kind: oneOf('comment'), text: text(4000, 1) }),
  ),
  object({ feedback_kind: oneOf('again'), text: optional(text(4000, 1)) }),
);

export const searchTarget = oneOf('topic', 'exercise', 'note');

export const searchScope = oneOf('text', 'title');

export const searchSource = oneOf('course', 'answer', 'highlight', 'note');

export const query = text(200, 1);

export const prefix = text(100, 1);

export const annotationMembers = { anchor, color_index: color };

export const noteMembers = {
  note_type: oneOf(
    'UNDEFINED',
    'SUMMARY',
    'SIDENOTE',
    'HIGHLIGHT',
    'EDITABLE_FIELD',
    'ANNOTATED_IMAGE',
  ),
  title: optional(text(255, 1)),
  content: noteContent,
  color_index: optional(color),
  anchor: optional(anchor),
  image_reference: optional(text(255, 1)),
};

export const bookmarkMembers = { color_index: color, title: optional(text(255, 1)) };

export const answerMembers = {
  content: answerContent,
  is_done: flag,
  score_in_percent: optional(decimal(0, 100)),
};

export const assignmentMembers = {
  title: optional(text(255, 1)),
  targets: list(either(object({ topic_id: text(255, 1) }), object({ exercise_id: text(255, 1) }))),
  begins_at: text(40, 1),
  due_at: optional(text(40, 1)),
  solutions_at: optional(text(40, 1)),
  solutions_open: flag,
  member_subjects: optional(list(text(undefined, 1))),
};

/** Longest value of a local store item, in UTF-16 code units. */
export const itemValueMaximum = 262144;

/** Most local store items of one request. */
export const itemsMaximum = 200;

/** Most annotations of one request; most notes, most bookmarks, and most answers. */
export const changesMaximum = 200;

/** Most exercises of one request for answers. */
export const exercisesMaximum = 200;

/** Most exercises of one request for the answers of a class. */
export const groupExercisesMaximum = 20;

/** Most paths of one request for files. */
export const pathsMaximum = 200;
