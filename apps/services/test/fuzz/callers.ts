import type { BuiltInRole } from '@lectern/contracts';

/** Who calls: so that calls are both let through and refused. `nobody` has no token. */
export const callers = [
  'pupil',
  'teacher',
  'support',
  'administrator',
  'application',
  'nobody',
] as const;
export type Caller = (typeof callers)[number];
export type Person = Exclude<Caller, 'nobody'>;

/** Names under which the examples of the contract know them, and the role that each holds. */
export const people: Readonly<Record<Person, { subject: string; role: BuiltInRole }>> = {
  pupil: { subject: 'demo-mia', role: 'student' },
  teacher: { subject: 'demo-thomas', role: 'teacher' },
  support: { subject: 'demo-sofia', role: 'support' },
  administrator: { subject: 'demo-adrian', role: 'administrator' },
  application: { subject: 'shop', role: 'order-system' },
};

/**
 * Stands in an input for a subject or a token that is known only when the input is sent:
 * `subject-of-caller`, `token-of-pupil`.
 */
export const placeholder =
  /(subject|token)-of-(caller|pupil|teacher|support|administrator|application)/g;
