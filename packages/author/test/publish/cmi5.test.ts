import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { canonicalJson } from '@lectern/contracts/calls/learning-records/canonical-json';
import { learningRecordsExamples } from '@lectern/contracts/calls/learning-records/learning-records.examples';
import { startBeforeAll } from '@lectern/env/later';
import { describe, expect, test } from 'vitest';
import { textOf } from '../../src/publish/fault.ts';
import { publishFolder } from '../../src/publish/publish-folder.ts';
import { readPublication } from '../../src/publish/read-publication.ts';
import { goodManifest, makeFolder, writeAll } from './folder.ts';
import { startPublishingWorld } from './platform.ts';

const { structure } = learningRecordsExamples.cmi5PutStructure.body;
const written = canonicalJson(structure);
const name = 'cmi5-structure.json';
const { exercises: _, public_files: __, ...withoutExercises } = goodManifest;
const manifest = {
  ...withoutExercises,
  course: { course_id: 'wetter', title: 'Wetter' },
  topics: [{ topic_id: 'wolken', title: 'Wolken' }],
  files: [name],
};

describe('a course by cmi5', () => {
  const world = startBeforeAll(startPublishingWorld);

  const hashes = async () => {
    const rows = await world.database
      .selectFrom('lars.cmi5_structures')
      .select('structure_hash')
      .execute();
    return rows.map(({ structure_hash }) => structure_hash);
  };

  /** @param last the last request that arrives; absent: all do. */
  async function publish(folder: string, last?: string) {
    const asked: string[] = [];
    let isOver = false;
    const send: typeof fetch = async (input, init) => {
      const path = new URL(input instanceof Request ? input.url : input).pathname;
      asked.push(init?.method === 'PATCH' ? 'PATCH' : path.replace(/^.*\//, ''));
      if (isOver) throw new TypeError('fetch failed');
      isOver = asked.at(-1) === last;
      return fetch(input, init);
    };
    const publication = await readPublication(folder);
    if ('faults' in publication) throw new Error(textOf(publication.faults));
    const outcome = await publishFolder(world.connect(send), publication, { send }).then(
      (published) => published.outcome,
      () => 'broken off',
    );
    return { outcome, asked };
  }

  test('is brought in before readers see it; a second run asks once and does nothing', async () => {
    const folder = await makeFolder(manifest, { [name]: written });
    // The switch for readers comes last: without it, the structure is there, and nobody names it.
    expect(await publish(folder, 'putStructure')).toMatchObject({ outcome: 'broken off' });
    const { files } = await world
      .connect()
      .clag.publishingGetFiles({ body: { course_id: 'wetter', issue_id: 'see-1', paths: [name] } })
      .catch(() => ({ files: undefined }));
    expect(files).toBeUndefined();
    const hash = createHash('sha256').update(written).digest('hex');
    expect(await hashes()).toEqual([hash]);

    const { outcome, asked } = await publish(folder);
    expect(outcome).toBe('published');
    expect(asked.slice(-2)).toEqual(['putStructure', 'switchOver']);
    const published = await world.connect().clag.publishingGetFiles({
      body: { course_id: 'wetter', issue_id: 'see-1', paths: [name] },
    });
    expect(published.files.map(({ content_hash }) => content_hash)).toEqual([hash]);
    expect(await publish(folder)).toEqual({ outcome: 'unchanged', asked: ['begin'] });
  });

  test('that was corrected is another structure, and the one before stays', async () => {
    const folder = await makeFolder(manifest, { [name]: written });
    await publish(folder);
    const corrected = { ...structure, title: { de: 'Das Wetter' } };
    await writeAll(folder, { [name]: canonicalJson(corrected) });
    expect(await publish(folder)).toMatchObject({ outcome: 'published' });
    expect(await hashes()).toHaveLength(2);
  });
});

describe('a structure is not published', () => {
  test.each([
    ['that is no JSON', '{', 'not JSON'],
    ['that is none', '{"id":"urn:x"}', 'not a cmi5 course structure: title'],
    [
      'with a block of nothing',
      canonicalJson({ ...structure, blocks: [block()] }),
      'nothing in it',
    ],
    ['whose hash is not the file’s', `${written}\n`, 'not in the form that RFC 8785'],
    [
      'whose members are in another order',
      JSON.stringify(structure),
      'not in the form that RFC 8785',
    ],
  ])('%s', async (_title, text, words) => {
    const folder = await makeFolder(manifest, { [name]: text });
    const read = await readPublication(folder);
    const faults = 'faults' in read ? textOf(read.faults) : '';
    expect(faults).toContain(join(folder, name));
    expect(faults).toContain(words);
  });

  function block() {
    return { id: 'urn:leer', title: { de: 'Leer' }, description: { de: '' } };
  }
});
