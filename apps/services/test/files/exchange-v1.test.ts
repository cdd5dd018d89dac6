import { beforeEach, describe, expect, test } from 'vitest';
import { codeOf, startBeforeAll } from '../platform.ts';
import { exchangeIn } from './exchange-calls.ts';
import { product, send, startFileWorld, type Person } from './file-world.ts';

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

const { save, saveV2, share, removeV2, accessTo, access, read } = exchangeIn(() => group_id);

/** Announces a version of a file; the address where its bytes go. */
const addressFor = async (who: Person, bytes: string) =>
  (await save(who, bytes)).file_config_exchanges[0]!.upload.address;

describe('access', () => {
  test('in its first version gives what the second one gives, without the hash', async () => {
    await share(pupil, 'our poster');
    const { file_accesses } = await classmate
      .as('atma')
      .fileExchangeAccess(accessTo(classmate, {}));
    const { file } = file_accesses[0]!;
    expect(file).toEqual({
      storage_type: 'S3',
      address: expect.any(String),
      expires_at: expect.any(String),
      version: 1,
      file_name: 'Plakat.bin',
      media_type: 'application/octet-stream',
      size_in_bytes: 'our poster'.length,
    });
    expect(await (await fetch(file!.address)).text()).toBe('our poster');
  });

  test('gives what is given beside the reasons for what is not', async () => {
    await share(pupil, 'ours');
    const other = await world.newGroup(teacher);
    const draft = { asset_stage: 'ASSET_STAGE_TEST' };
    const asked = accessTo(
      classmate,
      {},
      { dto_id: 'other', group_id: other },
      { dto_id: 'nothing', file_reference: 'nothing' },
      { dto_id: 'later', version: 2 },
      { dto_id: 'draft', ...draft },
    );
    const failure = await classmate
      .as('atma')
      .fileExchangeAccess(asked)
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({
      answer: {
        file_accesses: [
          { dto_id: 'poster', file: { version: 1 } },
          { dto_id: 'other', refusal: 'GROUP_NOT_FOUND' },
          { dto_id: 'nothing', refusal: 'FILE_NOT_FOUND' },
          { dto_id: 'later', refusal: 'FILE_NOT_FOUND' },
          { dto_id: 'draft', refusal: 'FILE_NOT_FOUND' },
        ],
      },
    });
    // No draft is exchanged.
    expect(await codeOf(save(pupil, 'draft', draft))).toBe('REQUEST_INVALID');
  });
});

describe('the second version of deleting', () => {
  test('deletes a version and those before it; what is newer stays', async () => {
    for (const version of [1, 2, 3]) await share(pupil, `state ${version}`);
    expect(await removeV2(pupil, 2, {})).toMatchObject({
      result_state: 'OK',
      file_config_exchanges: [{ dto_id: 'poster', deleted_versions: 2 }],
    });
    for (const version of [1, 2]) {
      expect(await codeOf(access(classmate, { version }))).toBe('FILE_NOT_FOUND');
    }
    expect(await read(classmate)).toBe('state 3');
    expect(await removeV2(pupil, 2, {})).toMatchObject({
      result_state: 'IA_OK',
      file_config_exchanges: [{ deleted_versions: 0 }],
    });
    expect(await read(classmate)).toBe('state 3');
  });

  test('leaves what is newer on its way', async () => {
    await share(pupil, 'first');
    const address = await addressFor(pupil, 'second');
    expect(await removeV2(pupil, 1, {})).toMatchObject({
      file_config_exchanges: [{ deleted_versions: 1 }],
    });
    expect(await codeOf(access(classmate))).toBe('FILE_NOT_FOUND');
    expect((await send(address, 'second')).status).toBe(201);
    expect(await read(classmate)).toBe('second');
  });

  test('takes what is on its way along, whose bytes nobody takes any more', async () => {
    await share(pupil, 'first');
    const address = await addressFor(pupil, 'second');
    expect(await removeV2(pupil, 2, {})).toMatchObject({
      file_config_exchanges: [{ deleted_versions: 2 }],
    });
    expect((await send(address, 'second')).status).toBe(404);
    expect(await codeOf(access(classmate))).toBe('FILE_NOT_FOUND');
  });

  test('up to a number beyond the newest leaves a name that another may take', async () => {
    await share(pupil, 'mine');
    await removeV2(pupil, 1_000, {});
    await share(classmate, 'yours');
    expect(await read(pupil)).toBe('yours');
  });

  test('deletes files of others in groups that one leads, and no others; all or none', async () => {
    await share(pupil, 'mine');
    await share(classmate, 'yours', { file_reference: 'other' });
    const both = [{}, { dto_id: 'other', file_reference: 'other' }];
    expect(await codeOf(removeV2(classmate, 1, ...both))).toBe('FILE_NOT_FOUND');
    expect(await read(pupil, { file_reference: 'other' })).toBe('yours');
    const stranger = await world.newPerson('teacher');
    expect(await codeOf(removeV2(stranger, 1, {}))).toBe('GROUP_NOT_FOUND');
    const elsewhere = await world.newGroup(classmate);
    const named = [{ dto_id: 'own', group_id: elsewhere }, {}];
    expect(await codeOf(removeV2(classmate, 1, ...named))).toBe('FILE_NOT_FOUND');
    expect(await removeV2(teacher, 1, ...both)).toMatchObject({
      file_config_exchanges: [{ deleted_versions: 1 }, { dto_id: 'other', deleted_versions: 1 }],
    });
  });

  test('deletes copies of publications, too', async () => {
    const asset_type = 'ASSET_TYPE_PROS';
    const saved = await saveV2(pupil, 'copy', { asset_type, ...product });
    await send(saved.file_config_exchanges[0]!.upload!.address, 'copy');
    expect(await removeV2(pupil, 1, {})).toMatchObject({ result_state: 'IA_OK' });
    expect(await removeV2(pupil, 1, { asset_type })).toMatchObject({
      file_config_exchanges: [{ deleted_versions: 1 }],
    });
    const asked = { asset_type, ...(await world.license(classmate)) };
    expect(await codeOf(access(classmate, asked))).toBe('FILE_NOT_FOUND');
  });
});
