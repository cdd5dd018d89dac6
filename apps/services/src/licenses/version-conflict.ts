/** The version of what is not there; a change that is to make it is made on it. */
export const notStored = 0;

/**
 * Text of the conflict of a change that was made on another version than the stored one. It names the
 * stored one: that of a product can be had from no other call.
 *
 * @param kind Word for what was to be saved.
 */
export function versionConflictText(kind: string, stored: number, base: number): string {
  const state =
    stored === notStored
      ? `There is no such ${kind} (version ${notStored})`
      : `The ${kind} is stored in version ${stored}`;
  return `${state}; the request was made on version ${base}. Nothing was saved.`;
}
