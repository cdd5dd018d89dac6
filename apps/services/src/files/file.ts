import type { Body, Contract } from '@lectern/contracts';
import type { CallRequest, Handlers } from '../http/routes.ts';
import type { Database } from '../storage/database.ts';
import {
  askOnce,
  decideAccess,
  maySeeStage,
  requireOwnSubject,
  type AccessRefusal,
  type DeviceLicenses,
} from './access.ts';
import {
  accessibleFile,
  accessiblePublicFile,
  withoutHash,
  type AccessibleFile,
} from './accesses.ts';
import { answerAccesses, type Accessed } from './answered-accesses.ts';
import { findBasicKey } from './basic-keys.ts';
import type { FileGateway } from './file-gateway.ts';
import { publisherSpace } from './file-key.ts';
import { findFiles } from './stored-files.ts';

type Calls = Contract['atma'];
type FileCalls = Pick<
  Calls,
  'fileAccess' | 'fileAccessV2' | 'fileAccessBasic' | 'fileAccessBasicV2'
>;
type AccessCall = Calls['fileAccess' | 'fileAccessV2'];
type BasicCall = Calls['fileAccessBasic' | 'fileAccessBasicV2'];
type BasicDto = Body<BasicCall>['file_access_basic_dtos'][number];

/** What the handlers of file access work with. */
export interface FileAccessParts {
  readonly database: Database;
  readonly gateway: FileGateway;
  readonly licenses: DeviceLicenses;
}

/** Whom an address is for that somebody gets without being signed in. */
const anybody = '';

/** Gives addresses of files: to whom a licence opens them, and of public ones to whoever has a key. */
export function fileHandlers(parts: FileAccessParts): Handlers<FileCalls> {
  return {
    fileAccess: (request) => access(parts, request, withoutHash),
    fileAccessV2: (request) => access(parts, request, (file) => file),
    fileAccessBasic: (request) => accessBasic(parts, request, withoutHash),
    fileAccessBasicV2: (request) => accessBasic(parts, request, (file) => file),
  };
}

async function access<Described>(
  { database, gateway, licenses }: FileAccessParts,
  { body, caller, correlationId, refusal }: Omit<CallRequest<AccessCall>, 'record'>,
  describe: (file: AccessibleFile) => Described,
) {
  for (const { subject } of body.file_access_dtos) requireOwnSubject(caller, subject);
  const licensesOn = askOnce(licenses, caller, correlationId);
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
      const candidates = await findFiles(database, dto);
      const decided = await decideAccess(candidates, dto, () => licensesOn(dto.device_identifier));
      if (!decided.file) return { dto_id, refusal: decided.refusal };
      return { dto_id, file: describe(accessibleFile(gateway, caller.subject, decided.file)) };
    },
  );
  return answerAccesses(await Promise.all(accesses), refusal);
}

async function accessBasic<Described>(
  { database, gateway }: FileAccessParts,
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
    // What is for those who may publish is for nobody who is not signed in.
    if (dto.asset_stage !== 'ASSET_STAGE_PROD') return undefined;
    const published = await findFiles(database, dto, publisherSpace(mandantIdentifier));
    const file = published.find(({ is_public }) => is_public);
    return file && accessibleFile(gateway, anybody, file);
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
