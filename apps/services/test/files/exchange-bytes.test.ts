import { beforeEach, describe, expect, test } from 'vitest';
import { filesSubjectData } from '../../src/files/subject-data.ts';
import { sweep } from '../../src/files/sweep.ts';
import { codeOf, makeBeforeEach, startBeforeAll } from '../platform.ts';
import { tablesNaming } from '../tables-naming.ts';
import { exchangeIn } from './exchange-calls.ts';
import { codeIn, send, sha256, startFileWorld, type FileWorld, type Person } from './file-world.ts';
import { openStore, storeKinds } from './stores.ts';
import { patch } from './uploader.ts';
import { rowsOf } from '../rows.ts';

/* Bytes of files that members of a group exchange, against both stores. */

/** The least that a bucket takes, though the services keep larger parts. */
const smallestPartInBytes = 5 * 1024 ** 2;

describe.each(storeKinds)('in %s', (_name, start) => {
  let group_id: string;

  const place = startBeforeAll(start);
  const world = startBeforeAll(() =>
    startFileWorld({
      store: place.options,
      partSizeInBytes: smallestPartInBytes + 1,
    }),
  );
  const teacher = makeBeforeEach(() => world.newPerson('teacher'));
  const pupil = makeBeforeEach(() => world.newPerson());
  const classmate = makeBeforeEach(() => world.newPerson());
  beforeEach(async () => {
    group_id = await world.newGroup(teacher, pupil, classmate);
  });

  const { save, share, remove, access, read } = exchangeIn(() => group_id);
  const addressFor = async (who: Person) => (await access(who)).file_accesses[0]!.file!.address;
  /** An address knows no table: what it gives is in the store. */
  async function isGone(address: string): Promise<void> {
    await expect.poll(async () => (await fetch(address)).status).toBe(404);
  }

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

  test('whoever leads the group may delete the file of a member, which another may name then', async () => {
    await share(pupil, 'not nice');
    const address = await addressFor(pupil);
    expect(await remove(teacher)).toMatchObject({
      file_config_exchanges: [{ deleted_versions: 1 }],
    });
    expect(await codeOf(access(pupil))).toBe('FILE_NOT_FOUND');
    await isGone(address);
    expect(await remove(pupil)).toMatchObject({ result_state: 'IA_OK' });
    const { file_config_exchanges } = await save(classmate, 'nice');
    // Numbers are never used again.
    expect(file_config_exchanges[0]!.version).toBe(2);
  });

  test('what a member announced, and sends when it has left the group, is refused and not kept', async () => {
    await share(pupil, 'first');
    const bytes = Buffer.alloc(smallestPartInBytes + 1);
    const { file_config_exchanges } = await save(pupil, bytes);
    const { address } = file_config_exchanges[0]!.upload;
    await patch(address, bytes.subarray(0, smallestPartInBytes), 0);
    const uploadUnderWay = () =>
      rowsOf(world.database, 'atma.uploads', {
        space: `group:${group_id}`,
        completed_at: null,
      }).one('object_id', 'received_bytes');
    const { object_id } = await uploadUnderWay();
    await teacher.as('gres').groupsRevokeMemberships({
      body: { group_id, memberships: [{ subject: pupil.subject }] },
    });
    const sent = await patch(address, bytes.subarray(smallestPartInBytes), smallestPartInBytes);
    expect([sent.status, await codeIn(sent)]).toEqual([403, 'UPLOAD_MEMBERSHIP']);
    expect(await read(classmate)).toBe('first');
    expect(await uploadUnderWay()).toEqual({ object_id: null, received_bytes: '0' });
    const store = await openStore(place);
    await sweep(world.database, store);
    await expect.poll(() => store.sizeOf(object_id!)).toBeUndefined();
  });

  describe('what is stored of a member', () => {
    const subjectData = <Result>(work: (transaction: FileWorld['database']) => Promise<Result>) =>
      world.database.transaction().execute(work);
    const storedOf = async ({ subject }: Person) => {
      const rows = await rowsOf(world.database, 'atma.files', { subject }).get('file_reference');
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
      await share(pupil, 'deleted', { file_reference: 'about-me' });
      await remove(pupil, { file_reference: 'about-me' });
      const address = await addressFor(classmate);
      const counts = await subjectData((transaction) =>
        filesSubjectData.erase(transaction, pupil.subject),
      );
      expect(counts).toEqual({ 'atma.files': 3, 'atma.file_versions': 2 });
      expect(await storedOf(pupil)).toEqual([]);
      expect(await tablesNaming(world.database, 'about-me', 'atma')).toEqual([]);
      expect(await codeOf(access(classmate))).toBe('FILE_NOT_FOUND');
      const store = await rowsOf(world.database, 'atma.group_stores', { group_id }).one(
        'size_in_bytes',
      );
      expect(store.size_in_bytes).toBe('0');
      // The sweep follows whatever is deleted next, or its own clock.
      await save(classmate, 'y', { file_reference: 'other' });
      await isGone(address);
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
});
