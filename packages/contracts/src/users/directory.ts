import { withStatus } from '../with-status.ts';

/** Errors of calls that ask the directory of an identity provider. */
export const directoryErrors = {
  ...withStatus(409, {
    // Not 5xx: to try again changes nothing.
    DIRECTORY_NOT_CONFIGURED:
      'No directory is configured for the identity provider that is asked about.',
  }),
  ...withStatus(502, {
    DIRECTORY_UNAVAILABLE:
      'The directory of the identity provider did not answer, or its answer could not be read.',
  }),
} as const;
