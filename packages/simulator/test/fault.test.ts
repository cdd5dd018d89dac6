import { contract, services } from '@lectern/contracts';
import { expect, test } from 'vitest';
import { interferenceOf } from '../src/fault.ts';

const { clag, lars } = contract;

test.each([
  ['clag', clag.localStoreItemSetForModel],
  ['clag', clag.annotationsSaveForTopic],
  ['clag', clag.annotationsSaveForExercise],
  ['clag', clag.exerciseSaveAndGetUserData],
  ['lars', lars.dataPut],
] as const)('all that is saved is refused: %s %o', (service, { path }) => {
  const address = services[service].base + path;
  expect(interferenceOf('saves-refused', address, '')).toMatchObject({ kind: 'refuse' });
});

test.each([clag.localStoreItemGetForModel, clag.annotationsGetForTopic, clag.exerciseGetUserData])(
  'nothing that is read is: %o',
  ({ path }) => {
    expect(interferenceOf('saves-refused', services.clag.base + path, '')).toBeUndefined();
  },
);
