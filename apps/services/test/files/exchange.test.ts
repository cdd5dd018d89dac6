import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { codeOf, makeBeforeEach, startBeforeAll } from '../platform.ts';
import { exchangeIn } from './exchange-calls.ts';
import { product, send, startFileWorld, type Person } from './file-world.ts';
import { rowsOf } from '../rows.ts';

/* Files that members of a group exchange: whose they are, and how much. */

const world = startBeforeAll(startFileWorld);
let group_id: string;

const teacher = makeBeforeEach(() => world.newPerson('teacher'));
const pupil = makeBeforeEach(() => world.newPerson());
const classmate = makeBeforeEach(() => world.newPerson());
beforeEach(async () => {
  group_id = await world.newGroup(teacher, pupil, classmate);
});

const { save, saveV2, share, remove, access, read } = exchangeIn(() => group_id);

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
    await rowsOf(world.database, 'gres.groups', { group_id }).set({ deleted_at: new Date() });
    expect(await codeOf(access(pupil))).toBe('GROUP_NOT_FOUND');
  });

  test('changes the file of a member', async () => {
    await share(pupil, 'mine');
    expect(await codeOf(save(classmate, 'yours'))).toBe('FILE_OF_ANOTHER_MEMBER');
    expect(await codeOf(remove(classmate))).toBe('FILE_NOT_FOUND');
    expect(await read(teacher)).toBe('mine');
  });

  test('row 85: deletes the file of a member by leading the group without the permission to lead', async () => {
    await share(pupil, 'mine');
    const led = { group_id, subject: classmate.subject };
    for (const table of ['gres.members', 'gres.subject_groups'] as const) {
      await world.database
        .updateTable(table)
        .set({ group_role: 'leader' })
        .where('group_id', '=', led.group_id)
        .where('subject', '=', led.subject)
        .execute();
    }
    expect(await codeOf(remove(classmate))).toBe('FILE_NOT_FOUND');
    expect(await read(teacher)).toBe('mine');
    expect(await codeOf(remove(teacher))).toBeUndefined();
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
  const ofAnother = await world.license(classmate, { mandant_identifier: 'ANOTHER' });
  expect(await codeOf(access(classmate, { ...asked, ...ofAnother }))).toBe('LICENSE_NOT_VALID');
  // Without a device nobody can say which licence there is.
  const unnamed = access(classmate, { asset_type: 'ASSET_TYPE_PROS' });
  expect(await codeOf(unnamed)).toBe('REQUEST_INVALID');
  const license = await world.license(classmate);
  expect(await read(classmate, { ...asked, ...license })).toBe(bytes);
});

const mebibyte = 1024 ** 2;

