/*
 * Order of locks, one for all, so that no deadlock arises: the subject's, orders in the order of their keys,
 * licences by {@link licenseLock} and then their seats, both in the order of their codes, then other rows.
 */

/** Name of the lock (`storage/advisory-lock.ts`) under which devices and usages of a subject change. */
export function subjectLock(subject: string): string {
  return `devices:${subject}`;
}

/**
 * Name of the lock of a licence. Whoever adds or ends usages shares it; it is exclusive for whoever
 * begins or stops to count them, or takes the licence. So no usage comes or goes uncounted meanwhile.
 */
export function licenseLock(licenseCode: string): string {
  return `license:${licenseCode}`;
}
