/**
 * Name of the lock (`storage/advisory-lock.ts`) under which devices and usages of a subject change.
 *
 * Whoever needs several locks takes them in this order: the subject's, the seats of licences in the
 * order of their codes, then rows. So nobody waits in a circle.
 */
export function subjectLock(subject: string): string {
  return `devices:${subject}`;
}
