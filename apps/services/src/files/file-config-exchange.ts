import type { Body } from '@lectern/contracts';
import type { fileConfigExchangeCalls } from '@lectern/contracts/calls/files/file-config-exchange';
import type { CallError } from '../http/errors.ts';
import type { CallRequest, Handlers } from '../http/routes.ts';
import type { Database } from '../storage/database.ts';
import { uploadAddress } from './accesses.ts';
import {
  announceFiles,
  AnnouncementRefused,
  type Announced,
  type AnnouncementRefusal,
} from './announcements.ts';
import type { Announcement } from './announcement.ts';
import { deleteFiles, lockFiles, type Deletion } from './deletions.ts';
import type { FileGateway } from './file-gateway.ts';
import { groupSpace, type FileKey } from './file-key.ts';
import { groupStandings } from '../groups/public.ts';
import { announceAs } from './upload-ends.ts';

type Calls = typeof fileConfigExchangeCalls;
type SaveCall = Calls['fileConfigExchangeSave' | 'fileConfigExchangeSaveV2'];
type DeleteCall = Calls['fileConfigExchangeDelete' | 'fileConfigExchangeDeleteV2'];
type SaveDto = Body<SaveCall>['file_config_exchange_dtos'][number];

export interface ExchangeDependencies {
  readonly database: Database;
  readonly gateway: FileGateway;
}

/** Saves and deletes files that members of a group exchange, all or none. */
export function fileConfigExchangeHandlers(dependencies: ExchangeDependencies): Handlers<Calls> {
  return {
    async fileConfigExchangeSave(request) {
      const { body, refusal, caller } = request;
      const announced = await save(dependencies, request, (code) =>
        // The next version is always free.
        refusal(code as Exclude<AnnouncementRefusal, 'FILE_VERSION_CONFLICT'>),
      );
      return {
        file_config_exchanges: body.file_config_exchange_dtos.map(({ dto_id }, index) => {
          const { version, upload } = announced[index]!;
          return {
            dto_id,
            version,
            upload: uploadAddress(dependencies.gateway, caller.subject, upload!),
          };
        }),
      };
    },
    async fileConfigExchangeSaveV2(request) {
      const { body, refusal, caller } = request;
      const announced = await save(dependencies, request, refusal);
      const file_config_exchanges = body.file_config_exchange_dtos.map(({ dto_id }, index) => {
        const { version, upload } = announced[index]!;
        const address = upload && uploadAddress(dependencies.gateway, caller.subject, upload);
        return { dto_id, version, ...(address && { upload: address }) };
      });
      const isUnchanged = announced.every((file) => file.isUnchanged);
      return { file_config_exchanges, ...(isUnchanged && { result_state: 'IA_OK' as const }) };
    },
    fileConfigExchangeDelete: (request) => remove(dependencies, request),
    fileConfigExchangeDeleteV2: (request) => remove(dependencies, request),
  };
}

async function save(
  { database, gateway }: ExchangeDependencies,
  { body, caller, refusal }: Pick<CallRequest<SaveCall>, 'body' | 'caller' | 'refusal'>,
  refuse: (code: AnnouncementRefusal) => CallError,
): Promise<readonly Announced[]> {
  const dtos: readonly SaveDto[] = body.file_config_exchange_dtos;
  const announced = await announceAs(database, caller, async (transaction, announcer) => {
    const inGroup = await groupStandings(transaction, caller.subject, groupIdsOf(dtos));
    if (dtos.some(({ group_id }) => !inGroup.has(group_id))) throw refusal('GROUP_NOT_FOUND');
    return announceFiles(transaction, dtos.map(announcementOf), announcer, caller.subject);
  }).catch((error: unknown) => {
    throw error instanceof AnnouncementRefused ? refuse(error.code) : error;
  });
  await gateway.sweepSoon();
  return announced;
}

async function remove(
  { database, gateway }: ExchangeDependencies,
  { body, caller, refusal }: Pick<CallRequest<DeleteCall>, 'body' | 'caller' | 'refusal'>,
) {
  const dtos = body.file_config_exchange_dtos;
  const deletions = dtos.map((dto): Deletion => ({
    ...keyOf(dto),
    ...('version' in dto && { version: dto.version }),
  }));
  const counts = await database.transaction().execute(async (transaction) => {
    const inGroup = await groupStandings(transaction, caller.subject, groupIdsOf(dtos));
    if (dtos.some(({ group_id }) => !inGroup.has(group_id))) throw refusal('GROUP_NOT_FOUND');
    const owners = await lockFiles(transaction, deletions);
    const isLed = (group_id: string) =>
      inGroup.get(group_id) === 'leader' && caller.permissions.has('group.lead');
    const isAnothers = dtos.some(({ group_id }, index) => {
      const owner = owners[index];
      return owner !== undefined && owner !== caller.subject && !isLed(group_id);
    });
    if (isAnothers) throw refusal('FILE_NOT_FOUND');
    return deleteFiles(transaction, deletions);
  });
  await gateway.sweepSoon();
  const file_config_exchanges = dtos.map(({ dto_id }, index) => ({
    dto_id,
    deleted_versions: counts[index]!,
  }));
  const isUnchanged = counts.every((count) => count === 0);
  return { file_config_exchanges, ...(isUnchanged && { result_state: 'IA_OK' as const }) };
}

function groupIdsOf(dtos: readonly { readonly group_id: string }[]): string[] {
  return [...new Set(dtos.map(({ group_id }) => group_id))];
}

function announcementOf(dto: SaveDto): Announcement {
  const { file_name, media_type, size_in_bytes } = dto;
  const copyOf = 'version' in dto ? dto : undefined;
  return {
    ...keyOf(dto),
    file_name,
    media_type,
    size_in_bytes,
    product_references: copyOf?.product_reference ? [copyOf.product_reference] : [],
    is_public: false,
    distribution_channel: null,
    mandant_identifier: copyOf?.mandant_identifier ?? null,
    ...(copyOf && { version: copyOf.version, content_hash: copyOf.content_hash }),
  };
}

function keyOf(dto: {
  readonly group_id: string;
  readonly file_reference: string;
  readonly asset_stage: string;
  readonly asset_type: string;
}): FileKey {
  const { file_reference, group_id, asset_stage, asset_type } = dto;
  return { file_reference, space: groupSpace(group_id), asset_stage, asset_type };
}
