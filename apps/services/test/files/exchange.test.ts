import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { filesSubjectData } from '../../src/files/subject-data.ts';
import { codeOf } from '../platform.ts';
import {
  product,
  send,
  sha256,
  startFileWorld,
  type FileWorld,
  type Person,
} from './file-world.ts';

/* Files that members of a group exchange. */

let world: FileWorld;
let teacher: Person;
let pupil: Person;
let classmate: Person;
let group_id: string;

beforeAll(async () => {
  world = await startFileWorld();
});
afterAll(() => world.close());
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
const described = (bytes: Buffer | string, change: object = {}) => ({
  ...keyOf(),
  file_name: 'Plakat.bin',
  media_type: 'application/octet-stream',
  size_in_bytes: Buffer.byteLength(bytes),
  ...change,
});
const save = (who: Person, bytes: Buffer | string, change: object = {}) =>
  who.as('atma').fileConfigExchangeSave({
    body: { subject: who.subject, file_config_exchange_dtos: [described(bytes, change)] },
  });
const saveV2 = (who: Person, bytes: Buffer | string, change: object = {}) =>
  who.as('atma').fileConfigExchangeSaveV2({
    body: {
      subject: who.subject,
      file_config_exchange_dtos: [
        { ...described(bytes), version: 1, content_hash: sha256(bytes), ...change },
      ],
    },
  });
const share = async (who: Person, bytes: Buffer | string, change: object = {}) => {
  const { file_config_exchanges } = await save(who, bytes, change);
  const answer = await send(file_config_exchanges[0]!.upload.address, Buffer.from(bytes));
  expect(answer.status).toBe(201);
};
const remove = (who: Person, change: object = {}) =>
  who.as('atma').fileConfigExchangeDelete({
    body: { subject: who.subject, file_config_exchange_dtos: [keyOf(change)] },
  });
const access = (who: Person, change: object = {}) =>
  who.as('atma').fileExchangeAccessV2({
    body: {
      file_exchange_access_dtos: [{ ...keyOf(), version: 0, subject: who.subject, ...change }],
    },
  });
const read = async (who: Person, change: object = {}) => {
  const { file_accesses } = await access(who, change);
  return (await fetch(file_accesses[0]!.file!.address)).text();
};

test('what a member shares, the others of its group can fetch', async () => {
  await share(pupil, 'our poster');
  for (const who of [teacher, pupil, classmate]) expect(await read(who)).toBe('our poster');
});

test('a new version is given when its bytes are there, and the old one by its number', async () => {
  await share(pupil, 'first');
  const { file_config_exchanges } = await save(pupil, 'second');
  expect(file_config_exchanges[0]!.version).toBe(2);
  expect(await read(classmate)).toBe('first');
  await send(file_config_exchanges[0]!.upload.address, 'second');
  expect(await read(classmate)).toBe('second');
  expect(await read(classmate, { version: 1 })).toBe('first');
});

