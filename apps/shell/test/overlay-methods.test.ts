import { localStoreItemCalls } from '@lectern/contracts/calls/annotations/local-store-item';
import { dataCalls } from '@lectern/contracts/calls/learning-records/data';
import { describe, expect, it } from 'vitest';
import { requests } from '@lectern/sdk/protocol';
import { checkByContract } from '../src/bridge/payloads.ts';
import {
  categories,
  initialValues,
  placeOf,
  type FieldValues,
} from '../src/testing-overlay/methods.ts';
import { texts } from '../src/testing-overlay/overlay-texts.ts';

const { localStoreItemGetForModel, localStoreItemSetForModel } = localStoreItemCalls;
const values: FieldValues = {
  ...initialValues,
  course: 'wasser',
  issue: 'wasser-2026',
  placeId: 'bach-brief',
};
const methods = categories.flatMap((category) => category.methods);

function payloadOf(action: string, filledIn = values): unknown {
  return methods.find((method) => method.action === action)?.payload(filledIn);
}

describe('the buttons', () => {
  it('are those of section 2', () => {
    expect(methods.map(({ action }) => action)).toEqual([
      'isLoggedIn',
      'logout',
      'getUser',
      'isPandaLogin',
      'isTeacher',
      'getLicenses',
      'getLocalStoreItems',
      'setLocalStoreItems',
      'postStatement',
      'encodeChallenge',
    ]);
  });

  it.each(['topic', 'exercise'] as const)('send what the services accept of a %s', (place) => {
    const filledIn = { ...values, place };
    const check = (action: string, schema: Parameters<typeof checkByContract>[0]) =>
      checkByContract(schema, payloadOf(action, filledIn));
    expect(check('getLocalStoreItems', localStoreItemGetForModel.body)).toMatchObject({
      course_id_dto: { course_id: 'wasser' },
      [`${place}_dto`]: { [`${place}_id`]: 'bach-brief' },
    });
    expect(check('setLocalStoreItems', localStoreItemSetForModel.body)).toMatchObject({
      local_store_items: [{ segment: 'testing-overlay', key: 'test', value: 'Hallo' }],
    });
    expect(check('postStatement', dataCalls.dataPut.body.shape.put_dto)).toMatchObject({
      dto_id: 'testing-overlay',
    });
  });

  it('send the text that is to be encoded, which must not be empty', () => {
    const { payload } = requests.encodeChallenge;
    expect(payload.faultIn(payloadOf('encodeChallenge', { ...values, text: 'x' }))).toBeUndefined();
    expect(payload.faultIn(payloadOf('encodeChallenge'))).toBe('text');
  });
});

it('has a name for every category, and no category twice', () => {
  const names = categories.map(({ name }) => name);
  expect(new Set(names)).toEqual(new Set(Object.keys(texts.categories)));
  expect(names).toHaveLength(new Set(names).size);
});

describe('the place that the content reads and writes', () => {
  const course = { course_id_dto: { course_id: 'c' }, issue_id_dto: { issue_id: 'i' } };
  it.each([
    [
      { ...course, topic_dto: { topic_id: 't' } },
      { course: 'c', issue: 'i', place: 'topic', placeId: 't' },
    ],
    [
      { ...course, exercise_dto: { exercise_id: 'e' }, local_store_items: [] },
      { course: 'c', issue: 'i', place: 'exercise', placeId: 'e' },
    ],
    [course, undefined],
    [{ ...course, topic_dto: { topic_id: 7 } }, undefined],
    [{ course_id_dto: 'c' }, undefined],
    [Object.create({ ...course, topic_dto: { topic_id: 't' } }), undefined],
    [null, undefined],
    ['text', undefined],
  ])('of %j is %j', (payload, place) => {
    expect(placeOf(payload)).toEqual(place);
  });
});
