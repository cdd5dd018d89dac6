import fc from 'fast-check';
import { CallFailed } from '@lectern/contracts/client';
import { expect, test } from 'vitest';
import { anyTextOf } from './any-text.ts';
import { startBeforeAll, startTestPlatform } from './platform.ts';
import { roundsOf } from '../../../test/rounds.ts';

const platform = startBeforeAll(startTestPlatform);

/** Any text that a browser can hold: emoji, control characters, NUL, halves of surrogate pairs. */
const anyText = fc.oneof(
  anyTextOf({ minLength: 1, maxLength: 40 }),
  fc
    .array(fc.integer({ min: 0, max: 0xff_ff }), { minLength: 1, maxLength: 8 })
    .map((units) => String.fromCharCode(...units)),
);

test('whatever is written comes back as it was, or is refused and nothing is stored', async () => {
  const store = platform.as('clag', await platform.identityProvider.signIn('mia'));
  let round = 0;
  await fc.assert(
    fc.asyncProperty(anyText, anyText, anyText, async (segment, key, value) => {
      const scope = {
        course_id_dto: { course_id: 'property' },
        issue_id_dto: { issue_id: `${++round}` },
        exercise_dto: { exercise_id: 'e' },
      };
      const item = { segment, key, value };
      const storable = [segment, key, value].every(
        (text) => text.isWellFormed() && !text.includes('\0'),
      );
      const outcome = await store
        .localStoreItemSetForModel({ body: { ...scope, local_store_items: [item] } })
        .then(
          ({ result_state }) => result_state,
          (error: unknown) => (error instanceof CallFailed ? error.code : error),
        );
      expect(outcome).toBe(storable ? 'OK' : 'REQUEST_INVALID');
      const { local_store_items } = await store.localStoreItemGetForModel({ body: scope });
      expect(local_store_items).toMatchObject(storable ? [item] : []);
    }),
    { numRuns: roundsOf(80) },
  );
});
