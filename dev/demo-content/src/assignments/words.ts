import type { AssignmentContent, ClassAssignment } from '@lectern/sdk';
import type { Answer } from '../answers.ts';
import { exercisesOf, type Course } from '../course/model.ts';
import { el } from '../dom.ts';
import { fragmentOf, placeOfExercise, placesOf, topicIdOf, type Place } from '../navigation.ts';

type Target = AssignmentContent['targets'][number];

/** A page or an exercise that is given, as this edition has it. */
export interface ShownTarget {
  readonly title: string;
  /** Where it leads. */
  readonly fragment: string;
  readonly exerciseIds: readonly string[];
}

/** @returns `undefined` for what this edition does not have */
export function shownTarget(course: Course, target: Target): ShownTarget | undefined {
  if ('exercise_id' in target) {
    const place = placeOfExercise(course, target.exercise_id);
    const exercise = place && exercisesOf(place.page).find(({ id }) => id === target.exercise_id);
    if (!exercise) return undefined;
    return { title: exercise.title, fragment: fragmentOf(place), exerciseIds: [exercise.id] };
  }
  const pages = placesOf(course).filter(
    (place) => topicIdOf(place) === target.topic_id || place.thema.id === target.topic_id,
  );
  const [first] = pages;
  if (!first) return undefined;
  return {
    title: topicIdOf(first) === target.topic_id ? pageTitle(first) : first.thema.title,
    fragment: fragmentOf(first),
    exerciseIds: pages.flatMap(({ page }) => exercisesOf(page).map(({ id }) => id)),
  };
}

export function pageTitle({ page }: Place): string {
  return `Seite «${page.title}»`;
}

/** A target in a list: where it leads, or that it is gone. */
function createTarget(target: ShownTarget | undefined): HTMLElement | string {
  return target
    ? el('a', { href: target.fragment }, target.title)
    : 'In dieser Ausgabe nicht mehr da';
}

/** Title and targets of an assignment, whose only target is its title where it has none. */
export function createAbout(
  level: 'h2' | 'h3',
  title: string | undefined,
  targets: readonly (ShownTarget | undefined)[],
  signOf: (target: ShownTarget | undefined) => HTMLElement | undefined = () => undefined,
): readonly HTMLElement[] {
  const [only] = targets;
  if (!title && targets.length === 1)
    return [el(level, { class: 'to-do-title' }, signOf(only), createTarget(only))];
  return [
    el(
      level,
      { class: 'to-do-title', dir: 'auto' },
      title ?? `${targets.length} Seiten und Aufgaben`,
    ),
    el(
      'ul.to-do-targets',
      ...targets.map((target) => el('li', signOf(target), createTarget(target))),
    ),
  ];
}

/** A teacher's assignment, without the service's answer to it. */
export function contentOf({
  title,
  targets,
  begins_at,
  due_at,
  solutions_at,
  solutions_open,
  member_subjects,
}: AssignmentContent): AssignmentContent {
  return {
    targets,
    begins_at,
    solutions_open,
    ...(title && { title }),
    ...(due_at && { due_at }),
    ...(solutions_at && { solutions_at }),
    ...(member_subjects && { member_subjects }),
  };
}

/** A teacher reads what was set; open is also what its time has opened. */
export function hasOpenSolutions(
  { solutions_open, solutions_at }: AssignmentContent,
  now: number,
): boolean {
  return solutions_open || Date.parse(solutions_at ?? '') <= now;
}

/** Opens solutions, or closes them, for which a time that has passed goes. */
export function withSolutions(
  assignment: AssignmentContent,
  isOpen: boolean,
  now: number,
): AssignmentContent {
  const { solutions_at, ...content } = contentOf(assignment);
  const keepsTime = solutions_at && (isOpen || Date.parse(solutions_at) > now);
  return { ...content, solutions_open: isOpen, ...(keepsTime && { solutions_at }) };
}

/** The pupils who have done an assignment, of those with whom it can be counted. */
export function doneCount(progress: ClassAssignment['progress']): string {
  const counted = progress.filter(({ assignment_state }) => assignment_state);
  const finished = counted.filter(({ assignment_state }) => assignment_state === 'FINISHED');
  return counted.length > 0 ? `${finished.length} von ${counted.length} fertig` : 'Für wen';
}

/** A target is done here, though the service may not know it yet. */
export function isDoneHere(
  { exerciseIds }: ShownTarget,
  answers: ReadonlyMap<string, Answer>,
): boolean {
  return exerciseIds.length > 0 && exerciseIds.every((id) => answers.get(id)?.isDone);
}

/** Such as «Freitag, 4. Dezember, 08:00», with the year where it is another one than now. */
export function moment(time: string, now = new Date()): string {
  const date = new Date(time);
  return date.toLocaleString('de-CH', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(date.getFullYear() !== now.getFullYear() && { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
  });
}
