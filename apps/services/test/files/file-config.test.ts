import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { codeOf, makeBeforeAll, startBeforeAll } from '../platform.ts';
import {
  accessTo,
  keyOf,
  publicationFile,
  publish,
  send,
  sha256,
  startFileWorld,
  type PublicationFile,
} from './file-world.ts';
import { rowsOf } from '../rows.ts';

const world = startBeforeAll(startFileWorld);

const publisher = makeBeforeAll(() => world.newPerson('administrator'));

const save = (...files: object[]) =>
  publisher.as('atma').fileConfigSaveV2({
    body: {
      file_config_dtos: files.map((file, index) => ({
        ...(file as PublicationFile),
        dto_id: `file-${index}`,
      })),
    },
  });
const remove = (file: PublicationFile) =>
  publisher.as('atma').fileConfigDelete({ body: { file_config_dtos: [keyOf(file)] } });
const removeUpTo = (file: PublicationFile, version: number) =>
  publisher
    .as('atma')
    .fileConfigDeleteV2({ body: { file_config_dtos: [{ ...keyOf(file), version }] } });
const newestOf = async (file: PublicationFile) => {
  const { file_accesses } = await publisher.as('atma').fileAccessV2({
    body: accessTo(file, publisher),
  });
  return file_accesses[0]!.file!;
};
const open = { is_public: true };
describe('a version', () => {
  test('is there again with the same bytes, and nothing changes', async () => {
    const file = await publish(publisher, randomUUID(), open);
    const again = await save(file);
    expect(again).toMatchObject({ result_state: 'IA_OK', file_configs: [{ version: 1 }] });
    expect(again.file_configs[0]).not.toHaveProperty('upload');
  });

  test('can be described anew without its bytes', async () => {
    const file = await publish(publisher, randomUUID(), open);
    const renamed = { ...file, file_name: 'Anders.bin', product_references: ['feuer-entdecken'] };
    const answer = await save(renamed);
    expect(answer).toMatchObject({ result_state: 'OK' });
    expect(answer.file_configs[0]).not.toHaveProperty('upload');
    expect(await newestOf(file)).toMatchObject({ version: 1, file_name: 'Anders.bin' });
  });

  test.each<[string, object]>([
    ['with another hash', { content_hash: sha256('other') }],
    ['with another size', { size_in_bytes: 1 }],
    ['of another type', { media_type: 'text/plain' }],
    ['with a number that leaves one out', { version: 3 }],
  ])('%s is a conflict', async (_what, change) => {
    const file = await publish(publisher, randomUUID(), open);
    expect(await codeOf(save({ ...file, ...change }))).toBe('FILE_VERSION_CONFLICT');
    expect(await newestOf(file)).toMatchObject({ version: 1, content_hash: file.content_hash });
  });

  test('that was deleted has had its number', async () => {
    const file = await publish(publisher, randomUUID(), open);
    expect(await remove(file)).toMatchObject({ file_configs: [{ deleted_versions: 1 }] });
    expect(await remove(file)).toMatchObject({
      result_state: 'IA_OK',
      file_configs: [{ deleted_versions: 0 }],
    });
    expect(await codeOf(save(file))).toBe('FILE_VERSION_CONFLICT');
    expect((await save({ ...file, version: 2 })).file_configs[0]!.version).toBe(2);
  });

  test('whose bytes never came may be announced with others', async () => {
    const first = publicationFile(randomUUID(), open);
    const [{ upload } = {}] = (await save(first)).file_configs;
    const bytes = randomUUID();
    const second = { ...publicationFile(bytes, open), file_reference: first.file_reference };
    const [{ upload: other } = {}] = (await save(second)).file_configs;
    expect(await send(upload!.address, 'x').then(({ status }) => status)).toBe(404);
    expect((await send(other!.address, bytes)).status).toBe(201);
    expect(await newestOf(second)).toMatchObject({ content_hash: sha256(bytes) });
  });

  test('whose bytes are on their way keeps its upload when it is announced again', async () => {
    const file = publicationFile(randomUUID(), open);
    const pathOf = async () => {
      const [{ upload } = {}] = (await save(file)).file_configs;
      return new URL(upload!.address).pathname;
    };
    expect(await pathOf()).toBe(await pathOf());
  });

  test('up to which others go is named by its number', async () => {
    const file = await publish(publisher, randomUUID(), open);
    for (const version of [2, 3]) {
      await publish(publisher, randomUUID(), {
        ...open,
        file_reference: file.file_reference,
        version,
      });
    }
    expect(await removeUpTo(file, 2)).toMatchObject({ file_configs: [{ deleted_versions: 2 }] });
    expect(await newestOf(file)).toMatchObject({ version: 3 });
    expect(await removeUpTo(file, 2)).toMatchObject({ result_state: 'IA_OK' });
  });
});

test('all are saved or none', async () => {
  const [good, bad] = [publicationFile('g', open), publicationFile('b', { ...open, version: 7 })];
  expect(await codeOf(save(good, bad))).toBe('FILE_VERSION_CONFLICT');
  const rows = await rowsOf(world.database, 'atma.files', {
    file_reference: good.file_reference,
  }).get('file_reference');
  expect(rows).toEqual([]);
});

test('what was changed stands in the audit log, and what was not does not', async () => {
  const file = await publish(publisher, randomUUID(), open);
  await save(file);
  await remove(file);
  await remove(file);
  const entries = await world.database
    .selectFrom('aua.audit_log')
    .select(['call', 'token_subject', 'change'])
    .where('kind', '=', 'change')
    .where(sql<boolean>`change::text like ${`%${file.file_reference}%`}`)
    .orderBy('at')
    .execute();
  expect(entries.map(({ call, token_subject }) => [call, token_subject])).toEqual([
    ['/atma/v2/fileConfig/save', publisher.subject],
    ['/atma/v1/fileConfig/delete', publisher.subject],
  ]);
});
