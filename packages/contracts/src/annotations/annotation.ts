import * as z from 'zod/mini';
import { text } from '../scalars.ts';
import { textAnchor } from './text-anchor.ts';
import { versionedItem } from './versioned-item.ts';

/** The four colours of annotations and bookmarks (specification, section 3). */
export const annotationColorIndex = z.enum([
  'ANNOTATION_COLOR_1',
  'ANNOTATION_COLOR_2',
  'ANNOTATION_COLOR_3',
  'ANNOTATION_COLOR_4',
]);

/** A passage that a user has marked in a topic or an exercise. */
export const annotation = versionedItem(
  { annotation_id: z.uuid().check(z.describe('The annotation; made by who marks the passage.')) },
  (object) => ({ anchor: textAnchor(object), color_index: annotationColorIndex }),
);

/** A topic or an exercise that a user wants to find again. */
export const bookmark = versionedItem(
  { bookmark_id: z.uuid().check(z.describe('The bookmark; made by who sets it.')) },
  () => ({
    color_index: annotationColorIndex,
    title: z.optional(text(255, 'What the user calls it.')),
  }),
);
