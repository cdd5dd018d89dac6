import { randomUUID } from 'node:crypto';
import { createTestDatabase } from '@lectern/env/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sql } from 'kysely';
import type { FileStore } from '../../src/files/file-store.ts';
import { lockRemovals } from '../../src/files/kept-bytes.ts';
import { sweep } from '../../src/files/sweep.ts';
import { migrate, openDatabase, type Database } from '../../src/index.ts';
import { openStore, storeKinds, type TestStore } from './stores.ts';
import { rowsOf } from '../rows.ts';

/* Work of a sweep by itself: nothing else sweeps here. */

let database: Database;
let place: TestStore;
let store: FileStore;

beforeAll(async () => {
  const databaseUrl = await createTestDatabase(inject('databaseUrl'));
  await migrate(databaseUrl);
  database = openDatabase(databaseUrl);
  const [[, startFolder] = []] = storeKinds;
  place = await startFolder!();
  store = await openStore(place);
});
afterAll(async () => {
  await database.destroy();
  await place.close();
});

/** Objects that are to go, in the order in which a sweep takes them up. */
async function objectsToRemove(count: number) {
  const objects = Array.from({ length: count }, () => randomUUID()).sort();
  for (const object of objects) await store.put(object, Buffer.from('x'));
  await database
    .insertInto('atma.removals')
    .values(objects.map((id) => ({ removal_id: id, object_id: id })))
    .execute();
  return objects;
}

const leftOf = async (objects: readonly string[]) => {
  const sizes = await Promise.all(objects.map((object) => store.sizeOf(object)));
  return objects.filter((_, index) => sizes[index] !== undefined);
};

test('an object that cannot be removed keeps no other, and goes once it can', async () => {
  const objects = await objectsToRemove(5);
  const stuck = objects[0]!;
  const remove = async (object: string) => {
    if (object === stuck) throw new Error('It is held.');
    await store.remove(object);
  };
  await expect(sweep(database, { ...store, remove })).rejects.toThrow(
    'Bytes could not be removed from the store; it is tried again.',
  );
  expect(await leftOf(objects)).toEqual([stuck]);
  // Not at once: it would hold up what comes meanwhile.
  await sweep(database, store);
  expect(await leftOf(objects)).toEqual([stuck]);
  await rowsOf(database, 'atma.removals').set({ due_at: new Date(0) });
  await sweep(database, store);
  expect(await leftOf(objects)).toEqual([]);
});

test('while a backup is made no object goes, and afterwards each does', async () => {
  const objects = await objectsToRemove(2);
  const backup = await database.startTransaction().execute();
  await sql.raw(lockRemovals.replace('lock(', 'xact_lock(')).execute(backup);
  await sweep(database, store);
  expect(await leftOf(objects)).toEqual(objects);
  await backup.rollback().execute();
  await sweep(database, store);
  expect(await leftOf(objects)).toEqual([]);
});

test('a process that stops ends its sweep, and another goes on', async () => {
  const objects = await objectsToRemove(3);
  let isStopped = false;
  const remove = async (object: string) => {
    await store.remove(object);
    isStopped = true;
  };
  await sweep(database, { ...store, remove }, () => isStopped);
  expect(await leftOf(objects)).toEqual(objects.slice(1));
  await sweep(database, store);
  expect(await leftOf(objects)).toEqual([]);
});

test('a store that is away is left alone', async () => {
  const objects = await objectsToRemove(20);
  const tried: string[] = [];
  const remove = async (object: string) => {
    tried.push(object);
    throw new Error('It is away.');
  };
  await expect(sweep(database, { ...store, remove })).rejects.toThrow('it is tried again');
  expect(tried.length).toBeLessThan(objects.length);
});
