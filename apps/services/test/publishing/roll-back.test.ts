import type { SignedIn } from '@lectern/env/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { codeOf, startBeforeAll, startTestPlatform } from '../platform.ts';
import {
  beginOf,
  keyOf,
  makePublisher,
  prepare,
  publish,
  sendFile,
  sha256,
  smallIssue,
  titlesOf,
} from './publication.ts';
import { rowsOf } from '../rows.ts';

const platform = startBeforeAll(startTestPlatform);
let publisher: SignedIn;
let pupil: SignedIn;
let courses = 0;

beforeAll(async () => {
  const signIn = platform.identityProvider.signIn;
  publisher = await makePublisher(platform, await signIn('sofia'), 'LECTERN');
  pupil = await signIn('mia');
});

/** A course that no other test has. */
const newIssue = () => ({ ...smallIssue, course_id: `zurueck-${++courses}` });
const clag = (who = publisher) => platform.as('clag', who);

const rollBack = (issue: typeof smallIssue, expected_current_version: number) =>
  clag().publishingRollBack({ body: { ...keyOf(issue), expected_current_version } });

test('leads to what was there before, step by step, and on from there', async () => {
  const issue = newIssue();
  const titled = (title: string) => ({
    ...issue,
    topics: [{ topic_id: 'ufer', title }],
    exercises: [],
  });
  for (const title of ['Eins', 'Zwei', 'Drei']) await publish(platform, publisher, titled(title));
  expect(await rollBack(issue, 3)).toMatchObject({ version: 2, replaced_version: 3 });
  expect(await titlesOf(platform, pupil, issue)).toEqual(['Zwei']);
  expect(await rollBack(issue, 3)).toMatchObject({ result_state: 'IA_OK', version: 2 });
  expect(await publish(platform, publisher, titled('Vier'))).toBe(4);
  // Not to the one that was taken back.
  expect(await rollBack(issue, 4)).toMatchObject({ version: 2 });
  expect(await rollBack(issue, 2)).toMatchObject({ version: 1 });
  expect(await codeOf(rollBack(issue, 1))).toBe('NO_VERSION_BEFORE');
  expect(await codeOf(rollBack(issue, 4))).toBe('ISSUE_CHANGED');
  // The same content as a version that was taken back is a version of its own.
  expect(await publish(platform, publisher, titled('Drei'))).toBe(5);
  expect(await titlesOf(platform, pupil, issue)).toEqual(['Drei']);
});

describe('to a version that is not whole any more', () => {
  const bytes = '<svg xmlns="http://www.w3.org/2000/svg" id="alt"/>';
  const picture = {
    path: 'alt.svg',
    content_hash: sha256(bytes),
    size_in_bytes: bytes.length,
    media_type: 'image/svg+xml',
    is_public: true,
  };

  /** @returns the key of the version, and where its picture lies */
  async function publishWithPicture(issue: typeof smallIssue, expected: number) {
    const illustrated = { ...issue, files: [picture] };
    const { begun, key } = await prepare(platform, publisher, illustrated);
    const { files } = await clag().publishingAddFiles({ body: { ...key, files: [picture] } });
    const { file_reference } = files[0]!;
    await sendFile(platform, publisher, beginOf(illustrated), picture, file_reference, bytes);
    await clag().publishingSwitchOver({ body: { ...key, expected_current_version: expected } });
    return { version: begun.version, file_reference };
  }

  const remove = (file_reference: string) =>
    platform.as('atma', publisher).fileConfigDelete({
      body: {
        file_config_dtos: [
          {
            dto_id: 'alt',
            mandant_identifier: 'LECTERN',
            file_reference,
            asset_stage: 'ASSET_STAGE_PROD',
            asset_type: 'ASSET_TYPE_WEB_PUB',
          },
        ],
      },
    });

  test('it is refused where a file is gone, and readers go on seeing what they saw', async () => {
    const issue = newIssue();
    const { file_reference } = await publishWithPicture(issue, 0);
    await publish(platform, publisher, {
      ...issue,
      topics: [{ topic_id: 'neu', title: 'Neu' }],
      exercises: [],
    });
    await remove(file_reference);
    expect(await codeOf(rollBack(issue, 2))).toBe('FILES_MISSING');
    expect(await titlesOf(platform, pupil, issue)).toEqual(['Neu']);
  });

  test('it is refused where a text is gone', async () => {
    const issue = newIssue();
    await publish(platform, publisher, issue);
    await publish(platform, publisher, { ...issue, title: 'Zwei' });
    await rowsOf(platform.database, 'clag.course_texts', { course_id: issue.course_id }).delete();
    expect(await codeOf(rollBack(issue, 2))).toBe('TEXTS_MISSING');
  });

  test('what was deleted can be published again, and rolled back to', async () => {
    const issue = newIssue();
    const first = await publishWithPicture(issue, 0);
    await publish(platform, publisher, { ...issue, title: 'Ohne Bild' });
    await remove(first.file_reference);
    const again = await publishWithPicture(issue, 2);
    expect(again.version).toBe(3);
    expect(again.file_reference).not.toBe(first.file_reference);
    await publish(platform, publisher, { ...issue, title: 'Wieder ohne' });
    expect(await rollBack(issue, 4)).toMatchObject({ version: 3 });
    const { files } = await clag(pupil).publishingGetFiles({
      body: { ...keyOf(issue), paths: [picture.path] },
    });
    expect(files).toMatchObject([{ file_reference: again.file_reference }]);
  });
});

test('ten versions are kept, and texts that none of them has go', async () => {
  const issue = newIssue();
  for (let index = 1; index <= 12; index++) {
    const topics = [{ topic_id: 'ufer', title: 'Ufer', text: `Text ${index}` }];
    await publish(platform, publisher, { ...issue, topics, exercises: [] });
  }
  const kept = await platform.database
    .selectFrom('clag.issue_versions')
    .select('version')
    .where('course_id', '=', issue.course_id)
    .orderBy('version')
    .execute();
  expect(kept.map(({ version }) => version)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  const texts = await rowsOf(platform.database, 'clag.course_texts', {
    course_id: issue.course_id,
  }).get('text');
  expect(texts).toHaveLength(10);
  expect(texts.map(({ text }) => text)).not.toContain('Text 2');
});
