import { beforeEach, describe, expect, test } from 'vitest';
import { codeOf, startBeforeAll } from '../platform.ts';
import { product, send, sha256, startFileWorld, type Person } from './file-world.ts';

/* Calls that the other tests of exchanging leave out: fileExchange/access v1 and fileConfigExchange/delete v2. */

const world = startBeforeAll(startFileWorld);
let teacher: Person;
let pupil: Person;
let classmate: Person;
let group_id: string;

beforeEach(async () => {
  [teacher, pupil, classmate] = await Promise.all([
    world.newPerson('teacher'),
    world.newPerson(),
    world.newPerson(),
  ]);
  group_id = await world.newGroup(teacher, pupil, classmate);
});

const keyOf = (change: object = {}) => ({
  dto_id: 'poster',
  group_id,
  file_reference: 'poster',
  asset_stage: 'ASSET_STAGE_PROD' as const,
  asset_type: 'ASSET_TYPE_ASSET_EXCHANGE' as const,
  ...change,
});
/** Announces a version of a file; the address where its bytes go. */
const announce = async (who: Person, bytes: string, version: number, change: object = {}) => {
  const { file_config_exchanges } = await who.as('atma').fileConfigExchangeSaveV2({
    body: {
      subject: who.subject,
      file_config_exchange_dtos: [
        {
          ...keyOf(),
          file_name: 'Plakat.bin',
          media_type: 'application/octet-stream',
          size_in_bytes: bytes.length,
          content_hash: sha256(bytes),
          version,
          ...change,
        },
      ],
    },
  });
  return file_config_exchanges[0]!.upload!.address;
};
const share = async (who: Person, bytes: string, version = 1, change: object = {}) => {
  const address = await announce(who, bytes, version, change);
  expect((await send(address, bytes)).status).toBe(201);
};
const accessAll = (who: Person, ...changes: readonly object[]) =>
  who.as('atma').fileExchangeAccess({
    body: {
      file_exchange_access_dtos: changes.map((change) => ({
        ...keyOf(),
        version: 0,
        subject: who.subject,
        ...change,
      })),
    },
  });
const access = async (who: Person, change: object = {}) => {
  const { file_accesses } = await accessAll(who, change);
  return file_accesses[0]!.file!;
};
const read = async (who: Person, change: object = {}) =>
  (await fetch((await access(who, change)).address)).text();
const remove = (who: Person, version: number, ...changes: readonly object[]) =>
  who.as('atma').fileConfigExchangeDeleteV2({
    body: {
      subject: who.subject,
      file_config_exchange_dtos: (changes.length > 0 ? changes : [{}]).map((change) => ({
        ...keyOf(),
        version,
        ...change,
      })),
    },
  });

describe('the first version of access', () => {
  test('gives what the second one gives, without the hash', async () => {
    await share(pupil, 'our poster');
    const file = await access(classmate);
    expect(file).toEqual({
      storage_type: 'S3',
      address: expect.any(String),
      expires_at: expect.any(String),
      version: 1,
      file_name: 'Plakat.bin',
      media_type: 'application/octet-stream',
      size_in_bytes: 'our poster'.length,
    });
    expect(await (await fetch(file.address)).text()).toBe('our poster');
  });

  test('gives nothing to others', async () => {
    await share(pupil, 'x');
    const stranger = await world.newPerson('teacher');
    expect(await codeOf(access(stranger))).toBe('GROUP_NOT_FOUND');
    expect(await codeOf(access(pupil, { file_reference: 'nothing' }))).toBe('FILE_NOT_FOUND');
    expect(await codeOf(access(pupil, { version: 2 }))).toBe('FILE_NOT_FOUND');
  });

  test('knows no drafts: nobody exchanges any', async () => {
    const draft = { asset_stage: 'ASSET_STAGE_TEST' };
    expect(await codeOf(announce(pupil, 'draft', 1, draft))).toBe('REQUEST_INVALID');
    expect(await codeOf(access(pupil, draft))).toBe('FILE_NOT_FOUND');
  });

  test('gives what is given beside the reasons for what is not', async () => {
    await share(pupil, 'ours');
    const other = await world.newGroup(teacher);
    const failure = await accessAll(
      classmate,
      {},
      { dto_id: 'other', group_id: other },
      { dto_id: 'nothing', file_reference: 'nothing' },
    ).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      answer: {
        file_accesses: [
          { dto_id: 'poster', file: { version: 1 } },
          { dto_id: 'other', refusal: 'GROUP_NOT_FOUND' },
          { dto_id: 'nothing', refusal: 'FILE_NOT_FOUND' },
        ],
      },
    });
  });

  test('gives a copy of a publication to those alone whose licence opens its product', async () => {
    const copy = { asset_type: 'ASSET_TYPE_PROS', ...product };
    await share(pupil, 'copy', 1, copy);
    const asked = { asset_type: 'ASSET_TYPE_PROS', device_identifier: 'device-1' };
    expect(await codeOf(access(classmate, asked))).toBe('LICENSE_REQUIRED');
    const blocked = await world.license(classmate, { mandant_identifier: 'ANOTHER' });
    expect(await codeOf(access(classmate, { ...asked, ...blocked }))).toBe('LICENSE_NOT_VALID');
    expect(await read(classmate, { ...asked, ...(await world.license(classmate)) })).toBe('copy');
    // Without a device nobody can say which licence there is.
    const { device_identifier: _, ...unnamed } = asked;
    expect(await codeOf(access(classmate, unnamed))).toBe('REQUEST_INVALID');
  });
});

