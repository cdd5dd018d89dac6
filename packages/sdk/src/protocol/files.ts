import { identifier } from './contract.ts';
import { course, issue } from './scope.ts';
import { list, object, text, whole, type TypeOf } from './shape.ts';

/** An issue of a course. */
export const publicationIssue = object({ ...course, ...issue });
export type PublicationIssue = TypeOf<typeof publicationIssue>;

export const filesAsked = object({ ...course, ...issue, paths: list(identifier) });

/**
 * A file that anyone who has the address can fetch, without a token, until `expires_at` (RFC 3339): ask
 * again rather than keep it.
 */
export const file = object({
  path: text(),
  address: text(),
  expires_at: text(),
  media_type: text(),
  size_in_bytes: whole(0),
  content_hash: text(),
});
export type PublicationFile = TypeOf<typeof file>;

/** The files, and the paths of which none is given: there is none, or no licence of the user opens it. */
export const filesGiven = object({ files: list(file), not_given: list(text()) });
export type PublicationFiles = TypeOf<typeof filesGiven>;
