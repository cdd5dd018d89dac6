import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { codeOf, makeBeforeAll, startBeforeAll } from '../platform.ts';
import {
  accessTo,
  codeIn,
  product,
  publicationFile,
  publish,
  send,
  startFileWorld,
  withoutVersion,
  type Person,
  type PublicationFile,
} from './file-world.ts';
import { rowsOf } from '../rows.ts';

/* Several publishers share an installation: what is one's, no other one touches, sees before its time, or puts its own in the place of. */

const world = startBeforeAll(() => startFileWorld({ video: {} }));

async function newPublisher(mandant: string): Promise<Person> {
  const who = await world.newPerson('publisher');
  await world.database
    .insertInto('aua.users')
    .values({ subject: who.subject, mandant_groups: [mandant], user_info_at: null })
    .execute();
  return who;
}

/** Publishes for the mandant of the product. */
const publisher = makeBeforeAll(() => newPublisher(product.mandant_identifier));
/** Publishes for another one. */
const other = makeBeforeAll(() => newPublisher('ANOTHER'));

const keyOf = ({
  file_reference,
  mandant_identifier,
  asset_stage,
  asset_type,
}: PublicationFile) => ({
  dto_id: 'file',
  file_reference,
  mandant_identifier,
  asset_stage,
  asset_type,
});
const bytesOf = async (who: Person, file: PublicationFile, change: object = {}) => {
  const body = accessTo(file, who, { asset_stage: file.asset_stage, ...change });
  const { file_accesses } = await who.as('atma').fileAccess({ body });
  return (await fetch(file_accesses[0]!.file!.address)).text();
};

describe('a publisher of another mandant', () => {
  const ofOne = <File>(file: File) => ({ body: { file_config_dtos: [file] } });
  test.each<[string, (file: PublicationFile) => Promise<unknown>]>([
    ['saves', (file) => other.as('atma').fileConfigSave(ofOne(withoutVersion(file)))],
    [
      'saves a version of',
      (file) => other.as('atma').fileConfigSaveV2(ofOne({ ...file, version: 2 })),
    ],
    ['deletes', (file) => other.as('atma').fileConfigDelete(ofOne(keyOf(file)))],
    [
      'deletes a version of',
      (file) => other.as('atma').fileConfigDeleteV2(ofOne({ ...keyOf(file), version: 1 })),
    ],
    [
      'converts',
      (file) => {
        const { dto_id: _, ...key } = keyOf(file);
        const body = {
          ...key,
          video_convert_id: randomUUID(),
          version: 0,
          video_rendition: 'VIDEO_RENDITION_MP4' as const,
          target_file_reference: `${file.file_reference}.mp4`,
        };
        return other.as('atma').videoConvertCreate({ body });
      },
    ],
  ])('%s no file of this one', async (_what, attempt) => {
    const file = await publish(publisher, 'mine', { is_public: true });
    expect(await codeOf(attempt(file))).toBe('MANDANT_FORBIDDEN');
    expect(await bytesOf(publisher, file)).toBe('mine');
  });

  test('is refused a request in which one of many files is of this one', async () => {
    const own = publicationFile('own', { mandant_identifier: 'ANOTHER', dto_id: 'own' });
    const file_config_dtos = [own, publicationFile('not own')];
    const saving = other.as('atma').fileConfigSaveV2({ body: { file_config_dtos } });
    expect(await codeOf(saving)).toBe('MANDANT_FORBIDDEN');
    const rows = await rowsOf(world.database, 'atma.file_versions', {
      file_reference: own.file_reference,
    }).get('version');
    expect(rows).toEqual([]);
  });

  test('gets no bytes of this one by their hash: it has to have them', async () => {
    const bytes = `licensed ${randomUUID()}`;
    await publish(publisher, bytes);
    const own = publicationFile(bytes, { mandant_identifier: 'ANOTHER', is_public: true });
    const saved = await other.as('atma').fileConfigSaveV2({ body: { file_config_dtos: [own] } });
    expect(await codeOf(bytesOf(other, own))).toBe('FILE_NOT_FOUND');
    expect((await send(saved.file_configs[0]!.upload!.address, bytes)).status).toBe(201);
    expect(await bytesOf(other, own)).toBe(bytes);
    // Its own, it need not send twice.
    const again = await other.as('atma').fileConfigSaveV2({
      body: { file_config_dtos: [{ ...own, file_reference: randomUUID() }] },
    });
    expect(again.file_configs[0]!.upload).toBeUndefined();
  });

  test('finds no draft of this one, who finds it', async () => {
    const draft = await publish(publisher, 'draft', { asset_stage: 'ASSET_STAGE_TEST' });
    expect(await bytesOf(publisher, draft)).toBe('draft');
    expect(await codeOf(bytesOf(other, draft))).toBe('FILE_NOT_FOUND');
  });
});

