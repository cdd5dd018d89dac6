import { publicationLimits } from './publication.ts';
import { withStatus } from '../with-status.ts';

/* Why calls of publishing refuse. */

export const mandantForbidden = withStatus(403, {
  MANDANT_FORBIDDEN: 'The caller does not publish for this mandant.',
});

export const courseOfAnother = withStatus(409, {
  COURSE_OF_ANOTHER: 'Another mandant has a course, or an exercise, of this id.',
});

export const issueNotFound = withStatus(404, { ISSUE_NOT_FOUND: 'No such issue is known.' });

export const versionNotOpen = withStatus(409, {
  VERSION_NOT_OPEN:
    'There is no such version, or it is published already, or was given up. Begin again.',
});

export const issueChanged = withStatus(409, {
  ISSUE_CHANGED: 'Another version has become current since the request was made. Nothing was done.',
});

export const incomplete = {
  ...withStatus(413, {
    TEXTS_TOO_LONG: `The texts of topics and exercises are longer than ${publicationLimits.textsLength} characters together. Nothing was done.`,
  }),
  ...withStatus(409, {
    TEXTS_MISSING: 'Not all texts are there. Nothing was done.',
    FILES_MISSING: 'Not all files are there, each with its bytes. Nothing was done.',
    FILES_DIFFER: 'The files are not those announced by the call begin. Nothing was done.',
  }),
} as const;
