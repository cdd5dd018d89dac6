import { hash } from 'node:crypto';

/* Names that the platform makes: the same whenever it makes them for the same thing. */

/** A course of one issue, whatever version of its structure. */
export function courseKeyOf(courseId: string, issueId: string, publisherId: string): string {
  return hash('sha256', JSON.stringify([courseId, issueId, publisherId]));
}

/** Id of the activity that an assignable unit, a block or the course is; none that a publisher gave. */
export function activityIdOf(publicUrl: string, courseKey: string, publisherId: string): string {
  const name = activityNameOf(courseKey, publisherId);
  return new URL(`/lars/cmi5/activities/${name}`, publicUrl).href;
}

/** Ending of the id of such an activity. */
export function activityNameOf(courseKey: string, publisherId: string): string {
  return hash('sha256', JSON.stringify([courseKey, publisherId]), 'base64url');
}

/**
 * Id of a statement that is told once: whoever tells it again finds it told. It says version 5, that of UUIDs
 * of names (RFC 9562, section 5.5), though its hash is another: many validators know versions 1 to 5 alone, and
 * statements are forwarded to other stores.
 */
export function statementIdOf(...what: readonly string[]): string {
  const bytes = hash('sha256', JSON.stringify(what), 'buffer').subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const digits = bytes.toString('hex');
  return [8, 12, 16, 20, 32]
    .map((end, place, ends) => digits.slice(ends[place - 1] ?? 0, end))
    .join('-');
}
