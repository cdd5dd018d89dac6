import type { Attachment, Statement } from '@lectern/contracts/xapi';

/** What is attached to a statement, and to one within it (xAPI 1.0.3, Data 2.4.11). */
export function attachmentsOf({ attachments = [], object }: Statement): readonly Attachment[] {
  return object.objectType === 'SubStatement'
    ? [...attachments, ...(object.attachments ?? [])]
    : attachments;
}