describe('the second version of deleting', () => {
  test('deletes a version and those before it; what is newer stays', async () => {
    for (const version of [1, 2, 3]) await share(pupil, `state ${version}`, version);
    expect(await remove(pupil, 2)).toMatchObject({
      result_state: 'OK',
      file_config_exchanges: [{ dto_id: 'poster', deleted_versions: 2 }],
    });
    for (const version of [1, 2]) {
      expect(await codeOf(access(classmate, { version }))).toBe('FILE_NOT_FOUND');
    }
    expect(await read(classmate)).toBe('state 3');
    expect(await remove(pupil, 2)).toMatchObject({
      result_state: 'IA_OK',
      file_config_exchanges: [{ deleted_versions: 0 }],
    });
    expect(await read(classmate)).toBe('state 3');
  });

  test('leaves what is newer on its way', async () => {
    await share(pupil, 'first');
    const address = await announce(pupil, 'second', 2);
    expect(await remove(pupil, 1)).toMatchObject({
      file_config_exchanges: [{ deleted_versions: 1 }],
    });
    expect(await codeOf(access(classmate))).toBe('FILE_NOT_FOUND');
    expect((await send(address, 'second')).status).toBe(201);
    expect(await read(classmate)).toBe('second');
  });

  test('takes what is on its way along, whose bytes nobody takes any more', async () => {
    await share(pupil, 'first');
    const address = await announce(pupil, 'second', 2);
    expect(await remove(pupil, 2)).toMatchObject({
      file_config_exchanges: [{ deleted_versions: 2 }],
    });
    expect((await send(address, 'second')).status).toBe(404);
    expect(await codeOf(access(classmate))).toBe('FILE_NOT_FOUND');
  });

  test('up to a number beyond the newest leaves a name that another may take', async () => {
    await share(pupil, 'mine');
    await remove(pupil, 1_000);
    await share(classmate, 'yours', 2);
    expect(await read(pupil)).toBe('yours');
  });

  test('deletes files of others in groups that one leads, and no others; all or none', async () => {
    await share(pupil, 'mine');
    await share(classmate, 'yours', 1, { file_reference: 'other' });
    const both = [{}, { dto_id: 'other', file_reference: 'other' }];
    expect(await codeOf(remove(classmate, 1, ...both))).toBe('FILE_NOT_FOUND');
    expect(await read(pupil, { file_reference: 'other' })).toBe('yours');
    const stranger = await world.newPerson('teacher');
    expect(await codeOf(remove(stranger, 1))).toBe('GROUP_NOT_FOUND');
    const elsewhere = await world.newGroup(classmate);
    const named = [{ dto_id: 'own', group_id: elsewhere }, {}];
    expect(await codeOf(remove(classmate, 1, ...named))).toBe('FILE_NOT_FOUND');
    expect(await remove(teacher, 1, ...both)).toMatchObject({
      file_config_exchanges: [{ deleted_versions: 1 }, { dto_id: 'other', deleted_versions: 1 }],
    });
  });

  test('deletes copies of publications, too', async () => {
    const copy = { asset_type: 'ASSET_TYPE_PROS', ...product };
    await share(pupil, 'copy', 1, copy);
    const { asset_type } = copy;
    expect(await remove(pupil, 1)).toMatchObject({ result_state: 'IA_OK' });
    expect(await remove(pupil, 1, { asset_type })).toMatchObject({
      file_config_exchanges: [{ deleted_versions: 1 }],
    });
    const asked = { asset_type, ...(await world.license(classmate)) };
    expect(await codeOf(access(classmate, asked))).toBe('FILE_NOT_FOUND');
  });
});
