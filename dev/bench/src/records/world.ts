import { hash } from 'node:crypto';

/*
 * World of the benchmarks' statements: pupils who work on exercises, each under a topic and in a course.
 * Everything follows from the number of a statement, here and in SQL (load-statements.ts), and numbers are written
 * with the same number of digits, so that statements are of the same size.
 */

export interface World {
  /** Home page of the pupils' accounts. */
  readonly issuer: string;
  readonly pupils: number;
  readonly exercises: number;
  /** Subjects of pupils who can sign in, by the pupil's number; the others get one. */
  readonly signedIn: ReadonlyMap<number, string>;
  /** When the first statement was made, in milliseconds since 1970. */
  readonly beganAt: number;
  /** From one statement to the next, in milliseconds. */
  readonly stepInMs: number;
}

export const verbs = [
  'answered',
  'attempted',
  'completed',
  'experienced',
  'failed',
  'interacted',
  'passed',
  'progressed',
] as const;

export const courses = 10;
export const exercisesOfTopic = 20;
/** Different exercises that one pupil works on. */
export const exercisesOfPupil = 20;
/** Statements of one sitting of a pupil, which share their registration. */
export const statementsOfSitting = 10;
/** Sittings at the same time, whose statements come by turns. */
export const sittingsAtOnce = 100;
export const digits = 8;

/** Parts that differ from statement to statement, each as text. */
export interface StatementParts {
  readonly pupil: string;
  readonly verb: string;
  readonly exercise: string;
  readonly topic: string;
  readonly course: string;
  readonly registration: string;
  readonly timestamp: string;
  /** A number from 0 to 100. */
  readonly score: string;
}

export const padded = (number: number) => String(number).padStart(digits, '0');
export const exerciseId = (exercise: string) =>
  `https://content.example/exercises/exercise-${exercise}`;
export const topicId = (topic: string) => `https://content.example/topics/topic-${topic}`;
export const courseId = (course: string) => `https://content.example/courses/course-${course}`;
export const verbId = (verb: string) => `http://adlnet.gov/expapi/verbs/${verb}`;
export const subjectOf = ({ signedIn }: World, pupil: number) =>
  signedIn.get(pupil) ?? `pupil-${padded(pupil)}`;

/** The parts of the statement with a number, from 0. */
export function partsOf(world: World, number: number): StatementParts {
  const sitting = hash('md5', `sitting ${sittingOf(number)}`);
  const own = hash('md5', `statement ${number}`);
  const pupil = numberIn(sitting, 0) % world.pupils;
  const exercise =
    (pupil * exercisesOfPupil + (numberIn(own, 0) % exercisesOfPupil)) % world.exercises;
  return {
    pupil: subjectOf(world, pupil),
    verb: verbs[numberIn(own, 1) % verbs.length]!,
    exercise: padded(exercise),
    topic: padded(Math.floor(exercise / exercisesOfTopic)),
    course: padded(exercise % courses),
    registration: uuidOf(sitting),
    timestamp: timeOf(world, number),
    score: String(numberIn(own, 2) % 101),
  };
}

export function idOf(number: number): string {
  return uuidOf(hash('md5', `id ${number}`));
}

export function timeOf({ beganAt, stepInMs }: World, number: number): string {
  return new Date(beganAt + number * stepInMs).toISOString();
}

/** A statement of about 1 kB, as content sends it: without an id. */
export function statementOf(issuer: string, parts: StatementParts) {
  return { actor: actorOf(issuer, parts.pupil), ...withoutActor(parts) };
}

export function actorOf(issuer: string, name: string) {
  return { objectType: 'Agent', account: { homePage: issuer, name } } as const;
}

/** The same where the actor follows from who calls. */
export function withoutActor(parts: StatementParts) {
  const { verb, exercise, topic, course, registration, timestamp, score } = parts;
  return {
    verb: { id: verbId(verb), display: { en: verb } },
    result: {
      score: { raw: Number(score), min: 0, max: 100 },
      completion: true,
      duration: 'PT1M42S',
      response: 'Es verdunstet, steigt auf und regnet wieder ab.',
    },
    timestamp,
    object: {
      objectType: 'Activity',
      id: exerciseId(exercise),
      definition: {
        type: 'http://adlnet.gov/expapi/activities/question',
        name: { de: `Aufgabe ${exercise}`, en: `Exercise ${exercise}` },
        description: { de: 'Beschreibe den Kreislauf des Wassers von der Quelle bis zum Meer.' },
      },
    },
    context: {
      registration,
      platform: 'Lectern',
      language: 'de-CH',
      contextActivities: {
        parent: [
          {
            id: topicId(topic),
            definition: { name: { de: `Thema ${topic}` } },
          },
        ],
        grouping: [
          {
            id: courseId(course),
            definition: { name: { de: `Kurs ${course}` } },
          },
        ],
      },
    },
  } as const;
}

function sittingOf(number: number): number {
  const round = statementsOfSitting * sittingsAtOnce;
  return Math.floor(number / round) * sittingsAtOnce + (number % sittingsAtOnce);
}

/** 32 bits of a hash, by their place. */
function numberIn(md5: string, place: number): number {
  return Number.parseInt(md5.slice(place * 8, place * 8 + 8), 16);
}

/** Of version 4 (RFC 9562, section 5.4). */
function uuidOf(md5: string): string {
  const digits = `${md5.slice(0, 12)}4${md5.slice(13, 16)}8${md5.slice(17)}`;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
