import { examples } from '@lectern/contracts/examples';
import type { SignedIn } from '@lectern/env/testing';
import { sql } from 'kysely';
import { publishStructure } from '../learning-records/cmi5/course.ts';
import type { TestPlatform } from '../platform.ts';
import { sendFile } from './publication.ts';

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
  const { file_reference } = await platform.database
    .selectFrom('clag.version_files')
    .select('file_reference')
    .where('course_id', '=', course_id)
    .where('path', '=', file.path)
    .executeTakeFirstOrThrow();
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
