import * as z from 'zod/mini';
import { difficulty } from '../annotations/exercise-toc.ts';
import { cursorErrors, nextCursor, pageOf } from '../annotations/paging.ts';
import { issueNotSeen } from '../annotations/scope.ts';
import { defineCall } from '../define.ts';
import { withStatus } from '../with-status.ts';
import { leadersOnly } from '../groups/group.ts';
import { displayName } from '../groups/membership.ts';
import { issueKey } from '../publishing/publication.ts';
import { count, identifier, integer, list, subject, text, timestamp } from '../scalars.ts';
import { datepickerType, diagramType, filterType, periodsMaximum } from './statistics.ts';

/*
 * How far learners are in a published course, as a page for people shows it. docs/decisions/0032 says what
 * of a statement makes an exercise begun, finished and scored.
 */

/**
 * How far somebody is with an exercise, for learners and for those who lead them. `AGAIN` is to be looked at again: it is
 * finished, and not right, or a leader has asked for it. `SUCCEEDED` is right, and open exercises, which nobody has judged,
 * are `HANDED_IN` once they are finished, until the feedback of a leader makes them `SEEN`.
 */
export const exerciseState = z.enum([
  'NOT_BEGUN',
  'BEGUN',
  'AGAIN',
  'SUCCEEDED',
  'HANDED_IN',
  'SEEN',
]);

const score = (description: string) =>
  z.number().check(z.gte(0), z.lte(1), z.describe(`${description} 0 is the least, 1 the most.`));
const lastActive = timestamp('When the newest of the statements about it happened.');

/** Which course: of which the issue that was published last, unless one is named. */
const courseScope = {
  subject,
  course_id: issueKey.course_id,
  issue_id: z.optional(
    identifier('The issue (edition); absent: the one of the course that was published last.'),
  ),
};

const chartRequest = z.strictObject({
  datepicker_type: datepickerType.check(
    z.describe('WEEKS_OF_YEAR: the ISO weeks of the year; MONTHS: its months; YEARS: ten years.'),
  ),
  year: integer(2000, 9999, 'The year; for YEARS the last of the ten.'),
  first_month: z.optional(
    integer(
      1,
      12,
      'The month that years begin with, each called by the year in which it begins: 8 for school years from August. Default 1.',
    ),
  ),
  time_zone: z.optional(
    text(64, 'Where the periods begin, as an IANA name such as Europe/Zurich. Default UTC.'),
  ),
  diagram_type: diagramType,
});

const progressRequest = {
  ...courseScope,
  filter_type: filterType.check(
    z.describe('What of the course. Other than NONE: the answer says it by exercise, too.'),
  ),
  filter_id: z.optional(
    identifier('Thema (`thema_id`), sub-thema (`topic_id`) or exercise group; not with NONE.'),
  ),
  difficulty: z.optional(difficulty.check(z.describe('Only exercises as hard as this.'))),
  chart: z.optional(chartRequest.check(z.describe('Count over time, or by state, too.'))),
};

const filterHasId = z.refine<{
  readonly filter_type: string;
  readonly filter_id?: string | undefined;
}>(
  ({ filter_type, filter_id }) => (filter_type === 'NONE') === (filter_id === undefined),
  'filter_id is required, except with NONE.',
);

/** Counts of the requested learners; of `points` and `slices` the one that is drawn. */
const chart = z.object({
  diagram_type: diagramType,
  points: z.optional(
    list(
      'LINE_CHART: every period, in order.',
      z.object({
        period: text(9, 'As ISO 8601: 2026-W47, 2026-11 or 2026.'),
        statements_count: count('Statements about the exercises that happened in the period.'),
        begun_count: count('Exercises that a learner began in it.'),
        finished_count: count('Exercises that a learner finished in it for the first time.'),
      }),
    ).check(z.maxLength(periodsMaximum)),
  ),
  slices: z.optional(
    list(
      'PIE: by state, in the order of the states: of what was begun and finished at the end of the last period, with the results of today.',
      z.object({
        exercise_state: exerciseState,
        exercises_count: count('Exercises in this state, counted for each learner.'),
      }),
    ).check(z.length(exerciseState.options.length)),
  ),
});

const exercise = z.object({
  exercise_id: identifier('The exercise.'),
  exercise_group_id: identifier('Exercise group that it belongs to.'),
  topic_id: identifier('The sub-thema that it stands in.'),
  thema_id: identifier('The Thema.'),
  title: z.optional(
    text(255, 'Title of the exercise; absent: the caller may not see titles of the issue.'),
  ),
  difficulty: z.optional(difficulty),
});

const themaProgress = z.object({
  thema_id: identifier('The Thema.'),
  begun_count: count('Its exercises that were begun; the four below are among them.'),
  again_count: count('To be looked at again.'),
  succeeded_count: count('Right.'),
  handed_in_count: count('Handed in.'),
  seen_count: count('Handed in, and seen by a leader.'),
  mean_score: z.optional(score('Mean of the best scores; absent: nothing was scored.')),
  last_active_at: lastActive,
});

