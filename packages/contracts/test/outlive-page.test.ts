import { expect, test } from 'vitest';
import { createClient } from '../src/client.ts';
import { contract } from '../src/index.ts';

interface Sent {
  readonly keepalive: boolean;
  answer(): void;
}

/** A client whose requests are under way until they are answered here. */
function heldClient() {
  const sent: Sent[] = [];
  const store = createClient(contract.clag, {
    service: 'clag',
    base: 'https://lectern.example/clag',
    headers: () => ({ xIaCorrelationId: 'c', xIaSubject: 'mia', xIaRoles: '' }),
    retryPausesInMs: [],
    fetch: (_input, init) =>
      new Promise((resolve) => {
        const answer = { result_state: 'OK', local_store_items: [] };
        sent.push({
          keepalive: init?.keepalive === true,
          answer: () => resolve(Response.json(answer)),
        });
      }),
  });
  const set = (value: string, outlivesPage?: boolean) =>
    store.localStoreItemSetForModel({
      body: {
        course_id_dto: { course_id: 'c' },
        issue_id_dto: { issue_id: 'i' },
        exercise_dto: { exercise_id: 'e' },
        local_store_items: [{ segment: 's', key: 'k', value, version: 0 }],
      },
      ...(outlivesPage === undefined ? {} : { outlivesPage }),
    });
  return { sent, set };
}

const kept = (sent: readonly Sent[]) => sent.map(({ keepalive }) => keepalive);

test('the browser goes on with a request that is to outlive its page, and with no other', async () => {
  const { sent, set } = heldClient();
  const calls = [set('a', true), set('b'), set('c', false)];
  await expect.poll(() => kept(sent)).toEqual([true, false, false]);
  for (const { answer } of sent) answer();
  await Promise.all(calls);
});

test('requests that outlive their page stay below what browsers allow together', async () => {
  const { sent, set } = heldClient();
  // Two bytes each in UTF-8.
  const long = 'ä'.repeat(15 * 1024);
  const first = set(long, true);
  await expect.poll(() => kept(sent)).toEqual([true]);
  const second = set(long, true);
  await expect.poll(() => kept(sent)).toEqual([true, false]);
  for (const { answer } of sent) answer();
  await Promise.all([first, second]);

  const third = set(long, true);
  await expect.poll(() => kept(sent)).toEqual([true, false, true]);
  sent.at(-1)!.answer();
  await third;
});
