import { publicationLimits } from './publication.ts';

/* Why calls of publishing refuse. */

export const mandantForbidden = {
  MANDANT_FORBIDDEN: { status: 403, text: 'The caller does not publish for this mandant.' },
} as const;

export const courseOfAnother = {
  COURSE_OF_ANOTHER: {
    status: 409,
    text: 'Another mandant has a course, or an exercise, of this id.',
  },
} as const;

export const issueNotFound = {
  ISSUE_NOT_FOUND: { status: 404, text: 'No such issue is known.' },
} as const;

export const versionNotOpen = {
  VERSION_NOT_OPEN: {
    status: 409,
    text: 'There is no such version, or it is published already, or was given up. Begin again.',
  },
} as const;

export const issueChanged = {
  ISSUE_CHANGED: {
    status: 409,
    text: 'Another version has become current since the request was made. Nothing was done.',
  },
} as const;

export const incomplete = {
  TEXTS_TOO_LONG: {
    status: 413,
    text: `The texts of topics and exercises are longer than ${publicationLimits.textsLength} characters together. Nothing was done.`,
  },
  TEXTS_MISSING: { status: 409, text: 'Not all texts are there. Nothing was done.' },
  FILES_MISSING: {
    status: 409,
    text: 'Not all files are there, each with its bytes. Nothing was done.',
  },
  FILES_DIFFER: {
    status: 409,
    text: 'The files are not those announced by the call begin. Nothing was done.',
  },
} as const;
