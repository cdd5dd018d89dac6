import { examples } from '@lectern/contracts/examples';
import type { SignedIn } from '@lectern/env/testing';
import { sql } from 'kysely';
import type { TestPlatform } from '../platform.ts';

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
}

async function sendPicture(platform: TestPlatform, publisher: SignedIn): Promise<void> {
  const { path, ...file } = publishingAddFiles.body.files[0]!;
  const { file_reference } = await platform.database
    .selectFrom('clag.version_files')
    .select('file_reference')
    .where('course_id', '=', course_id)
    .where('path', '=', path)
    .executeTakeFirstOrThrow();
  const { mandant_identifier, product_references, issue } = publishingBegin.body;
  const { file_configs } = await platform.as('atma', publisher).fileConfigSaveV2({
    body: {
      file_config_dtos: [
        {
          ...file,
          dto_id: 'picture',
          mandant_identifier,
          product_references,
          file_reference,
          asset_stage: 'ASSET_STAGE_PROD',
          asset_type: 'ASSET_TYPE_WEB_PUB',
          file_name: 'wasserkreislauf.svg',
          distribution_channel: issue.distribution_channel,
          version: 1,
        },
      ],
    },
  });
  const { address } = file_configs[0]!.upload!;
  const headers = { 'Content-Type': file.media_type };
  const response = await fetch(address, { method: 'PUT', headers, body: picture });
  if (response.status !== 201) throw new Error(`The picture was not taken: ${response.status}`);
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
