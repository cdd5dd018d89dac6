import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startBeforeAll } from '../../platform.ts';
import { base, refusalOf } from './requests.ts';
import { pages, startRecordStore, statement } from './record-store.ts';

const store = startBeforeAll(startRecordStore);

test('who follows more from the newest sees all that was there once, while others write', async () => {
  const verb = { id: `urn:v:${randomUUID()}` };
  const before = await store.post(Array.from({ length: 120 }, () => statement({ verb })));
  const seen: string[] = [];
  for await (const { statements } of pages(store.client, { verb: verb.id, limit: '7' })) {
    seen.push(...statements.map(({ id }) => id));
    await Promise.all([1, 2, 3].map(() => store.post([statement({ verb }), statement({ verb })])));
  }
  expect(seen).toEqual(before.toReversed());
});

test('who follows more from the oldest sees each once and misses none, while thirty write', async () => {
  const verb = { id: `urn:v:${randomUUID()}` };
  const written: string[] = [];
  const writing = new AbortController();
  const writers = Array.from({ length: 30 }, async (_, writer) => {
    for (let count = 0; count < 12; count++) {
      const batch = Array.from({ length: 1 + ((writer + count) % 4) }, () => statement({ verb }));
      written.push(...(await store.post(batch)));
    }
  });
  void Promise.all(writers).finally(() => writing.abort());
  const seen: string[] = [];
  let since = {};
  // A reader at the end asks again from there.
  for (let isOver = false; !isOver;) {
    isOver = writing.signal.aborted;
    const parameters = { verb: verb.id, limit: '5', ascending: 'true', ...since };
    for await (const { statements } of pages(store.client, parameters)) {
      seen.push(...statements.map(({ id }) => id));
      if (statements.length > 0) since = { since: statements.at(-1)!.stored };
    }
  }
  await Promise.all(writers);
  expect(seen.toSorted()).toEqual(written.toSorted());
});

test('times of storing grow from statement to statement, as do the pages', async () => {
  const verb = { id: `urn:v:${randomUUID()}` };
  await Promise.all(
    Array.from({ length: 20 }, () => store.post([statement({ verb }), statement({ verb })])),
  );
  const times: string[] = [];
  for await (const { statements } of pages(store.client, { verb: verb.id, limit: '3' })) {
    times.push(...statements.map(({ stored }) => stored));
  }
  expect(times).toHaveLength(40);
  expect(times).toEqual(times.toSorted().toReversed());
});

test('what is said to be complete up to a moment is complete up to it', async () => {
  const verb = { id: `urn:v:${randomUUID()}` };
  const promised: { readonly through: string; readonly ids: readonly string[] }[] = [];
  // As many as one page holds.
  const writing = Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let count = 0; promised.length < 8 && count < 31; count++) {
        await store.post(statement({ verb }));
      }
    }),
  );
  while (promised.length < 8) {
    const parameters = { verb: verb.id, limit: '250' };
    const response = await store.client(`${base}/statements`, { parameters });
    const through = response.headers.get('x-experience-api-consistent-through')!;
    const { statements } = (await response.json()) as {
      statements: { id: string; stored: string }[];
    };
    const ids = statements
      .filter(({ stored }) => Date.parse(stored) < Date.parse(through))
      .map(({ id }) => id);
    if (ids.length > 0) promised.push({ through, ids });
  }
  await writing;
  for (const { through, ids } of promised) {
    const before = new Date(Date.parse(through) - 1).toISOString();
    const now = await store.find({ verb: verb.id, until: before });
    expect(now.filter((id) => !ids.includes(id))).toEqual([]);
  }
});

test('a page has as many as were asked for, and the last one no more', async () => {
  const verb = { id: `urn:v:${randomUUID()}` };
  await store.post(Array.from({ length: 6 }, () => statement({ verb })));
  const lengths = [];
  for await (const { statements } of pages(store.client, { verb: verb.id, limit: '3' })) {
    lengths.push(statements.length);
  }
  expect(lengths).toEqual([3, 3]);
});

test('more leads on with the same question alone', async () => {
  const verb = { id: `urn:v:${randomUUID()}` };
  await store.post(Array.from({ length: 3 }, () => statement({ verb })));
  const parameters = { verb: verb.id, limit: '2', format: 'ids' };
  const [{ more }] = [(await pages(store.client, parameters).next()).value!];
  const address = new URL(more, 'http://localhost');
  expect(address.pathname).toBe(`${base}/statements`);
  address.searchParams.set('limit', '3');
  expect(await refusalOf(store.client(address.pathname + address.search))).toBe(
    '400 PARAMETER_INVALID',
  );
});
