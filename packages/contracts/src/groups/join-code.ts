import * as z from 'zod/mini';

/** A code as people type it. Handlers get it in capitals without dashes, the form for comparing. */
export const joinCode = z.string().check(
  z.maxLength(32),
  z.regex(/^-*[A-Za-z0-9][A-Za-z0-9-]*$/),
  z.describe('Code of the group; case and dashes do not matter.'),
  z.overwrite((code) => code.replaceAll('-', '').toUpperCase()),
);
