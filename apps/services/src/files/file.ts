import type { Body, Contract } from '@lectern/contracts';
import type { CallRequest, Handlers } from '../http/routes.ts';
import { findBasicKey } from './basic-keys.ts';
import type { FileGateway } from './file-gateway.ts';
import type { PublicFile } from './public-files.ts';

type BasicCall = Contract['atma']['fileAccessBasic' | 'fileAccessBasicV2'];
type Wanted = Body<BasicCall>['file_access_basic_dtos'][number];

const storageType = { storage_type: 'S3' } as const;

/**
 * Gives addresses of public files to whoever has the key of their publisher.
 *
 * @param gateway absent: there are no keys
 */
export function fileHandlers(
  gateway: FileGateway | undefined,
): Handlers<Pick<Contract['atma'], 'fileAccessBasic' | 'fileAccessBasicV2'>> {
  return {
    fileAccessBasic: async (request) => access(gateway, request, describe),
    fileAccessBasicV2: async (request) =>
      access(gateway, request, (file) => ({
        ...describe(file),
        content_hash: file.content_hash,
      })),
  };
}

function access<Described>(
  gateway: FileGateway | undefined,
  { body, refusal }: Pick<CallRequest<BasicCall>, 'body' | 'refusal'>,
  describe: (file: PublicFile) => Described,
) {
  const key = gateway && findBasicKey(gateway.keys, body.basic_key, body.basic_secret);
  if (!gateway || !key) throw refusal('BASIC_KEY_REFUSED');
  const { files, addresses } = gateway;
  const find = ({ file_reference, asset_stage, asset_type, version }: Wanted) =>
    files.find({
      mandant_identifier: key.mandantIdentifier,
      file_reference,
      asset_stage,
      asset_type,
      version,
    });
  const file_accesses = body.file_access_basic_dtos.map((dto) => {
    const file = find(dto);
    if (!file) return { dto_id: dto.dto_id, refusal: 'FILE_NOT_FOUND' as const };
    const { address, expiresAt } = addresses.sign(file.path);
    return {
      dto_id: dto.dto_id,
      file: { ...describe(file), address, expires_at: expiresAt.toISOString() },
    };
  });

  const missing = file_accesses.filter(({ file }) => file === undefined);
  if (missing.length === file_accesses.length) throw refusal('FILE_NOT_FOUND');
  if (missing.length === 0) return { file_accesses };
  const result_messages = missing.map(({ dto_id }) => ({
    code: 'FILE_NOT_FOUND',
    text: `${dto_id}: there is no such public file.`,
  }));
  return { file_accesses, result_state: 'WARNING' as const, result_messages };
}

function describe({
  version,
  file_name,
  media_type,
  size_in_bytes,
  distribution_channel,
}: PublicFile) {
  return {
    ...storageType,
    version,
    file_name,
    media_type,
    size_in_bytes,
    ...(distribution_channel && { distribution_channel }),
  };
}