describe('the files of a group', () => {
  /** Announces a file, of 200 MiB where nothing else is said. */
  const announce = (who: Person, index: number, size_in_bytes = 200 * mebibyte) =>
    save(who, '', { file_reference: `file-${index}`, size_in_bytes });
  /** The group keeps so much less than its limit already. */
  const leave = (room: number) =>
    world.database
      .insertInto('atma.group_stores')
      .values({ group_id, size_in_bytes: 5 * 1024 * mebibyte - room })
      .execute();

  test('have a limit, which what is deleted makes room in', async () => {
    await leave(400 * mebibyte);
    for (const index of [1, 2]) await announce(pupil, index);
    expect(await codeOf(announce(classmate, 3, 1))).toBe('GROUP_STORE_FULL');
    await remove(pupil, { file_reference: 'file-1' });
    await announce(classmate, 3);
    expect(await codeOf(announce(pupil, 4, 1))).toBe('GROUP_STORE_FULL');
  });

  test('are not announced in parallel beyond it', async () => {
    await leave(50 * mebibyte);
    const codes = await Promise.all(
      Array.from({ length: 20 }, (_value, index) =>
        codeOf(announce(index % 2 ? pupil : classmate, index, 5 * mebibyte)),
      ),
    );
    expect(codes.filter((code) => code === undefined)).toHaveLength(10);
    expect(new Set(codes)).toEqual(new Set([undefined, 'GROUP_STORE_FULL']));
  });

  test('leave room for others, whatever a member announces without sending it', async () => {
    const codes = await Promise.all(
      Array.from({ length: 10 }, (_value, index) => codeOf(announce(pupil, index))),
    );
    expect(codes.filter((code) => code === undefined)).toHaveLength(2);
    expect(new Set(codes)).toEqual(new Set([undefined, 'MEMBER_STORE_FULL']));
    await announce(classmate, 10);
    // Arrived bytes are announced no more.
    await share(classmate, 'poster');
    await announce(classmate, 11, 200 * mebibyte - 1);
  });

  describe('of one member', () => {
    /** It has so many versions of so many bytes of one file, or so many files of which none is left. */
    async function fill(what: 'versions' | 'deleted files', count: number, size = 0) {
      const isOfVersions = what === 'versions';
      await sql`
        insert into atma.files
          (file_reference, space, asset_stage, asset_type, newest_version, subject)
        select 'full/' || number, ${`group:${group_id}`}, 'ASSET_STAGE_PROD',
          'ASSET_TYPE_ASSET_EXCHANGE', 1, ${pupil.subject}
        from generate_series(1, ${isOfVersions ? 1 : count}) as number
      `.execute(world.database);
      if (!isOfVersions) return;
      await sql`
        insert into atma.file_versions (file_reference, space, asset_stage, asset_type, version,
          file_name, media_type, size_in_bytes, product_references, is_public, object_id)
        select 'full/1', ${`group:${group_id}`}, 'ASSET_STAGE_PROD', 'ASSET_TYPE_ASSET_EXCHANGE',
          number, 'a', 'a/b', ${size}::bigint, '{}', false, gen_random_uuid()
        from generate_series(1, ${count}::integer) as number
      `.execute(world.database);
    }
    const files = async () => {
      const rows = await rowsOf(world.database, 'atma.files', { space: `group:${group_id}` }).get(
        'file_reference',
      );
      return rows.map(({ file_reference }) => file_reference);
    };

    test('are so many at most, of no bytes, too; in one group', async () => {
      await fill('versions', 999);
      await share(pupil, '');
      expect(await codeOf(save(pupil, ''))).toBe('MEMBER_STORE_FULL');
      expect(await codeOf(save(pupil, '', { file_reference: 'other' }))).toBe('MEMBER_STORE_FULL');
      await share(classmate, '', { file_reference: 'other' });
      const other = await world.newGroup(teacher, pupil);
      await share(pupil, '', { group_id: other });
      await remove(pupil);
      await share(pupil, '', { file_reference: 'another' });
    });

    test('have so many bytes at most', async () => {
      await fill('versions', 2, 1024 * mebibyte - 1);
      await share(pupil, 'x', { file_reference: 'last' });
      expect(await codeOf(save(pupil, 'xx', { file_reference: 'more' }))).toBe('MEMBER_STORE_FULL');
      await share(classmate, 'xx', { file_reference: 'more' });
    });

    test('leave nothing where they were announced alone', async () => {
      await save(pupil, 'x');
      await remove(pupil);
      expect(await files()).toEqual([]);
      await save(pupil, 'x');
      await rowsOf(world.database, 'atma.uploads', { space: `group:${group_id}` }).set({
        expires_at: new Date(0),
      });
      // The sweep follows.
      await remove(classmate, { file_reference: 'nothing' });
      await expect.poll(files).toHaveLength(0);
    });

    test('that are deleted are forgotten when there are too many', async () => {
      await fill('deleted files', 999);
      await share(pupil, 'x');
      expect(await files()).toHaveLength(1000);
      await share(pupil, 'y', { file_reference: 'other' });
      expect((await files()).toSorted()).toEqual(['other', 'poster']);
    });
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
