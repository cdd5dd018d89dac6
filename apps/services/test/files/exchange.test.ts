import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeOf } from '../platform.ts';
import { exchangeIn } from './exchange-calls.ts';
import { product, send, startFileWorld, type FileWorld, type Person } from './file-world.ts';

/* Files that members of a group exchange: whose they are, and how much. */

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

const { described, save, saveV2, share, remove, access, read } = exchangeIn(() => group_id);

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

test('no table names whom a file was announced by, but its own', async () => {
  await share(pupil, randomBytes(10));
  const { rows } = await sql<{ found: string }>`
    select row_to_json(u)::text as found from atma.uploads u
    union all select row_to_json(v)::text from atma.file_versions v
  `.execute(world.database);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ found }) => found.includes(pupil.subject))).toEqual([]);
});
