import { contract, services, type BodyInput, type Call } from '@lectern/contracts';
import { courseId, createRandom, issueId, pupil, vocabulary } from '../search/texts.ts';
import { classSize, groupOf, licenseOf, teacherOf, usageOf } from './school.ts';

/** A request of a minute. */
export interface Timed {
  /** From the minute's begin, in milliseconds. */
  readonly atInMs: number;
  readonly path: string;
  readonly subject: string;
  /** Makes the body anew for each minute. */
  readonly body: (minute: number) => object;
}

const minuteInMs = 60_000;
const scope = { course_id_dto: { course_id: courseId }, issue_id_dto: { issue_id: issueId } };
const oneOfProgress = { course_id: courseId, filter_type: 'NONE' } as const;

/** Requests of each pupil in a minute of a lesson, at the same distance from each other. */
const ofPupil: readonly ((number: number) => Omit<Timed, 'atInMs' | 'subject'>)[] = [
  (number) =>
    request(services.lima.base, contract.lima.licenseUsageGiveOffHeartbeat, () => ({
      subject: pupil(number),
      license_code: licenseOf(number),
      license_usage_id: usageOf(number),
    })),
  writing(0),
  stating(0),
  (number) =>
    request(services.clag.base, contract.clag.localStoreItemGetForModel, () => ({
      ...scope,
      exercise_dto: { exercise_id: exerciseOf(number) },
    })),
  writing(1),
  stating(1),
  (number) =>
    request(services.clag.base, contract.clag.searchAutocomplete, (minute) => ({
      subject: pupil(number),
      ...scope,
      prefix: vocabulary[(number * 7 + minute) % 2_000]!.slice(0, 4),
    })),
  writing(2),
  stating(2),
  (number) =>
    request(services.lars.base, contract.lars.progressGetForSubject, () => ({
      subject: pupil(number),
      ...oneOfProgress,
    })),
];

export const requestsOfPupil = ofPupil.length;

/** A teacher looks at the class so often in a minute. */
const looksOfTeacher = 2;

/** The requests of a minute of so many pupils and their teachers, in the order of time. */
export function minuteOf(pupils: number): readonly Timed[] {
  const random = createRandom(3);
  const step = minuteInMs / ofPupil.length;
  const ofPupils = Array.from({ length: pupils }, (_, number) => {
    const start = random() * minuteInMs;
    return ofPupil.map((make, place) => ({
      ...make(number),
      subject: pupil(number),
      atInMs: (start + place * step) % minuteInMs,
    }));
  });
  const ofTeachers = Array.from({ length: Math.ceil(pupils / classSize) }, (_, number) => {
    const start = random() * minuteInMs;
    return Array.from({ length: looksOfTeacher }, (__, look) => ({
      ...request(services.lars.base, contract.lars.progressGetForGroup, () => ({
        subject: teacherOf(number),
        group_id: groupOf(number),
        ...oneOfProgress,
      })),
      subject: teacherOf(number),
      atInMs: (start + (look * minuteInMs) / looksOfTeacher) % minuteInMs,
    }));
  });
  return [...ofPupils, ...ofTeachers].flat().toSorted((a, b) => a.atInMs - b.atInMs);
}

const exerciseOf = (number: number) => `exercise-${number % 50}`;

function writing(place: number) {
  return (number: number) =>
    request(services.clag.base, contract.clag.localStoreItemSetForModel, (minute) => ({
      ...scope,
      exercise_dto: { exercise_id: exerciseOf(number) },
      local_store_items: [
        {
          segment: 'answers',
          key: `essay-${place}`,
          value: `${'Die Sonne erwärmt das Meer, und Wasser verdunstet. '.repeat(4)}${minute}`,
          version: minute,
        },
      ],
    }));
}

function stating(place: number) {
  return (number: number) =>
    request(services.lars.base, contract.lars.dataPut, (minute) => ({
      subject: pupil(number),
      put_dto: {
        dto_id: exerciseOf(number),
        statement: {
          verb: { id: 'http://adlnet.gov/expapi/verbs/answered' },
          object: { id: `https://verlag.example/kurs/${exerciseOf(number)}` },
          result: { success: (minute + place) % 3 > 0, response: `${minute}.${place}` },
          timestamp: new Date().toISOString(),
        },
      },
    }));
}

function request<C extends Call>(
  base: string,
  call: C,
  body: (minute: number) => BodyInput<C> & object,
): Omit<Timed, 'atInMs' | 'subject'> {
  return { path: base + call.path, body };
}
