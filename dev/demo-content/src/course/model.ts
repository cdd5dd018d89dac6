/*
 * The parts of a course. A course is data: its author changes the files beside this one
 * and needs to know nothing else of the code.
 *
 *   Course ── Thema ── Page ── Block (text, fact, picture, exercise)
 */

export interface Course {
  /** `course_id` and `issue_id` of the local store items. */
  readonly courseId: string;
  readonly issueId: string;
  readonly title: string;
  readonly themen: readonly Thema[];
}

export interface Thema {
  /** As in the deep link's `themaId`. */
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly picture: Picture;
  /** In reading order; the deep link's `subThemaNumber` counts them from 1. */
  readonly pages: readonly Page[];
}

export interface Page {
  readonly title: string;
  readonly lead: string;
  /** For teachers alone: aim, time, hints, one paragraph each. */
  readonly teacherHints: readonly string[];
  readonly blocks: readonly Block[];
}

/** Texts may hold `**terms**`, which are shown in bold. */
export type Block =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'fact'; readonly title: string; readonly text: string }
  | { readonly kind: 'picture'; readonly picture: Picture; readonly caption: string }
  | { readonly kind: 'film'; readonly film: Film }
  | { readonly kind: 'exercise'; readonly exercise: Exercise };

export interface Picture {
  /** Address of the file. */
  readonly source: string;
  /** Alternative text of the picture; empty where it only adorns. */
  readonly alt: string;
  /** Size in CSS pixels, so that the page keeps its place free. */
  readonly width: number;
  readonly height: number;
}

export interface Film {
  /** Place of the file in the publication: the container may have an address for it. */
  readonly path: string;
  readonly title: string;
  /** Place of the captions, WebVTT. */
  readonly captions: string;
  readonly poster: Picture;
  /** Description of the film, in paragraphs, for people who do not see or hear it. */
  readonly description: readonly string[];
  /** Size in CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** One member per basic answer type (specification, section 3). */
export type Exercise =
  | EssayExercise
  | ChoiceExercise
  | MatchKeyboardExercise
  | MatchPositionExercise
  | MatchPlaceExercise
  | SketchpadExercise;

export type AnswerType = Exercise['answerType'];

/** How hard an exercise is for the class it is written for (specification, section 3). */
type Difficulty = 'easy' | 'medium' | 'hard' | 'mixed';

interface ExerciseBase {
  /** As in the deep link's `exerciseGroupId` and in `exercise_id` of the local store items. */
  readonly id: string;
  /** Teachers look at their statistics by it. */
  readonly difficulty: Difficulty;
  readonly title: string;
  readonly instruction: string;
  /** Helps on after the second miss. */
  readonly hint?: string;
}

export interface EssayExercise extends ExerciseBase {
  readonly answerType: 'essay';
  readonly placeholder: string;
  /** As many sentences as the instruction asks for. */
  readonly sentencesMinimum?: number;
  /** One way to put it, shown to compare with once the learner has finished. */
  readonly example: string;
}

export interface ChoiceExercise extends ExerciseBase {
  readonly answerType: 'choice';
  readonly several: boolean;
  readonly choices: readonly {
    readonly id: string;
    readonly text: string;
    readonly right: boolean;
  }[];
  /** Why the right answer is right. */
  readonly explanation: string;
}

export interface MatchKeyboardExercise extends ExerciseBase {
  readonly answerType: 'match_keyboard';
  /** The text; `{sonne}` is the gap with the id `sonne`. */
  readonly text: string;
  /** Gap id → words that fit; the first is the one of the word list. */
  readonly gaps: Readonly<Record<string, readonly [string, ...string[]]>>;
  /** Words to choose from, in the order shown. */
  readonly words: readonly string[];
}

/** Puts each label at its one position in a picture. */
export interface MatchPositionExercise extends ExerciseBase {
  readonly answerType: 'match_position';
  readonly picture: Picture;
  /** In the order in which the labels are offered. */
  readonly labels: readonly Card[];
  /** Positions in percent of the picture's width and height. `name` describes the spot in words. */
  readonly positions: readonly {
    readonly id: string;
    readonly x: number;
    readonly y: number;
    readonly name: string;
  }[];
  readonly solution: Readonly<Record<string, string>>;
}

/** Sorts cards into places; a place takes any number. */
export interface MatchPlaceExercise extends ExerciseBase {
  readonly answerType: 'match_place';
  readonly cards: readonly Card[];
  readonly places: readonly { readonly id: string; readonly name: string }[];
  readonly solution: Readonly<Record<string, string>>;
}

export interface SketchpadExercise extends ExerciseBase {
  readonly answerType: 'sketchpad';
}

export interface Card {
  readonly id: string;
  readonly text: string;
}

/** The exercises of a page, in reading order. */
export function exercisesOf(page: Page): readonly Exercise[] {
  return page.blocks.flatMap((block) => (block.kind === 'exercise' ? [block.exercise] : []));
}

/** The issue of a course, as the container names it. */
export function issueOf({ courseId, issueId }: Course) {
  return { course_id_dto: { course_id: courseId }, issue_id_dto: { issue_id: issueId } };
}
