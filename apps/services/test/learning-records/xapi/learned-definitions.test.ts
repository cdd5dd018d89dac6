import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startBeforeAll } from '../../platform.ts';
import { startRecordStore, statement } from './record-store.ts';
import { base } from './requests.ts';

/* Definitions of activities beyond the statements that say them. */

const store = startBeforeAll(startRecordStore);

const saying = (id: string, name: string) =>
  statement({ object: { id, definition: { name: { de: name } } } });

async function nameOf(activityId: string): Promise<unknown> {
  const answer = await store.client(`${base}/activities`, { parameters: { activityId } });
  const { definition } = (await answer.json()) as { definition?: { name?: { de?: string } } };
  return definition?.name?.de;
}

test('of a batch with many activities all are known, and redefined by a second one', async () => {
  const ids = Array.from({ length: 600 }, (_, number) => `urn:many:${number}`);
  for (const name of ['first', 'second']) {
    await store.post(ids.map((id) => saying(id, name)));
    for (const id of [ids[0]!, ids[255]!, ids[256]!, ids[599]!])
      expect(await nameOf(id)).toBe(name);
  }
});

test('a statement is kept though its definition cannot be, which the next statement brings', async () => {
  const { database } = store.platform;
  const definition = saying('urn:later', 'Später');
  await sql`alter table lars.activities rename to activities_away`.execute(database);
  try {
    // One that answered with a failure would be sent again, under another id.
    expect(await store.post(definition)).toEqual([definition.id]);
  } finally {
    await sql`alter table lars.activities_away rename to activities`.execute(database);
  }
  expect(await store.find({ activity: 'urn:later' })).toEqual([definition.id]);
  expect(await nameOf('urn:later')).toBeUndefined();
  await store.post(saying('urn:later', 'Später'));
  expect(await nameOf('urn:later')).toBe('Später');
});
