import { readFile } from 'node:fs/promises';
import { beforeEach, expect, it } from 'vitest';
import { createSealing, nameOfUser } from '../../src/outbox/disk/sealing.ts';
import { contentFrom, storedContentOf } from '../../src/outbox/disk/stored-content.ts';
import { textOf } from './annotation-scene.ts';
import {
  deviceForEachTest,
  item,
  limitInMs,
  miasKey,
  openTab,
  otherScope,
  scope,
  statementId,
} from './fake-tabs.ts';
import { FakeStores } from './fake-stores.ts';

/*
 * `stored-entries.ndjson` is the database that the first version of the shell has left on a device, made by that
 * version. Every later one reads it.
 */

interface StoredEntry {
  readonly lane: string;
  readonly iv: string;
  readonly sealed: string;
}

async function readEntries() {
  const file = new URL('stored-entries.ndjson', import.meta.url);
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  return lines.map((line) => {
    const entry = JSON.parse(line) as StoredEntry;
    const iv = new Uint8Array(Buffer.from(entry.iv, 'base64'));
    return { ...entry, iv, sealed: new Uint8Array(Buffer.from(entry.sealed, 'base64')).buffer };
  });
}

deviceForEachTest();
beforeEach(async () => {
  const entries = await readEntries();
  const { promise: written, resolve } = Promise.withResolvers<void>();
  const opening = indexedDB.open('lectern-outbox', 1);
  opening.addEventListener('upgradeneeded', () => {
    const database = opening.result;
    const store = database.createObjectStore('entries', { keyPath: 'id', autoIncrement: true });
    for (const name of ['queue', 'aside', 'mark']) store.createIndex(name, ['user', name]);
    database.createObjectStore('totals', { keyPath: 'user' });
  });
  opening.addEventListener('success', () => {
    const transaction = opening.result.transaction('entries', 'readwrite');
    for (const entry of entries) transaction.objectStore('entries').put(entry);
    transaction.addEventListener('complete', () => {
      opening.result.close();
      resolve();
    });
  });
  await written;
});

const topic = {
  course_id_dto: scope.course_id_dto,
  issue_id_dto: scope.issue_id_dto,
  topic_dto: { topic_id: 't1' },
};

it('is delivered in its order', async () => {
  const stores = new FakeStores();
  const { outbox } = openTab(stores);
  expect(await outbox.drained(limitInMs)).toBe(true);
  expect(stores.stored(scope, item(''))).toEqual(['one', 'three']);
  expect(stores.version(scope, item(''))).toBe(2);
  expect(stores.value(scope, item('', 0, 'done'))).toBe('done');
  const notes = stores.annotations.history(topic, 'notes', statementId(1));
  expect(notes.map(textOf)).toEqual(['one', 'two']);
  expect(stores.order.get('a1')).toEqual([statementId(1), statementId(2)]);
});

it('is shown where it was set aside, and sent again when the user says so', async () => {
  const stores = new FakeStores();
  const { outbox } = openTab(stores);
  expect(await outbox.drained(limitInMs)).toBe(true);
  expect(await outbox.setAside()).toMatchObject([
    { kind: 'annotations', changes: [{ id: statementId(11) }] },
    { kind: 'items', why: 'conflict', items: [{ key: 'conflict', value: 'mine' }] },
    { kind: 'items', why: 'refused', reason: 'LOCAL_STORE_FULL', items: [{ key: 'refused' }] },
    { kind: 'statement', about: 'a2', statement: { id: statementId(12) } },
  ]);
  await outbox.retryRefused();
  expect(await outbox.drained(limitInMs)).toBe(true);
  expect(stores.value(otherScope, item('', 0, 'refused'))).toBe('too much');
  const notes = stores.annotations.history(scope, 'notes', statementId(11));
  expect(notes.map(textOf)).toEqual(['too much']);
  expect(stores.order.get('a2')).toEqual([statementId(12)]);
  expect(await outbox.setAside()).toMatchObject([{ why: 'conflict' }]);
});

it('is sealed by this version as by that one, which may be open in another tab', async () => {
  const user = await nameOfUser({ issuer: 'https://id.example', subject: 'mia' });
  const sealing = await createSealing(user, miasKey);
  for (const entry of await readEntries()) {
    const stored = await sealing.open(entry.lane, entry);
    const { sealed, iv } = await sealing.seal(entry.lane, storedContentOf(contentFrom(stored)));
    expect(await sealing.open(entry.lane, { sealed, iv })).toEqual(stored);
  }
});
