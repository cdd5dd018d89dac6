import {
  exercisesOf,
  type AnswerType,
  type Block,
  type Course,
  type Exercise,
} from '../src/course/model.ts';
import { wasser } from '../src/course/wasser.ts';
import { placesOf, topicIdOf } from '../src/navigation.ts';
import { textOfExercise, textOfPage } from './texts.ts';

/** The input of a publisher, by the names of files: the manifest, and the texts that it names. */
export type PublicationFiles = Readonly<Record<string, string>>;

/** The publisher of the course, and the product that opens it. */
const publisher = {
  mandant_identifier: 'LECTERN',
  product_references: ['wasser-entdecken'],
  titles: 'public',
} as const;

/** Exercise types of the platform (specification, section 2). */
const exerciseTypes: Readonly<Record<Exclude<AnswerType, 'choice'>, string>> = {
  essay: 'EXERCISE_TYPE_ESSAY',
  match_keyboard: 'EXERCISE_TYPE_MATCH_KEYBOARD',
  match_position: 'EXERCISE_TYPE_MATCH_POSITION',
  match_place: 'EXERCISE_TYPE_MATCH_SINGLE_USE',
  sketchpad: 'EXERCISE_TYPE_SKETCHPAD',
};

/**
 * The course as `lectern-author publish` wants to have it (docs/publish.md). Everything in it follows from
 * the course itself, under the ids by which the pages keep what learners write.
 */
export function publicationOf(course: Course): PublicationFiles {
  const texts: Record<string, string> = {};
  const textAt = (id: string, text: string) => {
    const name = `texte/${id}.txt`;
    texts[name] = text;
    return name;
  };
  const places = placesOf(course);
  const topics = course.themen.flatMap((thema) => [
    { topic_id: thema.id, title: thema.title, text: textAt(thema.id, thema.summary) },
    ...places
      .filter((place) => place.thema === thema)
      .map((place) => ({
        topic_id: topicIdOf(place),
        parent_topic_id: thema.id,
        title: place.page.title,
        text: textAt(topicIdOf(place), textOfPage(place.page)),
      })),
  ]);
  const exercises = places.flatMap((place) =>
    exercisesOf(place.page).map((exercise) => ({
      exercise_id: exercise.id,
      topic_id: topicIdOf(place),
      title: exercise.title,
      exercise_type: typeOf(exercise),
      basic_answer_type: exercise.answerType,
      difficulty: exercise.difficulty,
      text: textAt(`aufgaben/${exercise.id}`, textOfExercise(exercise)),
    })),
  );
  const manifest = {
    ...publisher,
    course: { course_id: course.courseId, title: course.title },
    issue: { issue_id: course.issueId, title: course.title, distribution_channel: 'WEBPUB' },
    topics,
    exercises,
    files: filesOf(places.flatMap(({ page }) => page.blocks)),
  };
  return { 'lectern.json': `${JSON.stringify(manifest, undefined, 2)}\n`, ...texts };
}

export const wasserFiles = publicationOf(wasser);

function typeOf(exercise: Exercise): string {
  if (exercise.answerType !== 'choice') return exerciseTypes[exercise.answerType];
  return exercise.several ? 'EXERCISE_TYPE_MULTICHOICE' : 'EXERCISE_TYPE_SINGLECHOICE';
}

/** Files that pages ask the container for, each once. */
function filesOf(blocks: readonly Block[]): readonly string[] {
  const films = blocks.flatMap((block) => (block.kind === 'film' ? [block.film] : []));
  return [...new Set(films.flatMap(({ path, captions }) => [path, captions]))];
}
