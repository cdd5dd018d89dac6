import type { BuiltInRole } from '@lectern/contracts';
import { second } from '../marked/publishers.ts';

/** Callers, so that calls are both let through and refused. `nobody` has no token. */
export const callers = [
  'pupil',
  'teacher',
  'support',
  'administrator',
  'application',
  'dealer',
  'nobody',
] as const;
export type Caller = (typeof callers)[number];
export type Person = Exclude<Caller, 'nobody'>;

/** Their names at the issuer of their tokens, and the role that each holds. */
export const people: Readonly<
  Record<Person, { sub: string; role: BuiltInRole | typeof second.role }>
> = {
  pupil: { sub: 'mia', role: 'student' },
  teacher: { sub: 'thomas', role: 'teacher' },
  support: { sub: 'sofia', role: 'support' },
  administrator: { sub: 'adrian', role: 'administrator' },
  // Its own client, as which it is known to be an application.
  application: { sub: second.client, role: 'order-system' },
  // Of one publisher, and may do everything for it.
  dealer: { sub: 'dora', role: second.role },
};

/**
 * Stands in an input for a subject or a token that is known only when the input is sent:
 * `subject-of-caller`, `token-of-pupil`.
 */
export const placeholder =
  /(subject|token)-of-(caller|pupil|teacher|support|administrator|application|dealer)/g;
