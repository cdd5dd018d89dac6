/** The version of what is not there; a change that is to make it is made on it. */
export const notStored = 0;

/**
 * Text of the conflict of a change that was made on another version than the stored one. It names the
 * stored one: that of a product can be had from no other call.
 *
 * @param what Word for what was to be saved.
 */
export function versionConflictText(what: string, stored: number, base: number): string {
  const found =
    stored === notStored
      ? `There is no such ${what} (version ${notStored})`
      : `The ${what} is stored in version ${stored}`;
  return `${found}; the request was made on version ${base}. Nothing was saved.`;
}
