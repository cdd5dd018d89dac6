import { createHash } from 'node:crypto';
import type { InitialLessons, InitialPupil } from '@lectern/services';
import { exercises, type Exercise } from './exercises.ts';
import { pupilsOf6a } from './pupils.ts';

/** The issue that the demo publication publishes. */
export const demoIssue = {
  course_id_dto: { course_id: 'wasser' },
  issue_id_dto: { issue_id: 'wasser-2026' },
} as const;
export const groupIdOf6a = 'demo-klasse-6a';

const publicationIri = 'https://lectern.example/publications/wasser';
const minuteInMs = 60_000;
const dayInMs = 24 * 60 * minuteInMs;
/** Tuesday and Thursday (UTC), far from midnight in Europe. */
const lessonWeekdays: ReadonlySet<number> = new Set([2, 4]);
/** In UTC: twenty past nine in the winter of central Europe, an hour later in its summer. */
const lessonBeginsAtInMs = (8 * 60 + 20) * minuteInMs;
const assignedForInMs = 14 * dayInMs;

/** How many exercises each pupil has come to, in the order of pupils. */
const reached = [
  12, 7, 12, 5, 12, 6, 12, 3, 12, 6, 11, 4, 7, 10, 2, 8, 5, 12, 6, 9, 0, 7, 1, 5, 4,
] as const;
/** Of these each one has this many exercises nearly right, and the newest one only begun, but for the very last. */
const strugglesEvery = 3;

type Feedback = InitialPupil['feedback'][number];
/** Words of the teacher, by exercise and how it went. */
const comments: Readonly<Record<string, Readonly<Record<'right' | 'nearly', readonly string[]>>>> =
  {
    'wasser-tagebuch': {
      right: [
        'Du hast den ganzen Tag genau beschrieben. Wie lange läuft das Wasser, wenn du duschst?',
        'Schön beobachtet! Beim Sparen hast du eine gute Idee.',
      ],
      nearly: [
        'Ein guter Anfang. Was machst du am Mittag mit Wasser? Schreib noch drei Sätze dazu.',
      ],
    },
    'bach-brief': {
      right: ['Diesen Brief könnten wir wirklich abschicken!'],
      nearly: ['Sag der Gemeinde noch, warum: Welche Tiere möchtest du sehen?'],
    },
    'kreislauf-beschriften': {
      right: [],
      nearly: ['Schau noch einmal: Wo steigt das Wasser auf, und wo wird es zu Tröpfchen?'],
    },
  };

/**
 * Work of class 6a in three weeks of lessons. Everything follows from the pupils' numbers, but for the times,
 * which lie before today.
 *
 * @param leader who has written the comments
 */
export function lessonsOf6a(leader: string, today = new Date()): InitialLessons {
  const lessons = lessonsBefore(today);
  return {
    ...demoIssue,
    group_id: groupIdOf6a,
    leader,
    pupils: pupilsOf6a.map(({ subject }, number) => pupilOf(subject, number, lessons)),
    assignments: assignmentsOf(lessons),
  };
}

/** One that is over, with its solutions open, and one for the week to come. */
function assignmentsOf(lessons: readonly number[]): InitialLessons['assignments'] {
  const [first, last] = [lessons[0]!, lessons.at(-1)!];
  const assignment = (title: string, exerciseIds: readonly string[], begins: number) => ({
    assignment_id: uuidOf(`6a ${title}`),
    version: 0,
    title,
    targets: exerciseIds.map((exercise_id) => ({ exercise_id })),
    begins_at: new Date(begins).toISOString(),
    due_at: new Date(begins + assignedForInMs).toISOString(),
  });
  return [
    {
      ...assignment('Der Kreislauf', ['kreislauf-beschriften', 'kreislauf-luecken'], first),
      solutions_open: true,
    },
    {
      ...assignment('Ein Brief für den Bach', ['bach-schutz', 'bach-brief'], last),
      solutions_open: false,
    },
  ];
}