describe('nobody else', () => {
  test('is in the group', async () => {
    await share(pupil, 'x');
    const stranger = await world.newPerson('teacher');
    expect(await codeOf(access(stranger))).toBe('GROUP_NOT_FOUND');
    expect(await codeOf(save(stranger, 'x'))).toBe('GROUP_NOT_FOUND');
    expect(await codeOf(remove(stranger))).toBe('GROUP_NOT_FOUND');
  });

  test('is in it who has left, or whose group is deleted', async () => {
    await share(pupil, 'x');
    await teacher.as('gres').groupsRevokeMemberships({
      body: { group_id, memberships: [{ subject: classmate.subject }] },
    });
    expect(await codeOf(access(classmate))).toBe('GROUP_NOT_FOUND');
    await world.database
      .updateTable('gres.groups')
      .set({ deleted_at: new Date() })
      .where('group_id', '=', group_id)
      .execute();
    expect(await codeOf(access(pupil))).toBe('GROUP_NOT_FOUND');
  });

  test('changes the file of a member', async () => {
    await share(pupil, 'mine');
    expect(await codeOf(save(classmate, 'yours'))).toBe('FILE_OF_ANOTHER_MEMBER');
    expect(await codeOf(remove(classmate))).toBe('FILE_NOT_FOUND');
    expect(await read(teacher)).toBe('mine');
  });

  test('acts in the name of a member', async () => {
    const body = { subject: pupil.subject, file_config_exchange_dtos: [described('x')] };
    const saved = classmate.as('atma').fileConfigExchangeSave({ body });
    expect(await codeOf(saved)).toBe('SUBJECT_FORBIDDEN');
    expect(await codeOf(access(classmate, { subject: pupil.subject }))).toBe('SUBJECT_FORBIDDEN');
  });

  test('gets bytes by their hash alone', async () => {
    const secret = `secret ${randomUUID()}`;
    await share(pupil, secret);
    const other = await world.newGroup(teacher, classmate);
    const saved = await saveV2(classmate, secret, { group_id: other });
    expect(saved.file_config_exchanges[0]).toHaveProperty('upload');
    expect(await codeOf(access(classmate, { group_id: other }))).toBe('FILE_NOT_FOUND');
  });
});

test('whoever leads the group may delete the file of a member, which another may name then', async () => {
  await share(pupil, 'not nice');
  expect(await remove(teacher)).toMatchObject({
    file_config_exchanges: [{ deleted_versions: 1 }],
  });
  expect(await codeOf(access(pupil))).toBe('FILE_NOT_FOUND');
  expect(await remove(pupil)).toMatchObject({ result_state: 'IA_OK' });
  const { file_config_exchanges } = await save(classmate, 'nice');
  // Numbers are never used again.
  expect(file_config_exchanges[0]!.version).toBe(2);
});

test('the same version with its bytes is there, and another is a conflict', async () => {
  const bytes = randomUUID();
  const [{ upload } = {}] = (await saveV2(pupil, bytes)).file_config_exchanges;
  await send(upload!.address, bytes);
  expect(await saveV2(pupil, bytes)).toMatchObject({ result_state: 'IA_OK' });
  expect(await codeOf(saveV2(pupil, 'other'))).toBe('FILE_VERSION_CONFLICT');
  expect(await codeOf(saveV2(pupil, 'other', { version: 3 }))).toBe('FILE_VERSION_CONFLICT');
});

test('a copy of a publication is for those alone whose licence opens its product', async () => {
  const bytes = randomUUID();
  const copy = { asset_type: 'ASSET_TYPE_PROS', ...product };
  const [{ upload } = {}] = (await saveV2(pupil, bytes, copy)).file_config_exchanges;
  await send(upload!.address, bytes);
  const asked = { asset_type: 'ASSET_TYPE_PROS', device_identifier: 'device-1' };
  expect(await codeOf(access(classmate, asked))).toBe('LICENSE_REQUIRED');
  const other = await world.license(classmate, { product_reference: 'feuer-entdecken' });
  expect(await codeOf(access(classmate, { ...asked, ...other }))).toBe('LICENSE_NOT_VALID');
  const license = await world.license(classmate);
  expect(await read(classmate, { ...asked, ...license })).toBe(bytes);
});

test('the files of a group have a limit, which what is deleted makes room in', async () => {
  const fileMaximum = 200 * 1024 ** 2;
  const fill = (index: number) =>
    save(pupil, '', { file_reference: `file-${index}`, size_in_bytes: fileMaximum });
  for (let index = 0; index < 25; index++) await fill(index);
  expect(await codeOf(fill(25))).toBe('GROUP_STORE_FULL');
  await remove(pupil, { file_reference: 'file-3' });
  await fill(25);
  expect(await codeOf(fill(26))).toBe('GROUP_STORE_FULL');
});

