import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { currentIssues } from '../annotations/public.ts';
import { mayMoreThanTeachers } from '../authorization/leading.ts';
import { membersLedBy } from '../groups/public.ts';
import { ownedProductsOfGroups, ownedProductsOfSubjects } from '../licenses/public.ts';
import { knownNames } from '../users/public.ts';
import { timeText } from '../storage/time-text.ts';

/*
 * Members whom a teacher reads, and their readable courses: docs/decisions/0040 has the rules. A membership is a
 * teacher's word only as an invitation, which opens nothing.
 */

/** Sharings of a member in an issue; the types are those of the call `users/update`. */
interface Sharing {
  readonly course_id: string;
  readonly issue_id: string;
  readonly sharing_types: readonly string[];
}

/** A member of a group, and what it shares with those who lead it. */
export interface LedMember {
  readonly group_id: string;
  readonly subject: string;
  /** The member's name in the group, or else the user's name; null: neither is known. */
  readonly display_name: string | null;
  /** Since when it is a member, as {@link timeText} gives it: what was before is not read. */
  readonly since: string;
  readonly sharings: readonly Sharing[];
}

/** A member of a group, as those who lead it read it. */
export interface ReadableMember extends LedMember {
  /** Courses that the group works with. */
  readonly workedWith: ReadonlySet<string>;
  /** Courses that are read of it: these, and those that it shares. */
  readonly courses: ReadonlySet<string>;
  /** Published courses that were asked about. */
  readonly published: ReadonlySet<string>;
}

/** Narrows down what is looked for; absent: all. */
export interface ReadableFilter {
  readonly group_id?: string;
  readonly subject?: string;
}

/** The members of {@link ledMembers}, with the courses that are read of them. */
export async function membersReadBy(
  database: Database,
  leader: string,
  filter: ReadableFilter & { readonly course_id?: string } = {},
): Promise<readonly ReadableMember[]> {
  return readableOf(database, leader, await ledMembers(database, leader, filter), filter.course_id);
}

/** True for a member with whom the group does not use a course, which is published. */
export function isWithoutCourse(
  { published, courses }: ReadableMember,
  course_id: string,
): boolean {
  return published.has(course_id) && !courses.has(course_id);
}

/** Members of {@link ledMembers} with the courses that are read of them. */
export async function readableOf(
  database: Database,
  leader: string,
  members: readonly LedMember[],
  course_id?: string,
): Promise<readonly ReadableMember[]> {
  if (members.length === 0) return [];
  const groupIds = [...new Set(members.map(({ group_id }) => group_id))];
  const [courses, ofGroups, owned] = await Promise.all([
    readCourses(database, course_id),
    ownedProductsOfGroups(database, groupIds),
    ownedProductsOfSubjects(database, [leader, ...members.map(({ subject }) => subject)]),
  ]);
  const ofLeader = owned.get(leader) ?? nothing;
  const published = new Set(courses.map((course) => course.course_id));
  return members.map((member) => {
    const ofGroup = ofGroups.get(member.group_id) ?? nothing;
    const ofMember = owned.get(member.subject) ?? nothing;
    const worksWith = ({ products, is_free }: PublishedCourse) =>
      is_free ||
      products.some(
        (product) => ofGroup.has(product) || (ofLeader.has(product) && ofMember.has(product)),
      );
    const read = courses.filter(worksWith).map((course) => course.course_id);
    const shared = member.sharings
      .filter(({ sharing_types }) => sharing_types.length > 0)
      .map((sharing) => sharing.course_id);
    return {
      ...member,
      workedWith: new Set(read),
      courses: new Set([...read, ...shared]),
      published,
    };
  });
}

const nothing: ReadonlySet<string> = new Set();

/**
 * Says which of its groups a leader may work in with a course: all, where it has a licence for it, since pupils of a first
 * lesson have none yet. Else those are left out whose members have nothing to read in it. A group without members is new,
 * and of a course that is not published nobody knows.
 */
export async function groupsWithCourse(
  database: Database,
  leader: string,
  course_id: string,
): Promise<(groupId: string) => boolean> {
  const [published, owned, members] = await Promise.all([
    readCourses(database, course_id),
    ownedProductsOfSubjects(database, [leader]),
    membersReadBy(database, leader, { course_id }),
  ]);
  const ofLeader = owned.get(leader) ?? nothing;
  const hasLicense = published.some(({ products }) => products.some((each) => ofLeader.has(each)));
  if (published.length === 0 || hasLicense) return () => true;
  const byGroup = Map.groupBy(members, ({ group_id }) => group_id);
  return (groupId) => byGroup.get(groupId)?.some(({ courses }) => courses.has(course_id)) ?? true;
}

/**
 * The members of the groups that a subject leads, in the order of subjects (by bytes); a member of several groups stands
 * there for each of them. Leaders of a group are not among them, nor subjects that may do more than a teacher.
 */
export async function ledMembers(
  database: Database,
  leader: string,
  { group_id: groupId, subject }: ReadableFilter,
): Promise<readonly LedMember[]> {
  const { rows } = await sql<LedMember>`
    select group_id, member.subject, ${timeText('began_at')} as since, sharings,
      coalesce(display_name, nullif(known, '')) as display_name
    from ${membersLedBy(leader)} member left join ${knownNames} named on named.subject = member.subject
    where (${groupId ?? null}::text is null or group_id = ${groupId ?? null})
      and (${subject ?? null}::text is null or member.subject = ${subject ?? null})
      and not ${mayMoreThanTeachers(sql.ref('member.subject'))}
    order by member.subject collate "C", group_id
  `.execute(database);
  return rows;
}

/** Types of data that a member shares of an issue. */
export function sharedTypes(
  { sharings }: LedMember,
  { course_id, issue_id }: Pick<Sharing, 'course_id' | 'issue_id'>,
): readonly string[] {
  return (
    sharings.find((sharing) => sharing.course_id === course_id && sharing.issue_id === issue_id)
      ?.sharing_types ?? []
  );
}

/** True where a text comes after another one in the order of {@link ledMembers}. */
export function comesAfter(text: string, other: string | undefined): boolean {
  return other === undefined || Buffer.compare(Buffer.from(text), Buffer.from(other)) > 0;
}

interface PublishedCourse {
  readonly course_id: string;
  /** Of each one `mandant/product`. */
  readonly products: readonly string[];
  readonly is_free: boolean;
}

async function readCourses(
  database: Database,
  courseId: string | undefined,
): Promise<readonly PublishedCourse[]> {
  const { rows } = await sql<PublishedCourse>`
    select course_id, array(
      select mandant_identifier || '/' || product from unnest(product_references) product
    ) as products, is_free
    from ${currentIssues} issue
    where (${courseId ?? null}::text is null or course_id = ${courseId ?? null})
  `.execute(database);
  return rows;
}

export function answerSharers<Of extends LedMember>(
  members: readonly Of[],
  issue: Pick<Sharing, 'course_id' | 'issue_id'>,
): readonly Of[] {
  return members.filter((member) => sharedTypes(member, issue).includes('Answers'));
}
