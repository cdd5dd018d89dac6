import type { Body } from '@lectern/contracts';
import type { fileConfigCalls } from '@lectern/contracts/calls/files/file-config';
import type { Caller } from '../authorization/authorize.ts';
import { publishedMandants } from '../authorization/published-mandants.ts';
import type { CallError } from '../http/errors.ts';
import type { CallRequest, Handlers } from '../http/routes.ts';
import type { Database } from '../storage/database.ts';
import { uploadAddress } from './accesses.ts';
import { announceFiles, AnnouncementRefused, type Announced } from './announcements.ts';
import type { Announcement } from './announcement.ts';
import { deleteFiles, lockFiles, type Deletion } from './deletions.ts';
import type { FileGateway } from './file-gateway.ts';
import { publisherSpace, type FileKey } from './file-key.ts';
import { announceAs } from './upload-ends.ts';

type Calls = typeof fileConfigCalls;
type SaveCall = Calls['fileConfigSave' | 'fileConfigSaveV2'];
type DeleteCall = Calls['fileConfigDelete' | 'fileConfigDeleteV2'];

export interface FileConfigDependencies {
  readonly database: Database;
  readonly gateway: FileGateway;
}

/** Saves and deletes files of publications, all or none. */
export function fileConfigHandlers(dependencies: FileConfigDependencies): Handlers<Calls> {
  return {
    async fileConfigSave(request) {
      const announced = await save(dependencies, request);
      return {
        file_configs: request.body.file_config_dtos.map(({ dto_id }, index) => {
          const { version, upload } = announced[index]!;
          // Its hash is not known yet, so the bytes always come.
          return { dto_id, version, upload: addressOf(dependencies, request, upload!) };
        }),
      };
    },
    async fileConfigSaveV2(request) {
      const announced = await save(dependencies, request).catch((error: unknown) => {
        if (!(error instanceof AnnouncementRefused)) throw error;
        throw request.refusal('FILE_VERSION_CONFLICT');
      });
      const file_configs = request.body.file_config_dtos.map(({ dto_id }, index) => {
        const { version, upload } = announced[index]!;
        return {
          dto_id,
          version,
          ...(upload && { upload: addressOf(dependencies, request, upload) }),
        };
      });
      const isUnchanged = announced.every((file) => file.isUnchanged);
      return { file_configs, ...(isUnchanged && { result_state: 'IA_OK' as const }) };
    },
    fileConfigDelete: (request) => remove(dependencies, request),
    fileConfigDeleteV2: (request) => remove(dependencies, request),
  };
}

function addressOf(
  { gateway }: FileConfigDependencies,
  { caller }: Pick<CallRequest<SaveCall>, 'caller'>,
  upload: NonNullable<Announced['upload']>,
) {
  return uploadAddress(gateway, caller.subject, upload);
}

async function save(
  { database, gateway }: FileConfigDependencies,
  { body, caller, refusal, record }: CallRequest<SaveCall>,
): Promise<readonly Announced[]> {
  await requireMandants(database, body.file_config_dtos, caller, refusal);
  const announcements = body.file_config_dtos.map(announcementOf);
  const announced = await announceAs(database, caller, async (transaction, announcer) => {
    const results = await announceFiles(transaction, announcements, announcer);
    const changed = body.file_config_dtos.flatMap(({ dto_id: _, ...file }, index) =>
      results[index]!.isUnchanged ? [] : { ...file, version: results[index]!.version },
    );
    if (changed.length > 0) await record(transaction, { files: changed });
    return results;
  });
  await gateway.sweepSoon();
  return announced;
}

async function remove(
  { database, gateway }: FileConfigDependencies,
  { body, caller, refusal, record }: CallRequest<DeleteCall>,
) {
  await requireMandants(database, body.file_config_dtos, caller, refusal);
  const deletions = body.file_config_dtos.map((dto): Deletion => ({
    ...keyOf(dto),
    ...('version' in dto && { version: dto.version }),
  }));
  const counts = await database.transaction().execute(async (transaction) => {
    await lockFiles(transaction, deletions);
    const deleted = await deleteFiles(transaction, deletions);
    const files = body.file_config_dtos.flatMap(({ dto_id: _, ...file }, index) =>
      deleted[index] === 0 ? [] : { ...file, deleted_versions: deleted[index] },
    );
    if (files.length > 0) await record(transaction, { files });
    return deleted;
  });
  await gateway.sweepSoon();
  const file_configs = body.file_config_dtos.map(({ dto_id }, index) => ({
    dto_id,
    deleted_versions: counts[index]!,
  }));
  const isUnchanged = counts.every((count) => count === 0);
  return { file_configs, ...(isUnchanged && { result_state: 'IA_OK' as const }) };
}

/** All or none: a publisher changes nothing of another one's. */
async function requireMandants(
  database: Database,
  files: readonly { readonly mandant_identifier: string }[],
  caller: Caller,
  refusal: (code: 'MANDANT_FORBIDDEN') => CallError,
): Promise<void> {
  const published = await publishedMandants(database, caller);
  if (!files.every(({ mandant_identifier }) => published.has(mandant_identifier))) {
    throw refusal('MANDANT_FORBIDDEN');
  }
}

function announcementOf(dto: Body<SaveCall>['file_config_dtos'][number]): Announcement {
  const { file_name, media_type, size_in_bytes, product_references, is_public } = dto;
  return {
    ...keyOf(dto),
    file_name,
    media_type,
    size_in_bytes,
    product_references,
    is_public,
    distribution_channel: dto.distribution_channel,
    mandant_identifier: null,
    ...('version' in dto && {
      version: dto.version,
      content_hash: dto.content_hash,
    }),
  };
}

function keyOf(dto: {
  readonly mandant_identifier: string;
  readonly file_reference: string;
  readonly asset_stage: string;
  readonly asset_type: string;
}): FileKey {
  const { file_reference, mandant_identifier, asset_stage, asset_type } = dto;
  return { file_reference, space: publisherSpace(mandant_identifier), asset_stage, asset_type };
}
