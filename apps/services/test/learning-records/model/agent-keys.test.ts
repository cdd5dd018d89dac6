import { expect, test, vi } from 'vitest';
import { AgentKeys } from '../../../src/learning-records/model/agent-keys.ts';

const homePage = 'https://id.example';
const named = (name: string) => ({ account: { homePage, name } });

test('the owner of a token, which has just been verified, is not looked up; others are', async () => {
  const resolveAll = vi.fn<(subjects: readonly string[]) => Promise<string[]>>(async (subjects) =>
    subjects.map((subject) => `${subject}-now`),
  );
  const directory = {
    resolveAll,
    erasedAmong: async () => new Set(['gone-now']),
    nameOf: ({ sub }: { readonly sub: string }) => sub,
  };
  const keys = new AgentKeys(directory, [homePage]);
  const statement = {
    actor: named('pupil'),
    verb: { id: 'https://verbs.example/met' },
    object: { objectType: 'Agent', ...named('gone') },
  } as const;

  const keyOf = await keys.keysOf([statement], 'pupil');
  expect([keyOf(named('pupil')), keyOf(named('gone'))]).toEqual(['pupil', 'gone-now']);
  const isErased = await keys.erasedAmong([named('pupil'), named('gone')], 'pupil');
  expect([isErased?.(named('pupil')), isErased?.(named('gone'))]).toEqual([false, true]);
  expect(resolveAll.mock.calls.flat(2)).not.toContain('pupil');
});
