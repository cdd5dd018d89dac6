import { describe, expect, it } from 'vitest';
import { postStatement } from '../src/bridge/post-statement.ts';
import { createSessionStore } from '../src/session/session-store.ts';
import { fakeBrowserForEachTest } from './fake-browser.ts';
import { fakeServices, type ServiceAnswer, type ServiceRequest } from './fake-services.ts';
import { someSession } from './some-session.ts';

fakeBrowserForEachTest();

const statement = {
  verb: { id: 'http://adlnet.gov/expapi/verbs/answered' },
  object: { id: 'https://content.example/a1' },
};
const put = { dto_id: 'a1', statement };

interface PutBody {
  readonly subject: string;
  readonly put_dto: { readonly statement: { readonly id: string; readonly timestamp: string } };
}

/** Mia's content, in front of a record store that answers like this. */
function lars(answer: (request: ServiceRequest) => ServiceAnswer = () => ({})) {
  const { api, requests } = fakeServices(answer, 'mia');
  const store = createSessionStore({ name: 'signed-in', session: someSession('mia') });
  return { post: (payload: unknown) => postStatement(api.lars, store, 'mia', payload), requests };
}

describe('a learning statement', () => {
  it.each([
    undefined,
    { dto_id: 'a1' },
    { dto_id: 'a1', statement: undefined },
    { dto_id: 'a1', statement: null },
  ])('that is missing (%j) is logged as an error, and nothing is sent', async (payload) => {
    const { post, requests } = lars();
    await expect(post(payload)).rejects.toMatchObject({
      code: 'BAD_PAYLOAD',
    });
    expect(console.error).toHaveBeenCalledExactlyOnceWith('The learning statement is missing.');
    expect(requests).toEqual([]);
  });

  it('gets id and time, for the user of the session', async () => {
    const { post, requests } = lars(({ body }) => ({
      statement_id: (body as PutBody).put_dto.statement.id,
    }));
    const id = await post(put);
    expect(requests[0]?.body).toEqual({
      subject: 'mia',
      put_dto: {
        dto_id: 'a1',
        statement: { ...statement, id, timestamp: expect.stringMatching(/Z$/) },
      },
    });
  });

  it('keeps the id and time that the content gave', async () => {
    const given = { ...statement, id: crypto.randomUUID(), timestamp: '2026-11-21T08:00:00+01:00' };
    const { post, requests } = lars(() => ({ statement_id: given.id }));
    await post({ dto_id: 'a1', statement: given });
    expect(requests[0]?.body).toMatchObject({ put_dto: { statement: given } });
  });

  it('is sent again with the same id while the service is away', async () => {
    const failures: ServiceAnswer[] = [{ status: 503, code: 'UNAVAILABLE' }];
    const { post, requests } = lars(
      ({ body }) => failures.pop() ?? { statement_id: (body as PutBody).put_dto.statement.id },
    );
    const id = await post(put);
    const ids = requests.map(({ body }) => (body as PutBody).put_dto.statement.id);
    expect(ids).toEqual([id, id]);
  });
});
