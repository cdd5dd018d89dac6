import type { Body, Contract } from '@lectern/contracts';
import type { Caller } from '../authorization/authorize.ts';
import { publishedMandants } from '../authorization/published-mandants.ts';
import type { CallRequest, Handlers } from '../http/routes.ts';
import type { Database } from '../storage/database.ts';
import {
  askOnce,
  decideAccess,
  maySeeStage,
  requireOwnSubject,
  type AccessRefusal,
  type Decision,
} from './access.ts';
import type { DeviceLicenses } from '../licenses/public.ts';
import { accessiblePublicFile, withoutHash, type AccessibleFile } from './accesses.ts';
import { answerAccesses, type Accessed } from './answered-accesses.ts';
import { findBasicKey } from './basic-keys.ts';
import type { FileGateway } from './file-gateway.ts';
import { publisherOfSpace, publisherSpace } from './file-key.ts';
import { findFiles, type StoredFile, type Wanted } from './stored-files.ts';
import { accessibleGivenFile, withFilm } from './streams.ts';

type Calls = Contract['atma'];
type FileCalls = Pick<
  Calls,
  'fileAccess' | 'fileAccessV2' | 'fileAccessBasic' | 'fileAccessBasicV2'
>;
type AccessCall = Calls['fileAccess' | 'fileAccessV2'];
type BasicCall = Calls['fileAccessBasic' | 'fileAccessBasicV2'];
type BasicDto = Body<BasicCall>['file_access_basic_dtos'][number];

export interface FileAccessDependencies {
  readonly database: Database;
  readonly gateway: FileGateway;
  readonly licenses: DeviceLicenses;
}

/** Subject of addresses that need no sign-in. */
const anybody = '';

/** Addresses of files that a licence opens, and of public files for callers with a key. */
export function fileHandlers(dependencies: FileAccessDependencies): Handlers<FileCalls> {
  return {
    fileAccess: (request) => access(dependencies, request, withoutHash),
    fileAccessV2: (request) => access(dependencies, request, (file) => file),
    fileAccessBasic: (request) => accessBasic(dependencies, request, withoutHash),
    fileAccessBasicV2: (request) => accessBasic(dependencies, request, (file) => file),
  };
}

async function access<Described>(
  { database, gateway, licenses }: FileAccessDependencies,
  { body, caller, refusal }: Omit<CallRequest<AccessCall>, 'record'>,
  describe: (file: AccessibleFile) => Described,
) {
  for (const { subject } of body.file_access_dtos) requireOwnSubject(caller, subject);
  const licensesOn = askOnce(licenses, caller);
  const accesses = body.file_access_dtos.map(
    async (dto): Promise<Accessed<Described, AccessRefusal>> => {
      const { dto_id } = dto;
      if (!maySeeStage(caller, dto.asset_stage)) return { dto_id, refusal: 'FILE_NOT_FOUND' };
      const ofOperator = gateway.publicFiles.find(dto);
      if (ofOperator) {
        return {
          dto_id,
          file: describe(accessiblePublicFile(gateway, caller.subject, ofOperator)),
        };
      }
      const decide = (files: readonly StoredFile[]) =>
        decideAccess(files, dto, () => licensesOn(dto.device_identifier));
      const decided = await decide(await visibleFiles(database, caller, dto));
      if (!decided.file) return { dto_id, refusal: decided.refusal };
      const opened = await withFilm(database, decided.file, decide);
      if (!opened.file) return { dto_id, refusal: opened.refusal };
      return { dto_id, file: describe(accessibleGivenFile(gateway, caller.subject, opened.file)) };
    },
  );
  return answerAccesses(await Promise.all(accesses), refusal);
}

/** Files of the named publisher, or of all, by this name; drafts only of those for whom the caller publishes. */
async function visibleFiles(
  database: Database,
  caller: Caller,
  wanted: Wanted & { readonly mandant_identifier?: string | undefined },
): Promise<readonly StoredFile[]> {
  const { mandant_identifier } = wanted;
  const space = mandant_identifier === undefined ? undefined : publisherSpace(mandant_identifier);
  const files = await findFiles(database, wanted, space);
  if (wanted.asset_stage === 'ASSET_STAGE_PROD') return files;
  const published = await publishedMandants(database, caller);
  return files.filter(({ space }) => published.has(publisherOfSpace(space) ?? ''));
}

async function accessBasic<Described>(
  { database, gateway }: Pick<FileAccessDependencies, 'database' | 'gateway'>,
  { body, refusal }: Omit<CallRequest<BasicCall>, 'record'>,
  describe: (file: AccessibleFile) => Described,
) {
  const key = findBasicKey(gateway.keys, body.basic_key, body.basic_secret);
  if (!key) throw refusal('BASIC_KEY_REFUSED');
  const { mandantIdentifier } = key;
  const find = async (dto: BasicDto): Promise<AccessibleFile | undefined> => {
    // First, as every page that is opened asks for the environment file, and no table has it.
    const ofOperator = gateway.publicFiles.find({ ...dto, mandant_identifier: mandantIdentifier });
    if (ofOperator) return accessiblePublicFile(gateway, anybody, ofOperator);
    // Files of other stages are for publishers, who are signed in.
    if (dto.asset_stage !== 'ASSET_STAGE_PROD') return undefined;
    const published = decidePublic(
      await findFiles(database, dto, publisherSpace(mandantIdentifier)),
    );
    if (!published.file) return undefined;
    const opened = await withFilm(database, published.file, async (films) => decidePublic(films));
    return opened.file && accessibleGivenFile(gateway, anybody, opened.file);
  };
  const accesses = body.file_access_basic_dtos.map(
    async (dto): Promise<Accessed<Described, 'FILE_NOT_FOUND'>> => {
      const file = await find(dto);
      const { dto_id } = dto;
      return file ? { dto_id, file: describe(file) } : { dto_id, refusal: 'FILE_NOT_FOUND' };
    },
  );
  return answerAccesses(await Promise.all(accesses), refusal);
}

/** A public file needs no licence; any other counts as missing. */
function decidePublic(files: readonly StoredFile[]): Decision<StoredFile, 'FILE_NOT_FOUND'> {
  const file = files.find(({ is_public }) => is_public);
  return file ? { file } : { refusal: 'FILE_NOT_FOUND' };
}