const exerciseProgress = z.object({
  exercise_id: identifier('The exercise.'),
  exercise_state: exerciseState,
  best_score: z.optional(score('The best score.')),
  last_score: z.optional(score('The newest score.')),
  begun_at: timestamp('When the first statement about it happened.'),
  finished_at: z.optional(timestamp('When it was finished for the first time.')),
  last_active_at: lastActive,
});

/** How far one learner is. */
const progress = z.object({
  themen: list('Only those of which something was begun.', themaProgress),
  exercises: z.optional(
    list('Only with a filter, and only those that were begun.', exerciseProgress),
  ),
  last_active_at: z.optional(lastActive),
});

const member = {
  subject,
  display_name: z.optional(
    displayName.check(z.describe('Name that the group sees, or else the name of the user.')),
  ),
};

const themen = list(
  'Those with exercises that fit, in reading order.',
  z.object({
    thema_id: identifier('The Thema.'),
    exercises_count: count('Its exercises that fit the filter.'),
  }),
);

const progressAnswer = {
  issue_id: issueKey.issue_id,
  themen,
  exercises: z.optional(list('Only with a filter: what fits it, in reading order.', exercise)),
  chart: z.optional(chart.check(z.describe('Only where the body asks for it.'))),
  behind_count: z.optional(
    count(
      'Learners with so many new statements that not all of them are counted yet: asking again gives more of them. Absent: none.',
    ),
  ),
};

/**
 * A version goes by statements of so many minutes: after a longer time without a look a class is asked for, whatever its
 * version.
 */
export const versionWindowInMinutes = 10;

const version = text(
  64,
  `Another one as soon as there is something new of the members in the course, or another member; it says nothing else. It goes by the last ${versionWindowInMinutes} minutes.`,
);

const progressErrors = {
  ...issueNotSeen,
  ...withStatus(404, { FILTER_NOT_FOUND: 'The issue has nothing of this filter_id.' }),
  ...withStatus(400, { TIME_ZONE_UNKNOWN: 'There is no time zone of this name.' }),
} as const;

export const progressCalls = {
  progressGetOutline: defineCall({
    path: '/v1/progress/getOutline',
    summary:
      'Says what of a course progress can be asked about: its Themen, and what is in them. Only where the caller may see titles.',
    body: z.strictObject(courseScope),
    answer: z.object({
      issue_id: issueKey.issue_id,
      title: text(255, 'Title of the issue.'),
      themen: list(
        'Those with exercises, in reading order.',
        z.object({
          thema_id: identifier('The Thema.'),
          title: text(255, 'Its title.'),
          exercises_count: count('Its exercises.'),
          sub_themen: z.array(
            z.object({
              topic_id: identifier('The sub-thema.'),
              title: text(255, 'Its title.'),
              exercises_count: count('Its exercises.'),
            }),
          ),
          exercise_groups: z.array(
            z.object({
              exercise_group_id: identifier('The exercise group.'),
              title: text(255, 'Title of its first exercise.'),
              exercises_count: count('Its exercises in this Thema.'),
            }),
          ),
        }),
      ),
      difficulties: list('Which ones exercises of the issue have.', difficulty),
    }),
    errors: issueNotSeen,
    permission: 'record.read',
    permissionForOthers: 'record.read-any',
    repeatSafe: true,
  }),
  progressGetForSubject: defineCall({
    path: '/v1/progress/getForSubject',
    summary:
      'Says how far a subject is in a course, by Thema and by exercise. Where the caller may not see titles: only of what was begun, and without titles; where nothing was, there is no such issue.',
    body: z.strictObject(progressRequest).check(filterHasId),
    answer: z.object({ ...progressAnswer, progress }),
    errors: progressErrors,
    permission: 'record.read',
    permissionForOthers: 'record.read-any',
    repeatSafe: true,
  }),
  progressGetForGroup: defineCall({
    path: '/v1/progress/getForGroup',
    summary:
      'Pages through the accepted members of a group that the subject leads, with how far each is in a course: those with whom the group works in it, or who share something of it. The chart counts all of them.',
    body: z
      .strictObject({
        ...progressRequest,
        group_id: identifier('The group.'),
        ...pageOf(100, 100),
      })
      .check(filterHasId),
    answer: z.object({
      ...progressAnswer,
      members_count: count('Such members, without leaders.'),
      members: list('In the order of their subjects.', z.object({ ...member, progress })),
      without_course: z.optional(
        list(
          'On the first page: the other members, in the same order; absent: none.',
          z.object(member),
        ),
      ),
      version,
      next_cursor: nextCursor,
    }),
    errors: { ...progressErrors, ...leadersOnly, ...cursorErrors },
    permission: 'group.lead',
    ownTokenOnly: true,
    repeatSafe: true,
    oneAtATime: true,
  }),
  progressGetVersionForGroup: defineCall({
    path: '/v1/progress/getVersionForGroup',
    summary:
      'Says the version of what getForGroup answers, without counting anything, so that a class is asked for anew only when it has gone on. Feedback changes no version.',
    body: z.strictObject({
      subject,
      group_id: identifier('The group.'),
      course_id: issueKey.course_id,
    }),
    answer: z.object({ version }),
    errors: leadersOnly,
    permission: 'group.lead',
    ownTokenOnly: true,
    repeatSafe: true,
    rateLimit: { requests: 120, windowInSeconds: 60 },
  }),
} as const;