test('parallel announcements do not fill a group beyond its limit', async () => {
  const size_in_bytes = 200 * 1024 ** 2;
  const codes = await Promise.all(
    Array.from({ length: 30 }, (_value, index) =>
      codeOf(
        save(index % 2 ? pupil : classmate, '', { file_reference: `f-${index}`, size_in_bytes }),
      ),
    ),
  );
  expect(codes.filter((code) => code === undefined)).toHaveLength(25);
  expect(new Set(codes)).toEqual(new Set([undefined, 'GROUP_STORE_FULL']));
});

describe('what is stored of a member', () => {
  const subjectData = <Result>(work: (transaction: FileWorld['database']) => Promise<Result>) =>
    world.database.transaction().execute(work);
  const storedOf = async ({ subject }: Person) => {
    const rows = await world.database
      .selectFrom('atma.files')
      .select('file_reference')
      .where('subject', '=', subject)
      .execute();
    return rows.map(({ file_reference }) => file_reference);
  };

  test('is told with what is there of it', async () => {
    await share(pupil, 'poster');
    await save(pupil, 'announced', { file_reference: 'later' });
    const rows = await subjectData(async (transaction) => {
      const all: unknown[] = [];
      for (const stream of Object.values(filesSubjectData.export(transaction, pupil.subject))) {
        for await (const piece of stream) all.push(...piece);
      }
      return all;
    });
    expect(rows).toEqual([
      expect.objectContaining({ group_id, file_reference: 'later', is_there: false }),
      expect.objectContaining({
        group_id,
        file_reference: 'poster',
        file_name: 'Plakat.bin',
        content_hash: sha256('poster'),
        is_there: true,
      }),
    ]);
    expect(JSON.stringify(rows)).not.toContain(pupil.subject);
  });

  test('is erased with its bytes, and leaves room', async () => {
    await share(pupil, 'poster');
    await save(pupil, 'x', { file_reference: 'later' });
    const { file_accesses } = await access(classmate);
    const { address } = file_accesses[0]!.file!;
    const counts = await subjectData((transaction) =>
      filesSubjectData.erase(transaction, pupil.subject),
    );
    expect(counts).toEqual({ 'atma.files': 2, 'atma.file_versions': 2 });
    expect(await storedOf(pupil)).toEqual([]);
    expect(await codeOf(access(classmate))).toBe('FILE_NOT_FOUND');
    const store = await world.database
      .selectFrom('atma.group_stores')
      .select('size_in_bytes')
      .where('group_id', '=', group_id)
      .executeTakeFirstOrThrow();
    expect(store.size_in_bytes).toBe('0');
    // The sweep follows whatever is deleted next, or its own clock.
    await save(classmate, 'y', { file_reference: 'other' });
    await vi.waitUntil(async () => (await fetch(address)).status === 404, { timeout: 10_000 });
    const again = await subjectData((transaction) =>
      filesSubjectData.erase(transaction, pupil.subject),
    );
    expect(again).toEqual({ 'atma.files': 0, 'atma.file_versions': 0 });
  });

  test('becomes that of whom it becomes', async () => {
    await share(pupil, 'poster');
    const heir = await world.newPerson();
    const moved = await subjectData((transaction) =>
      filesSubjectData.move(transaction, pupil.subject, heir.subject),
    );
    expect(moved).toEqual({ moved: { 'atma.files': 1 }, kept: {} });
    expect([await storedOf(pupil), await storedOf(heir)]).toEqual([[], ['poster']]);
    expect(await read(classmate)).toBe('poster');
  });
});

test('no table names whom a file was announced by, but its own', async () => {
  await share(pupil, randomBytes(10));
  const { rows } = await sql<{ found: string }>`
    select row_to_json(u)::text as found from atma.uploads u
    union all select row_to_json(v)::text from atma.file_versions v
  `.execute(world.database);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ found }) => found.includes(pupil.subject))).toEqual([]);
});
