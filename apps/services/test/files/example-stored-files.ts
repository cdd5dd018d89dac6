import { randomUUID } from 'node:crypto';
import { examples } from '@lectern/contracts/examples';
import { groupSpace, publisherSpace } from '../../src/files/file-key.ts';
import type { Database } from '../../src/index.ts';
import { insertRows } from '../rows.ts';

const { fileAccess, fileConfigSave, fileConfigExchangeSave } = examples.atma;

/** Makes the files that the examples of the contract are about as they were before any of them. */
export async function restoreExampleFiles(database: Database): Promise<void> {
  const [video] = fileConfigSave.body.file_config_dtos;
  const [poster] = fileConfigExchangeSave.body.file_config_exchange_dtos;
  const file = fileAccess.answer.file_accesses[0]!.file!;
  const files = [
    {
      ...keyOf(video!, publisherSpace(video!.mandant_identifier)),
      subject: null,
      version: file.version,
      of: { ...video!, mandant_identifier: null },
    },
    {
      ...keyOf(poster!, groupSpace(poster!.group_id)),
      subject: fileConfigExchangeSave.body.subject,
      // The examples of saving make the second one.
      version: 1,
      of: {
        ...poster!,
        product_references: [],
        is_public: false,
        distribution_channel: null,
        mandant_identifier: null,
      },
    },
  ];
  for (const { subject, version, of, ...key } of files) {
    for (const table of ['atma.files', 'atma.file_versions', 'atma.uploads'] as const) {
      await database.deleteFrom(table).where('file_reference', '=', key.file_reference).execute();
    }
    await insertRows(database, 'atma.files', { ...key, subject, newest_version: version });
    await insertRows(database, 'atma.file_versions', {
      ...key,
      version,
      file_name: of.file_name,
      media_type: of.media_type,
      size_in_bytes: of.size_in_bytes,
      content_hash: 'f'.repeat(64),
      product_references: [...of.product_references],
      is_public: of.is_public,
      distribution_channel: of.distribution_channel,
      mandant_identifier: null,
      object_id: randomUUID(),
      upload_id: null,
    });
  }
}

function keyOf(
  of: {
    readonly file_reference: string;
    readonly asset_stage: string;
    readonly asset_type: string;
  },
  space: string,
) {
  const { file_reference, asset_stage, asset_type } = of;
  return { file_reference, space, asset_stage, asset_type };
}
