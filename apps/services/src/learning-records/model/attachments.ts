import type { Attachment, Statement } from '@lectern/contracts/xapi';

/** Attachments of a statement, and of its sub-statement (xAPI 1.0.3, Data 2.4.11). */
export function attachmentsOf({ attachments = [], object }: Statement): readonly Attachment[] {
  return object.objectType === 'SubStatement'
    ? [...attachments, ...(object.attachments ?? [])]
    : attachments;
}
