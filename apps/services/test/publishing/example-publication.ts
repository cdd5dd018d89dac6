import { examples } from '@lectern/contracts/examples';
import type { SignedIn } from '@lectern/env/testing';
import { sql } from 'kysely';
import { publishStructure } from '../learning-records/cmi5/course.ts';
import type { TestPlatform } from '../platform.ts';
import { sendFile } from './publication.ts';
import { insertRows, rowsOf } from '../rows.ts';

const { publishingBegin, publishingAddFiles, publishingRollBack } = examples.clag;
const { course_id, expected_current_version } = publishingRollBack.body;

/** The bytes of the file that the examples announce. */
const picture = '<svg xmlns="http://www.w3.org/2000/svg"/>';

/**
 * Does what a publisher does between the calls of the examples: sends the bytes before the switch-over,
 * and publishes once more before the roll-back.
 */
export async function arrangeExample(
  platform: TestPlatform,
  publisher: SignedIn,
  name: string,
): Promise<void> {
  if (name === 'publishingSwitchOver') await sendPicture(platform, publisher);
  if (name === 'publishingRollBack') await publishOnceMore(platform);
  if (name === 'cmi5Launch') await publishCourse(platform);
  if (name === 'feedbackSaveForMember') await shareAnswer(platform);
}

/** The member's answer that the example is about, shared with the class. */
async function shareAnswer({ database }: TestPlatform): Promise<void> {
  const { group_id, member_subject, course_id_dto, issue_id_dto, feedback } =
    examples.clag.feedbackSaveForMember.body;
  const [given] = feedback;
  if (!given || given.is_removed) throw new Error('The example gives nothing.');
  const content = { basic_answer_type: 'essay', text: '', shared_text: 'Es regnet ins Meer.' };
  await insertRows(database, 'clag.content_items', {
    subject: member_subject,
    ...course_id_dto,
    ...issue_id_dto,
    kind: 'answer',
    model_type: 'exercise',
    model_id: given.exercise_id,
    item_id: given.answer_id,
    version: given.answer_version,
    change_index: 1,
    content: JSON.stringify({ content, is_done: true }),
    bytes: 100,
    updated_at: new Date(),
  });
  const sharing = { ...course_id_dto, ...issue_id_dto, sharing_types: ['Answers'] };
  await rowsOf(database, 'gres.members', { group_id, subject: member_subject }).set({
    sharings: JSON.stringify([sharing]),
  });
}

/** The issue whose unit is launched, for whoever has the licence of the example. */
async function publishCourse(platform: TestPlatform): Promise<void> {
  const { course_id, issue_id, structure_hash, license } = examples.lars.cmi5Launch.body;
  await publishStructure(
    platform,
    { key: { course_id, issue_id }, hash: structure_hash },
    { isPublic: false, products: [license!.product_reference] },
  );
}

async function sendPicture(platform: TestPlatform, publisher: SignedIn): Promise<void> {
  const file = publishingAddFiles.body.files[0]!;
  const { file_reference } = await rowsOf(platform.database, 'clag.version_files', {
    course_id,
    path: file.path,
  }).one('file_reference');
  await sendFile(platform, publisher, publishingBegin.body, file, file_reference, picture);
}

/** Another version of the same content. */
async function publishOnceMore({ database }: TestPlatform): Promise<void> {
  for (const table of ['topics', 'exercises', 'version_files', 'issue_versions']) {
    const version = expected_current_version;
    const changed = table === 'issue_versions' ? { version, replaced_version: 1 } : { version };
    await sql`
      insert into clag.${sql.raw(table)}
      select (jsonb_populate_record(null::clag.${sql.raw(table)},
        to_jsonb(one) || ${JSON.stringify(changed)}::jsonb)).*
      from clag.${sql.raw(table)} one where course_id = ${course_id} and version = 1
    `.execute(database);
  }
  await sql`
    update clag.issues set current_version = ${expected_current_version}, newest_version = ${expected_current_version}
    where course_id = ${course_id}
  `.execute(database);
}
