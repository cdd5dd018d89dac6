import * as z from 'zod/mini';
import { fileReference } from '../files/asset.ts';
import { flag, identifier, text } from '../scalars.ts';
import { linkTarget, webAddress } from './link-target.ts';
import { annotationColorIndex } from './annotation.ts';
import { drawing } from './drawing.ts';
import { textAnchor } from './text-anchor.ts';
import { versionedItem, type MakeObject } from './versioned-item.ts';

/** Purpose of a note (specification, section 3). */
export const noteType = z.enum([
  'UNDEFINED',
  'SUMMARY',
  'SIDENOTE',
  'HIGHLIGHT',
  'EDITABLE_FIELD',
  'ANNOTATED_IMAGE',
]);

/** Form of a note (specification, section 3). */
export const noteContentType = z.enum([
  'NONE',
  'PLAIN_TEXT',
  'RICH_TEXT',
  'LINK',
  'DRAWING_TEXT',
  'EDITABLE_TEXT_ENTRY',
  'EDITABLE_CHECKBOX',
  'EXTERNAL_LINK',
]);

/** Longest text of a note, in UTF-16 code units. */
const textMaximumLength = 65_536;

const writing = z
  .string()
  .check(z.maxLength(textMaximumLength), z.describe('What was written; may be empty.'));
const fieldId = identifier('The field of the publication that it was entered in.');

const { entries } = noteContentType.def;

/** The content of a note; its fields depend on the content type. */
function noteContent(object: MakeObject) {
  return z.discriminatedUnion('note_content_type', [
    object({ note_content_type: z.literal(entries.NONE) }),
    object({ note_content_type: z.literal(entries.PLAIN_TEXT), text: writing }),
    object({
      note_content_type: z.literal(entries.RICH_TEXT),
      html: z
        .string()
        .check(
          z.maxLength(textMaximumLength),
          z.describe('HTML as it was given: to be sanitized before it is shown.'),
        ),
    }),
    object({ note_content_type: z.literal(entries.LINK), link: linkTarget(object) }),
    object({
      note_content_type: z.literal(entries.DRAWING_TEXT),
      text: writing,
      drawing: drawing(object),
    }),
    object({
      note_content_type: z.literal(entries.EDITABLE_TEXT_ENTRY),
      field_id: fieldId,
      text: writing,
    }),
    object({
      note_content_type: z.literal(entries.EDITABLE_CHECKBOX),
      field_id: fieldId,
      is_checked: flag('Whether the box is checked.'),
    }),
    object({
      note_content_type: z.literal(entries.EXTERNAL_LINK),
      address: webAddress('Where it leads, outside of the platform.'),
    }),
  ]);
}

/** A note of a user on a topic or an exercise. */
export const note = versionedItem(
  { note_id: z.uuid().check(z.describe('The note; made by who writes it.')) },
  (object) => ({
    note_type: noteType,
    title: z.optional(text(255, 'Title of the note.')),
    content: noteContent(object),
    color_index: z.optional(annotationColorIndex),
    anchor: z.optional(textAnchor(object)),
    image_reference: z.optional(
      fileReference.check(z.describe('The file of the picture, for ANNOTATED_IMAGE.')),
    ),
  }),
);
