import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { codeOf, startBeforeAll } from '../platform.ts';
import { giveClass, obtain, startLicensing } from './licensing.ts';
import { roundsOf } from '../../../../test/rounds.ts';

/** Enough for those who wait in a circle to meet, where they could. */
const rounds = roundsOf(12);

const world = startBeforeAll(startLicensing);

test('those who keep usages of a licence without seats, all of them due, wait in no circle', async () => {
  const pupils = await Promise.all(Array.from({ length: 18 }, () => world.newPupil()));
  const code = await giveClass(world, await world.newPerson('teacher'), pupils, { seats: null });
  const everybodyObtains = () => Promise.all(pupils.map((pupil) => codeOf(obtain(pupil, code))));
  await everybodyObtains();
  const outcomes = new Set<string | undefined>();
  for (let round = 0; round < rounds; round++) {
    // As if their heartbeats had put off the end a while ago.
    await sql`
      update lima.license_usages set due_at = now() - interval '1 minute'
      where license_code = ${code} and ended_at is null
    `.execute(world.platform.database);
    for (const outcome of await everybodyObtains()) outcomes.add(outcome);
  }
  expect([...outcomes]).toEqual([undefined]);
});
