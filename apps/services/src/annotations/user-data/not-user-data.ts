/** A file is no zip of `userData/download`, or is damaged. */
export class NotUserData extends Error {
  override readonly name = 'NotUserData';
}
