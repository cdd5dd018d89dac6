/*
 * The people of the benchmark: users by number, in classes, each with licences of its own. What names
 * them is of the same length for all, and so are the answers about them.
 */

export const mandant_identifier = 'LECTERN';
/** Product of a user's own licence by its place. */
export const productOf = (place: number) => `product-${place}`;
export const licensesOfUser = 5;
/** Users of a class; the first one leads it, and one of its licences is the class's. */
export const classSize = 25;

export const digits = 8;
const padded = (number: number) => String(number).padStart(digits, '0');

export const subjectOf = (user: number) => `subject-${padded(user)}`;
export const deviceOf = (user: number) => `device-${padded(user)}`;
export const licenseOf = (user: number, place: number) => `LICENSE-${padded(user)}-${place}`;
export const usageOf = (user: number) =>
  `00000000-0000-4000-8000-${String(user).padStart(12, '0')}`;

/** Users who are signed in, none of whom leads a class: spread evenly over all. */
export function signedIn(users: number, count: number): number[] {
  const step = Math.max(Math.floor(users / count), 1);
  const spread = Array.from({ length: Math.min(users, count) }, (_, index) => index * step);
  const leads = (user: number) => user % classSize === 0;
  return [...new Set(spread.map((user) => (leads(user) ? user + 1 : user)))];
}

export const tokenOf = (user: number) => `token-of-${subjectOf(user)}`;
export const subjectOfToken = (token: string) => /^token-of-(subject-\d+)$/.exec(token)?.[1];