describe('row 103: what was announced is kept no more once its publisher', () => {
  const without = (who: Person): Record<string, () => Promise<unknown>> => ({
    'publishes for this mandant no more': () =>
      rowsOf(world.database, 'aua.users', { subject: who.subject }).set({
        mandant_groups: ['THIRD'],
      }),
    'publishes no more': () =>
      rowsOf(world.database, 'aua.user_roles', { subject: who.subject }).set({ role: 'teacher' }),
  });

  test.each(['publishes for this mandant no more', 'publishes no more'])('%s', async (what) => {
    const announce = async (who: Person, file: PublicationFile) => {
      const body = { file_config_dtos: [file] };
      return (await who.as('atma').fileConfigSaveV2({ body })).file_configs[0]!.upload!.address;
    };
    const leaving = await newPublisher('LEAVING');
    const staying = await newPublisher('LEAVING');
    const bytes = ['first', 'second', 'third'].map((name) => `${name} ${randomUUID()}`);
    const files = bytes.map((of) => publicationFile(of, { mandant_identifier: 'LEAVING' }));
    const addresses = [
      await announce(leaving, files[0]!),
      await announce(leaving, files[1]!),
      await announce(staying, files[2]!),
    ];
    expect((await send(addresses[0]!, bytes[0]!)).status).toBe(201);
    await without(leaving)[what]!();
    const refused = await send(addresses[1]!, bytes[1]!);
    expect([refused.status, await codeIn(refused)]).toEqual([403, 'UPLOAD_FORBIDDEN']);
    expect((await send(addresses[2]!, bytes[2]!)).status).toBe(201);
    expect(await codeOf(bytesOf(staying, files[1]!))).toBe('FILE_NOT_FOUND');
  });

  test('who publishes for all needs no mandant group', async () => {
    const administrator = await world.newPerson('administrator');
    const bytes = `of an administrator ${randomUUID()}`;
    const file = await publish(administrator, bytes, {
      mandant_identifier: 'ANY',
      is_public: true,
    });
    expect(await bytesOf(administrator, file)).toBe(bytes);
  });
});

describe('row 75: files of two publishers by one name', () => {
  const ofBoth = async (change: object, changeOfOther: object) => {
    const file_reference = `publications/8c1f0a52d3b94e67/${randomUUID()}`;
    const file = await publish(publisher, 'mine', { file_reference, ...change });
    await publish(other, 'of another', {
      file_reference,
      mandant_identifier: 'ANOTHER',
      ...changeOfOther,
    });
    return file;
  };
  const ofOther = { product_reference: 'feuer-entdecken', mandant_identifier: 'ANOTHER' };

  test.each([
    ['one that needs it', {}],
    ['a public one', { is_public: true }],
  ])('are told apart by the licence: %s is not replaced by a public one', async (_w, change) => {
    const file = await ofBoth(change, { is_public: true });
    const who = await world.newPerson();
    expect(await bytesOf(who, file, await world.license(who))).toBe('mine');
    expect(await bytesOf(who, file, await world.license(who, ofOther))).toBe('of another');
  });

  test('where nothing says whose is meant, it is the first one’s', async () => {
    const file = await ofBoth({ is_public: true }, { is_public: true });
    const who = await world.newPerson();
    expect(await bytesOf(who, file)).toBe('mine');
    const license = await world.license(who, { product_reference: 'feuer-entdecken' });
    expect(await bytesOf(who, file, license)).toBe('mine');
  });

  test('a public one opens nothing where the first one needs a licence', async () => {
    const file = await ofBoth({}, { is_public: true });
    const who = await world.newPerson();
    expect(await codeOf(bytesOf(who, file))).toBe('LICENSE_REQUIRED');
  });

  test('whoever names the publisher gets its own', async () => {
    const file = await ofBoth({}, { is_public: true });
    const who = await world.newPerson();
    expect(await bytesOf(who, file, { mandant_identifier: 'ANOTHER' })).toBe('of another');
    const mine = { mandant_identifier: product.mandant_identifier };
    expect(await codeOf(bytesOf(who, file, mine))).toBe('LICENSE_REQUIRED');
    expect(await bytesOf(who, file, { ...mine, ...(await world.license(who)) })).toBe('mine');
    expect(await codeOf(bytesOf(who, file, { mandant_identifier: 'THIRD' }))).toBe(
      'FILE_NOT_FOUND',
    );
  });

  test('row 102: whoever announces a name before its bytes are there has it not', async () => {
    const file_reference = `publications/8c1f0a52d3b94e67/${randomUUID()}`;
    // Known bytes would need no upload.
    const others = `of another ${randomUUID()}`;
    const change = { file_reference, is_public: true };
    const stolen = publicationFile(others, { ...change, mandant_identifier: 'ANOTHER' });
    const { file_configs } = await other
      .as('atma')
      .fileConfigSaveV2({ body: { file_config_dtos: [stolen] } });
    const file = await publish(publisher, 'mine', change);
    const reader = await world.newPerson();
    expect(await bytesOf(reader, file)).toBe('mine');
    expect((await send(file_configs[0]!.upload!.address, others)).status).toBe(201);
    expect(await bytesOf(reader, file)).toBe('mine');
    expect(await bytesOf(reader, stolen, { mandant_identifier: 'ANOTHER' })).toBe(others);
  });

  test('a name that was deleted is still that of whoever had it first', async () => {
    const file = await ofBoth({ is_public: true }, { is_public: true });
    const body = { file_config_dtos: [keyOf(file)] };
    await publisher.as('atma').fileConfigDelete({ body });
    await publish(publisher, 'mine anew', {
      file_reference: file.file_reference,
      is_public: true,
      version: 2,
    });
    expect(await bytesOf(await world.newPerson(), file)).toBe('mine anew');
  });
});