/** A pupil's work on an exercise. */
interface Work {
  readonly exercise: Exercise;
  readonly isRight: boolean;
  /** Not checked yet. */
  readonly isBegun: boolean;
  readonly isDone: boolean;
  readonly at: number;
}

function pupilOf(subject: string, number: number, lessons: readonly number[]): InitialPupil {
  const done = exercises.slice(0, reached[number]).map((exercise, place): Work => {
    const isBegun = place === reached[number]! - 1 && exercise !== exercises.at(-1);
    const isRight = (number + place) % strugglesEvery !== 0;
    const at = timeOf(number, place, lessons);
    return { exercise, isRight, isBegun, isDone: !isBegun && isRight, at };
  });
  return {
    subject,
    answers: done.map(({ exercise, isRight, isBegun, isDone }) => ({
      exercise_id: exercise.id,
      answer_id: 'answer',
      version: 0,
      content: isRight ? exercise.right : exercise.nearly,
      is_done: isDone,
      // An answer that was not checked has no score.
      ...(!isBegun && scoreOf(exercise, isRight)),
    })),
    statements: done.map((each) => ({
      exerciseId: each.exercise.id,
      statement: statementOf(subject, each),
    })),
    feedback: done.flatMap(({ exercise, isRight }) =>
      feedbackOn(subject, number, exercise, isRight),
    ),
  };
}

function scoreOf({ nearlyScore }: Exercise, isRight: boolean) {
  return nearlyScore === undefined ? {} : { score_in_percent: isRight ? 100 : nearlyScore };
}

/** When the lessons of three weeks began, two a week, the newest last. */
function lessonsBefore(today: Date): readonly number[] {
  const midnight = Math.floor(today.getTime() / dayInMs) * dayInMs;
  return Array.from({ length: 21 }, (_, index) => midnight - (21 - index) * dayInMs)
    .filter((day) => lessonWeekdays.has(new Date(day).getUTCDay()))
    .map((day) => day + lessonBeginsAtInMs);
}

/** Two exercises a lesson, in 85 minutes; each pupil at a pace of its own. */
function timeOf(number: number, place: number, lessons: readonly number[]): number {
  const minutes = ((number * 7) % 60) + (place % 2) * 25;
  return lessons[Math.floor(place / 2)]! + minutes * minuteInMs;
}

function statementOf(
  subject: string,
  { exercise: { id, title, nearlyScore }, isRight, isBegun, isDone, at }: Work,
): InitialPupil['statements'][number]['statement'] {
  const scaled = isRight ? 1 : (nearlyScore ?? 0) / 100;
  return {
    id: uuidOf(`${subject} ${id} answered`),
    verb: {
      id: 'http://adlnet.gov/expapi/verbs/answered',
      display: { de: 'beantwortete', en: 'answered' },
    },
    object: {
      objectType: 'Activity',
      id: `${publicationIri}/exercises/${id}`,
      definition: {
        type: 'http://adlnet.gov/expapi/activities/cmi.interaction',
        name: { de: title },
      },
    },
    result:
      nearlyScore === undefined || isBegun
        ? { completion: isDone }
        : { success: isRight, score: { scaled } },
    context: { language: 'de' },
    timestamp: new Date(at).toISOString(),
  };
}

/** The teacher has looked at what the class has written. */
function feedbackOn(
  subject: string,
  number: number,
  { id }: Exercise,
  isRight: boolean,
): readonly Feedback[] {
  const words = comments[id]?.[isRight ? 'right' : 'nearly'] ?? [];
  const text = words[number % words.length];
  if (text === undefined) return [];
  return [
    {
      feedback_id: uuidOf(`${subject} ${id} feedback`),
      version: 0,
      exercise_id: id,
      answer_id: 'answer',
      answer_version: 1,
      content: isRight ? { feedback_kind: 'comment', text } : { feedback_kind: 'again', text },
    },
  ];
}

/** A UUID of a name (version 8, RFC 9562): the same at every start. */
function uuidOf(name: string): string {
  const digest = createHash('sha256').update(name).digest('hex');
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-');
}
