import type { Body, Contract } from '@lectern/contracts';
import type { ReadableMember } from '../../course-access/public.ts';

type Sharing = NonNullable<Body<Contract['gres']['usersUpdate']>['sharings']>[number];
type SharingType = Sharing['sharing_types'][number];

/** Data of members that a leader of their groups reads (docs/decisions/0040). */
export interface ReadMembers {
  /** By member and course: since when. */
  readonly since: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** The name of a member; null: none is known. */
  nameOf(subject: string): string | null;
  /** Since when a member has been one that shares this of one of the courses; `undefined`: it does not. */
  sharesSince(subject: string, courses: readonly string[], type: SharingType): string | undefined;
}

export const noMembers: ReadMembers = {
  since: new Map(),
  nameOf: () => null,
  sharesSince: () => undefined,
};

/** @param members One of several groups stands there once for each: the longest membership counts. */
export function readMembers(members: readonly ReadableMember[]): ReadMembers {
  const since = new Map<string, Map<string, string>>();
  for (const member of members) {
    const known = since.get(member.subject) ?? new Map<string, string>();
    since.set(member.subject, known);
    for (const course of member.courses) {
      const before = known.get(course);
      if (!before || member.since < before) known.set(course, member.since);
    }
  }
  const of = (subject: string) => members.filter((member) => member.subject === subject);
  return {
    since,
    nameOf: (subject) => of(subject).find(({ display_name }) => display_name)?.display_name ?? null,
    sharesSince: (subject, courses, type) =>
      of(subject)
        .filter(({ sharings }) =>
          sharings.some(
            ({ course_id, sharing_types }) =>
              courses.includes(course_id) && sharing_types.includes(type),
          ),
        )
        .map((member) => member.since)
        .toSorted()[0],
  };
}
