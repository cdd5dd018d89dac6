import { expect, it, vi } from 'vitest';
import { readAnswers } from '../src/bridge/read-answers.ts';
import type { Outbox } from '../src/outbox/outbox.ts';

const issue = { course_id_dto: { course_id: 'wasser' }, issue_id_dto: { issue_id: '1' } };
const nothing = { answers: [] };

it('asks the service once what waits of each exercise is known, so that no delivery is missed', async () => {
  const gate = Promise.withResolvers<void>();
  const readLater: Outbox['readAnswers'] = async ({ exercise_dto }, read) => {
    if (exercise_dto.exercise_id === 'a2') await gate.promise;
    await read();
    return nothing;
  };
  const ask = vi.fn<() => Promise<typeof nothing>>(async () => nothing);
  const answered = readAnswers({ readAnswers: readLater }, issue, ['a1', 'a2'], ask);
  await Promise.resolve();
  expect(ask).not.toHaveBeenCalled();
  gate.resolve();
  expect(await answered).toEqual({ answers: [], conflict_copies: [] });
  expect(ask).toHaveBeenCalledTimes(1);
});

it.each([
  ['the service', async () => nothing, async () => Promise.reject(new Error('away'))],
  ['the disk of one', async () => Promise.reject(new Error('away')), async () => nothing],
] as const)('fails where %s does', async (_, first, ask) => {
  const outbox: Pick<Outbox, 'readAnswers'> = {
    async readAnswers({ exercise_dto }, read) {
      if (exercise_dto.exercise_id === 'a1') await first();
      await read();
      return nothing;
    },
  };
  await expect(readAnswers(outbox, issue, ['a1', 'a2'], ask)).rejects.toThrow('away');
});
