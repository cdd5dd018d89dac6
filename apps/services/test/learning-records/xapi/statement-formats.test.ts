import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startBeforeAll } from '../../platform.ts';
import { base, clientOf, keyWith } from './requests.ts';
import { activity, agent, pages, postTo, startRecordStore, statement } from './record-store.ts';

const store = startBeforeAll(startRecordStore);

const inFormat = async (id: string, format: string, headers = {}) => {
  const response = await store.client(`${base}/statements`, {
    parameters: { statementId: id, format },
    headers,
  });
  return (await response.json()) as { object: object; verb: object; actor: object };
};

test('ids: who and what, and nothing that it is called', async () => {
  const given = statement({
    actor: { ...agent('mia'), name: 'Mia' },
    verb: { id: 'urn:v', display: { de: 'las' } },
    object: { ...activity('kreislauf'), definition: { name: { de: 'Kreislauf' } } },
  });
  await store.post(given);
  expect(await inFormat(given.id, 'ids')).toMatchObject({
    actor: agent('mia'),
    verb: { id: 'urn:v' },
    object: activity('kreislauf'),
  });
  expect(JSON.stringify(await inFormat(given.id, 'ids'))).not.toMatch(/Mia|las|Kreislauf/);
});

test('canonical: what is known of an activity by now, in the language of the reader', async () => {
  const object = activity(randomUUID());
  const named = (name: Record<string, string>) => ({ ...object, definition: { name } });
  const [first] = await store.post(statement({ object: named({ de: 'Wasser' }) }));
  await store.post(statement({ object: named({ fr: 'Eau', 'en-GB': 'Water' }) }));
  const nameFor = async (language: string) =>
    (await inFormat(first!, 'canonical', { 'Accept-Language': language })).object;
  expect(await nameFor('fr-CH, de;q=0.5')).toEqual(expect.objectContaining(named({ fr: 'Eau' })));
  expect(await nameFor('en')).toEqual(expect.objectContaining(named({ 'en-GB': 'Water' })));
  expect(await nameFor('de')).toEqual(expect.objectContaining(named({ de: 'Wasser' })));
  expect((await inFormat(first!, 'exact', { 'Accept-Language': 'fr' })).object).toEqual(
    named({ de: 'Wasser' }),
  );
});

test('exact: as it was sent, whatever is known by now and whoever reads', async () => {
  const object = activity(randomUUID());
  const definition = {
    name: { de: 'Wasser', fr: 'Eau' },
    description: { de: 'Vom Meer zum Meer', fr: 'De la mer à la mer' },
    extensions: { 'urn:x:alt': [1] },
  };
  const given = statement({
    actor: { objectType: 'Group', name: '7a', member: [{ ...agent('mia'), name: 'Mia' }] },
    verb: { id: 'urn:v', display: { de: 'las', fr: 'a lu', 'en-GB': 'read' } },
    object: { ...object, definition },
    context: { contextActivities: { parent: [activity('heft')] }, language: 'de' },
    timestamp: '2026-01-01T10:00:00.000Z',
  });
  await store.post(given);
  await store.post(statement({ object: { ...object, definition: { name: { de: 'Neu' } } } }));
  for (const format of [{}, { format: 'exact' }]) {
    const response = await store.client(`${base}/statements`, {
      parameters: { statementId: given.id, ...format },
      headers: { 'Accept-Language': 'fr' },
    });
    expect(await response.json()).toEqual({
      ...given,
      version: '1.0.0',
      stored: expect.any(String) as string,
      authority: expect.any(Object) as object,
    });
  }
});

test('a page in each format has the same statements', async () => {
  const verb = { id: `urn:v:${randomUUID()}` };
  const ids = await store.post([statement({ verb }), statement({ verb })]);
  for (const format of ['exact', 'ids', 'canonical']) {
    const { statements } = (await pages(store.client, { verb: verb.id, format }).next()).value!;
    expect(statements.map(({ id }: { id: string }) => id)).toEqual(ids.toReversed());
  }
});

test('a key that may not define tells only what nobody has told before', async () => {
  const weak = clientOf(store.platform, await keyWith(store.platform, 'statements/write'));
  const object = activity(randomUUID());
  const named = (de: string) => statement({ object: { ...object, definition: { name: { de } } } });
  const stored = async () => {
    const parameters = { activityId: object.id };
    return (await store.client(`${base}/activities`, { parameters })).json();
  };
  await postTo(weak, named('Erster'));
  expect(await stored()).toMatchObject({ definition: { name: { de: 'Erster' } } });
  await postTo(weak, named('Zweiter'));
  expect(await stored()).toMatchObject({ definition: { name: { de: 'Erster' } } });
  await store.post(named('Dritter'));
  expect(await stored()).toMatchObject({ definition: { name: { de: 'Dritter' } } });
});
