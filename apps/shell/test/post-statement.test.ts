import { describe, expect, it } from 'vitest';
import { statement, tableForEachTest } from './request-table-scene.ts';

const { create } = tableForEachTest();

describe('a learning statement', () => {
  it.each([
    undefined,
    { dto_id: 'a1' },
    { dto_id: 'a1', statement: undefined },
    { dto_id: 'a1', statement: null },
  ])('that is missing (%j) is logged as an error, and nothing is sent', async (payload) => {
    const { ask, accepted } = create();
    await expect(ask('postStatement', payload)).rejects.toMatchObject({ code: 'BAD_PAYLOAD' });
    expect(console.error).toHaveBeenCalledExactlyOnceWith('The learning statement is missing.');
    expect(accepted.statements).toEqual([]);
  });

  it('that is only wrong is not logged as a missing one', async () => {
    const wrong = { dto_id: 'a1', statement: { object: statement.object } };
    await expect(create().ask('postStatement', wrong)).rejects.toMatchObject({
      code: 'BAD_PAYLOAD',
    });
    expect(console.error).not.toHaveBeenCalled();
  });

  it('SAVE-1: is accepted with an id and the time of now, and answered with that id', async () => {
    const { ask, accepted, requests } = create();
    const before = new Date().toISOString();
    const id = await ask('postStatement', { dto_id: 'a1', statement });
    expect(accepted.statements).toEqual([
      { about: 'a1', statement: { ...statement, id, timestamp: expect.stringMatching(/Z$/) } },
    ]);
    expect(id).toMatch(/^[\da-f-]{36}$/);
    const { timestamp } = accepted.statements[0]!.statement;
    expect(timestamp! >= before && timestamp! <= new Date().toISOString()).toBe(true);
    expect(requests, 'no service has been asked').toEqual([]);
  });

  it('SAVE-3: each has an id of its own', async () => {
    const { ask } = create();
    const put = { dto_id: 'a1', statement };
    expect(await ask('postStatement', put)).not.toBe(await ask('postStatement', put));
  });

  it('SAVE-3: keeps the id and time that the content gave', async () => {
    const given = { ...statement, id: crypto.randomUUID(), timestamp: '2026-11-21T08:00:00+01:00' };
    const { ask, accepted } = create();
    expect(await ask('postStatement', { dto_id: 'a1', statement: given })).toBe(given.id);
    expect(accepted.statements).toEqual([{ about: 'a1', statement: given }]);
  });

  it('keeps members that xAPI has and the protocol does not name', async () => {
    const given = {
      ...statement,
      attachments: [
        {
          usageType: 'https://content.example/usage',
          display: { de: 'Heft' },
          contentType: 'text/plain',
          length: 3,
          sha2: 'a'.repeat(64),
        },
      ],
      result: { score: { scaled: 0.5 } },
    };
    const { ask, accepted } = create();
    await ask('postStatement', { dto_id: 'a1', statement: given });
    expect(accepted.statements[0]?.statement).toMatchObject(given);
  });
});
