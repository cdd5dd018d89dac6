/** Errors of calls that ask the directory of an identity provider. */
export const directoryErrors = {
  DIRECTORY_NOT_CONFIGURED: {
    // Not 5xx: to try again changes nothing.
    status: 409,
    text: 'No directory is configured for the identity provider that is asked about.',
  },
  DIRECTORY_UNAVAILABLE: {
    status: 502,
    text: 'The directory of the identity provider did not answer, or its answer could not be read.',
  },
} as const;
