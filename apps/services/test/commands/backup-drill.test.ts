import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@lectern/env/testing';
import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openFolderStore } from '../../src/files/folder-store.ts';
import { openDatabase } from '../../src/index.ts';
import { bookmark, issueOf, newId, topic_dto } from '../items/writers.ts';
import { publish, sha256, type Person } from '../files/file-world.ts';
import { testFiles } from '../files/file-options.ts';
import { startJwtIssuer } from '../issuer.ts';
import { giveRole, startTestPlatform, type TestPlatform } from '../platform.ts';
import { spawnCommand } from './spawn-command.ts';

/** Where a learner writes. */
const place = (writer: number) => ({
  course_id_dto: { course_id: 'wasser' },
  issue_id_dto: { issue_id: 'wasser-2026' },
  topic_dto: { topic_id: `topic-${writer}` },
});
const writers = [0, 1, 2];
/** Writes of each learner that are acknowledged before the backup begins. */
const writesBefore = 10;

test('a backup under load is restored elsewhere with all that was acknowledged before it, and nothing by halves', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-drill-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const issuer = await startJwtIssuer();
  onTestFinished(() => issuer.close());
  const files = testFiles();
  const start = async (change: Parameters<typeof startTestPlatform>[0]) => {
    const platform = await startTestPlatform({
      furtherIdentityProviders: [issuer.options],
      ...change,
    });
    onTestFinished(() => platform.close());
    return platform;
  };
  const personAt = async (platform: TestPlatform, sub: string): Promise<Person> => {
    const who = await issuer.signIn(sub);
    return { ...who, as: (service) => platform.as(service, who) };
  };
  const write = (person: Person, writer: number, number: number) =>
    person.as('clag').localStoreItemSetForModel({
      body: {
        ...place(writer),
        local_store_items: [{ segment: 's', key: String(number), value: `value ${number}` }],
      },
    });

  const platform = await start({ files });
  const publisher = await personAt(platform, 'publisher');
  await giveRole(platform.database, publisher.subject, 'administrator');
  const load = new AbortController();
  const acknowledged = writers.map(() => 0);
  const published: string[] = [];
  const learners = writers.map(async (writer) => {
    const person = await personAt(platform, `learner-${writer}`);
    while (!load.signal.aborted) {
      await write(person, writer, acknowledged[writer]! + 1);
      acknowledged[writer]!++;
    }
  });
  const publishing = (async () => {
    const bytes = () => randomBytes(20_000);
    // Larger than a part of the store.
    const large = await publish(publisher, randomBytes(6 * 1024 ** 2));
    published.push(large.content_hash);
    while (!load.signal.aborted) {
      const kept = await publish(publisher, bytes());
      published.push(kept.content_hash);
      const { dto_id, mandant_identifier, file_reference, asset_stage, asset_type } = await publish(
        publisher,
        bytes(),
      );
      const key = { dto_id, mandant_identifier, file_reference, asset_stage, asset_type };
      await publisher.as('atma').fileConfigDelete({ body: { file_config_dtos: [key] } });
    }
  })();
  await expect
    .poll(() => Math.min(...acknowledged) >= writesBefore && published.length > 2)
    .toBe(true);

  // A device's unsent changes, made on versions from after the backup, come to the restored one.
  const learner = await personAt(platform, 'offline');
  const newcomer = await personAt(platform, 'first-offline');
  const send = async (person: Person, ...bookmarks: object[]) =>
    person.as('clag').cloudSynchForIssue({
      body: {
        ...issueOf(person.subject),
        with_conflict_copies: true,
        changes: { models: [{ topic_dto, bookmarks: bookmarks as never }] },
      },
    });
  await platform.database
    .insertInto('aua.outbox_keys')
    .values({ subject: newcomer.subject, key: 'of the outbox' })
    .execute();
  const [changed, made, begun] = [newId(), newId(), newId()];
  await send(learner, bookmark(changed, 'of before'));

  const before = { acknowledged: [...acknowledged], published: [...published] };
  const path = join(folder, 'lectern.tar');
  const backup = await spawnCommand(
    { DATABASE_URL: platform.databaseUrl, LECTERN_FILES_FOLDER: files.store.folder },
    'backup',
    path,
  );
  const after = [...acknowledged];
  load.abort();
  await Promise.all([...learners, publishing]);
  expect(backup).toMatchObject({ code: 0, output: '' });
  for (const writer of writers) {
    expect(after[writer]).toBeGreaterThan(before.acknowledged[writer]!);
  }

  await send(learner, bookmark(changed, 'of after', 1), bookmark(made, 'of after'));
  await send(newcomer, bookmark(begun, 'of after'));

  const databaseUrl = await createTestDatabase(inject('databaseUrl'));
  const restored = testFiles();
  const { folder: restoredFolder } = restored.store;
  expect(
    await spawnCommand(
      { DATABASE_URL: databaseUrl, LECTERN_FILES_FOLDER: restoredFolder },
      'restore',
      path,
    ),
  ).toMatchObject({ code: 0, notes: '' });

  const database = openDatabase(databaseUrl);
  onTestFinished(() => database.destroy());
  const { rows } = await sql<{ object_id: string; content_hash: string }>`
      select object_id, content_hash from atma.file_versions where object_id is not null
    `.execute(database);
  const store = await openFolderStore(restoredFolder);
  for (const { object_id: id, content_hash: hash } of rows) {
    expect(await store.sizeOf(id)).toBeDefined();
    expect(sha256(await readFile(join(restoredFolder, 'objects', id.slice(0, 2), id)))).toBe(hash);
  }
  const hashes = rows.map(({ content_hash: hash }) => hash);
  expect(hashes).toEqual(expect.arrayContaining(before.published));

  const elsewhere = await start({ databaseUrl, files: restored });
  const late = await send(
    await personAt(elsewhere, 'offline'),
    bookmark(changed, 'unsent', 2),
    bookmark(made, 'unsent', 1),
  );
  expect(late.outcomes.models[0]!.bookmarks).toMatchObject([
    { outcome: 'stored' },
    { outcome: 'stored' },
  ]);
  expect(late.conflict_copies!.models[0]!.bookmarks).toMatchObject([{ title: 'of before' }]);
  const first = await send(
    await personAt(elsewhere, 'first-offline'),
    bookmark(begun, 'unsent', 1),
  );
  expect(first.outcomes.models[0]!.bookmarks).toMatchObject([{ outcome: 'stored' }]);

  for (const writer of writers) {
    const person = await personAt(elsewhere, `learner-${writer}`);
    const { local_store_items: items } = await person
      .as('clag')
      .localStoreItemGetForModel({ body: place(writer) });
    const numbers = items.map(({ key }) => Number(key)).toSorted((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => index + 1));
    expect(numbers.length).toBeGreaterThanOrEqual(before.acknowledged[writer]!);
    await write(person, writer, numbers.length + 1);
    const statement = {
      verb: { id: 'http://v.example/new' },
      object: { id: 'http://o.example' },
    };
    await person.as('lars').dataPut({
      body: { subject: person.subject, put_dto: { dto_id: 'new', statement } },
    });
  }
});
