import { firstMonthOfSchoolYear } from './school-year.ts';
import { texts } from '../texts/texts.ts';
import type { ChartRequest, Outline, Question } from './progress-source.ts';

/** The user's choice on the page. */
export interface Choice {
  readonly course_id: string;
  /** Absent: the user alone. */
  readonly group_id: string | undefined;
  readonly thema_id: string | undefined;
  readonly topic_id: string | undefined;
  readonly exercise_group_id: string | undefined;
  readonly difficulty: Question['difficulty'];
  readonly diagram_type: ChartRequest['diagram_type'];
  readonly datepicker_type: ChartRequest['datepicker_type'];
  /** The school year that begins in it. */
  readonly year: number;
}

/** The question of a choice: its smallest part. */
export function questionOf(choice: Choice, outline: Outline): Question {
  const { course_id, group_id, difficulty, diagram_type, datepicker_type, year } = choice;
  return {
    course_id,
    issue_id: outline.issue_id,
    ...(group_id !== undefined && { group_id }),
    ...(difficulty && { difficulty }),
    ...filterOf(choice),
    chart: {
      diagram_type,
      // At the end of a year, as the page says: its last week may end earlier, or later.
      datepicker_type: diagram_type === 'PIE' ? 'YEARS' : datepicker_type,
      year,
      first_month: firstMonthOfSchoolYear,
      time_zone: timeZone(),
    },
  };
}

/** Absent where the browser knows none: its clock is that of UTC then. */
function timeZone(): string | undefined {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return timeZone === 'Etc/Unknown' ? undefined : timeZone;
}

function filterOf({
  exercise_group_id,
  topic_id,
  thema_id,
}: Choice): Pick<Question, 'filter_type' | 'filter_id'> {
  if (exercise_group_id !== undefined) {
    return { filter_type: 'EXERCISE_GROUP', filter_id: exercise_group_id };
  }
  if (topic_id !== undefined) return { filter_type: 'SUB_THEMA', filter_id: topic_id };
  if (thema_id !== undefined) return { filter_type: 'THEMA', filter_id: thema_id };
  return { filter_type: 'NONE' };
}

/** The same text as long as the same rows and columns are chosen, whatever the chart. */
export function rowsOf(choice: Choice): string {
  const { course_id, group_id, difficulty } = choice;
  return JSON.stringify([course_id, group_id, difficulty, filterOf(choice)]);
}

/** Titles of what is chosen of a course. */
export function chosenParts(choice: Choice, { title, themen }: Outline): readonly string[] {
  const thema = themen.find(({ thema_id }) => thema_id === choice.thema_id);
  const part =
    thema?.sub_themen.find(({ topic_id }) => topic_id === choice.topic_id) ??
    thema?.exercise_groups.find(
      ({ exercise_group_id }) => exercise_group_id === choice.exercise_group_id,
    );
  return [
    title,
    ...(thema ? [thema.title] : []),
    ...(part ? [part.title] : []),
    ...(choice.difficulty ? [texts.progress.difficulties[choice.difficulty]] : []),
  ];
}
