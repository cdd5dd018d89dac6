import type { Action, Payload } from '@lectern/sdk/protocol';
import type { texts } from './overlay-texts.ts';

/** Typed values of the panel; the payloads are made of them. */
export interface FieldValues {
  readonly course: string;
  readonly issue: string;
  readonly place: 'topic' | 'exercise';
  readonly placeId: string;
  readonly segment: string;
  readonly key: string;
  readonly value: string;
  readonly text: string;
}
export type Field = keyof FieldValues;

/** A button: an action of the bridge, with the payload that content would send. */
export interface Method {
  readonly action: Exclude<Action, 'hello'> & keyof typeof texts;
  readonly payload: (values: FieldValues) => unknown;
}

interface Category {
  readonly name: keyof typeof texts.categories;
  readonly fields: readonly Field[];
  readonly methods: readonly Method[];
}

/** The buttons of section 2 by category. What the bridge has no methods for yet says so. */
export const categories: readonly Category[] = [
  { name: 'signIn', fields: [], methods: [withoutPayload('isLoggedIn'), withoutPayload('logout')] },
  {
    name: 'user',
    fields: [],
    methods: [
      withoutPayload('getUser'),
      withoutPayload('isPandaLogin'),
      withoutPayload('isTeacher'),
    ],
  },
  { name: 'licenses', fields: [], methods: [withoutPayload('getLicenses')] },
  {
    name: 'localStore',
    fields: ['course', 'issue', 'place', 'placeId', 'segment', 'key', 'value'],
    methods: [
      { action: 'getLocalStoreItems', payload: scopeOf },
      { action: 'setLocalStoreItems', payload: itemsOf },
    ],
  },
  {
    name: 'statements',
    fields: [],
    methods: [{ action: 'postStatement', payload: sampleStatement }],
  },
  {
    name: 'challenge',
    fields: ['text'],
    methods: [{ action: 'encodeChallenge', payload: ({ text }) => ({ text }) }],
  },
  { name: 'groups', fields: [], methods: [] },
  { name: 'files', fields: [], methods: [] },
];

function withoutPayload(action: Method['action']): Method {
  return { action, payload: () => undefined };
}

function scopeOf({ course, issue, place, placeId }: FieldValues): Payload<'getLocalStoreItems'> {
  return {
    course_id_dto: { course_id: course },
    issue_id_dto: { issue_id: issue },
    ...(place === 'topic'
      ? { topic_dto: { topic_id: placeId } }
      : { exercise_dto: { exercise_id: placeId } }),
  };
}

function itemsOf(values: FieldValues): Payload<'setLocalStoreItems'> {
  const { segment, key, value } = values;
  return { ...scopeOf(values), local_store_items: [{ segment, key, value }] };
}

/** Says of itself that it is a test: it stays among the user's learning records. */
function sampleStatement(): Payload<'postStatement'> {
  return {
    dto_id: 'testing-overlay',
    statement: {
      verb: {
        id: 'http://adlnet.gov/expapi/verbs/experienced',
        display: { de: 'hat sich angesehen', en: 'experienced' },
      },
      object: {
        id: 'https://lectern.example/testing-overlay',
        definition: {
          name: { de: 'Beispiel aus dem Testmodus', en: 'Sample of the testing mode' },
        },
      },
    },
  };
}

/** An entry of the overlay's own, so that trying it out changes nobody's answers. */
export const initialValues: FieldValues = {
  course: '',
  issue: '',
  place: 'exercise',
  placeId: '',
  segment: 'testing-overlay',
  key: 'test',
  value: 'Hallo',
  text: '',
};

/**
 * Where the content reads and writes, from one of its payloads, so that nobody has to look its
 * identifiers up; nothing where this is no such payload.
 */
export function placeOf(payload: unknown): Partial<FieldValues> | undefined {
  const course = textAt(payload, 'course_id_dto', 'course_id');
  const issue = textAt(payload, 'issue_id_dto', 'issue_id');
  if (course === undefined || issue === undefined) return undefined;
  const topicId = textAt(payload, 'topic_dto', 'topic_id');
  const exerciseId = textAt(payload, 'exercise_dto', 'exercise_id');
  if (topicId !== undefined) return { course, issue, place: 'topic', placeId: topicId };
  if (exerciseId === undefined) return undefined;
  return { course, issue, place: 'exercise', placeId: exerciseId };
}

function textAt(value: unknown, ...path: string[]): string | undefined {
  const member = path.reduce<unknown>(
    (at, name) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, name)
        ? Reflect.get(at, name)
        : undefined,
    value,
  );
  return typeof member === 'string' ? member : undefined;
}
