import type { BodyInput } from '@lectern/contracts';
import type { usersCalls } from '@lectern/contracts/calls/groups/users';

export type Sharing = NonNullable<
  BodyInput<(typeof usersCalls)['usersUpdate']>['sharings']
>[number];
export type SharingTypes = Sharing['sharing_types'];

/** A course of the publication, in its published issue. */
export interface PublishedCourse {
  readonly courseId: string;
  readonly issueId: string;
  readonly title: string;
}

/** A course with all that a member shares of it. */
export interface SharedCourse extends PublishedCourse {
  /** Of every issue: leaders read by a sharing of any of them. */
  readonly sharings: readonly Sharing[];
}

/** Published courses, and by their id those that are shared without being published: sharing them can be ended, too. */
export function sharedCourses(
  published: readonly PublishedCourse[],
  sharings: readonly Sharing[],
): readonly SharedCourse[] {
  const byCourse = Map.groupBy(sharings, ({ course_id }) => course_id);
  const publishedIds = new Set(published.map(({ courseId }) => courseId));
  return [
    ...published.map((course) => ({ ...course, sharings: byCourse.get(course.courseId) ?? [] })),
    ...[...byCourse]
      .filter(([courseId]) => !publishedIds.has(courseId))
      .map(([courseId, held]) => ({
        courseId,
        issueId: held[0]!.issue_id,
        title: courseId,
        sharings: held,
      })),
  ];
}

export function sharedTypes({ sharings }: Pick<SharedCourse, 'sharings'>): SharingTypes {
  return [...new Set(sharings.flatMap(({ sharing_types }) => sharing_types))];
}

/** Sharings that make a course shared as wished. What is taken back ends for its older issues, too. */
export function sharingsFor(
  { courseId, issueId, sharings }: SharedCourse,
  wished: SharingTypes,
): readonly Sharing[] {
  const others = sharings
    .filter(({ issue_id }) => issue_id !== issueId)
    .map((sharing) => ({
      ...sharing,
      sharing_types: sharing.sharing_types.filter((type) => wished.includes(type)),
    }));
  return [{ course_id: courseId, issue_id: issueId, sharing_types: wished }, ...others];
}

/** Sharings that share the answers to an issue, or end that, for other issues of the course, too. All else stays. */
export function answerSharings(
  { courseId, issueId, sharings }: Omit<SharedCourse, 'title'>,
  isShared: boolean,
): readonly Sharing[] {
  if (!isShared)
    return sharings
      .filter(({ sharing_types }) => sharing_types.includes('Answers'))
      .map((sharing) => ({
        ...sharing,
        sharing_types: sharing.sharing_types.filter((type) => type !== 'Answers'),
      }));
  const own = sharings.find(({ issue_id }) => issue_id === issueId)?.sharing_types ?? [];
  const sharing_types = [...new Set([...own, 'Answers' as const])];
  return [{ course_id: courseId, issue_id: issueId, sharing_types }];
}
