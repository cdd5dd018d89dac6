import { untilDone, type Container, type LearningStatement } from '@lectern/sdk';
import type { AnswerType, Course, Exercise, Thema } from './course/model.ts';
import type { Verdict } from './exercises/exercise.ts';
import { topicIdOf, type Place } from './navigation.ts';

/** All activities of the course have addresses below this one. They name, they need not open. */
const publicationIri = 'https://lectern.example/publications/wasser';

/** Verbs of the ADL vocabulary with the words that people read. */
const verbs = {
  initialized: { de: 'begann', en: 'initialized' },
  experienced: { de: 'las', en: 'experienced' },
  attempted: { de: 'versuchte', en: 'attempted' },
  answered: { de: 'beantwortete', en: 'answered' },
  completed: { de: 'schloss ab', en: 'completed' },
} as const;

/** Interaction types of xAPI 1.0.3, part two, 2.4.4.1. */
const interactionTypes: Readonly<Record<AnswerType, string>> = {
  essay: 'long-fill-in',
  choice: 'choice',
  match_keyboard: 'fill-in',
  match_position: 'matching',
  match_place: 'matching',
  sketchpad: 'other',
};

type Activity = LearningStatement['object'];

/**
 * Tells the learning records what the learner does. Nothing here ever disturbs the learner: the container
 * accepts a statement and delivers it by itself; one that it does not accept now is tried again, and one
 * that it refuses is dropped with a warning to the console.
 */
export class Statements {
  readonly #course: Course;
  readonly #container: Promise<Container | undefined>;

  constructor(course: Course, container: Promise<Container | undefined>) {
    this.#course = course;
    this.#container = container;
  }

  initialized(): void {
    this.#record(this.#course.courseId, 'initialized', this.#courseActivity());
  }

  experienced(place: Place): void {
    this.#record(topicIdOf(place), 'experienced', pageActivity(place), undefined, [
      this.#themaActivity(place.thema),
    ]);
  }

  /** A learner who saves without «Prüfen» or «Fertig» has begun all the same. */
  attempted(place: Place, exercise: Exercise): void {
    this.#record(exercise.id, 'attempted', exerciseActivity(exercise), undefined, [
      pageActivity(place),
    ]);
  }

  /** @param response in the notation of the interaction type (xAPI 1.0.3, part two, 2.4.4.1). */
  answered(
    place: Place,
    exercise: Exercise,
    response: string,
    verdict?: Verdict,
    isDone = true,
  ): void {
    const result = verdict
      ? {
          response,
          completion: true,
          // Part of it may be enough: the score tells.
          ...(verdict.right === verdict.total && { success: true }),
          score: {
            scaled: verdict.right / verdict.total,
            raw: verdict.right,
            min: 0,
            max: verdict.total,
          },
        }
      : { response, completion: isDone };
    this.#record(exercise.id, 'answered', exerciseActivity(exercise), result, [
      pageActivity(place),
    ]);
  }

  completed(thema: Thema): void {
    this.#record(thema.id, 'completed', this.#themaActivity(thema), { completion: true });
  }

  #record(
    about: string,
    verb: keyof typeof verbs,
    object: Activity,
    result?: LearningStatement['result'],
    parent: readonly Activity[] = [],
  ): void {
    const statement: LearningStatement = {
      // The id is made here: said again after a lost answer, it is the same statement.
      id: crypto.randomUUID(),
      verb: { id: `http://adlnet.gov/expapi/verbs/${verb}`, display: verbs[verb] },
      object,
      ...(result && { result }),
      context: {
        language: 'de',
        contextActivities: { parent, grouping: [this.#courseActivity()] },
      },
      timestamp: new Date().toISOString(),
    };
    void this.#handOver(about, statement);
  }

  async #handOver(about: string, statement: LearningStatement): Promise<void> {
    const container = await this.#container;
    if (!container) return;
    try {
      await untilDone(() => container.postStatement(about, statement));
    } catch (error) {
      console.warn(`A learning statement about ${about} was not accepted.`, error);
    }
  }

  #courseActivity(): Activity {
    return activity('', 'course', this.#course.title);
  }

  #themaActivity(thema: Thema): Activity {
    return activity(`/${thema.id}`, 'module', thema.title);
  }
}

function pageActivity({ thema, pageNumber, page }: Place): Activity {
  return activity(`/${thema.id}/${pageNumber}`, 'lesson', page.title);
}

function exerciseActivity({ id, title, instruction, answerType }: Exercise): Activity {
  return activity(`/exercises/${id}`, 'cmi.interaction', title, {
    description: { de: instruction },
    interactionType: interactionTypes[answerType],
  });
}

function activity(path: string, type: string, name: string, more: object = {}): Activity {
  return {
    objectType: 'Activity',
    id: `${publicationIri}${path}`,
    definition: {
      type: `http://adlnet.gov/expapi/activities/${type}`,
      name: { de: name },
      ...more,
    },
  };
}
