import type { fileExchangeCalls } from '@lectern/contracts/calls/files/file-exchange';
import type { CallRequest, Handlers } from '../http/routes.ts';
import { groupStandings } from '../groups/public.ts';
import { decideLicense, type DeviceLicenseRow, type NamedLicense } from '../licenses/public.ts';
import {
  askOnce,
  maySeeStage,
  requireOwnSubject,
  type AccessRefusal,
  type Decision,
} from './access.ts';
import { accessibleFile, withoutHash, type AccessibleFile } from './accesses.ts';
import { answerAccesses, type Accessed } from './answered-accesses.ts';
import type { FileAccessDependencies } from './file.ts';
import { groupSpace } from './file-key.ts';
import { findFiles, type StoredFile } from './stored-files.ts';

type ExchangeCalls = typeof fileExchangeCalls;
type Request = Omit<CallRequest<ExchangeCalls[keyof ExchangeCalls]>, 'record'>;

/** Gives members of a group addresses of the files that they exchange. */
export function fileExchangeHandlers(
  dependencies: FileAccessDependencies,
): Handlers<ExchangeCalls> {
  return {
    fileExchangeAccess: (request) => access(dependencies, request, withoutHash),
    fileExchangeAccessV2: (request) => access(dependencies, request, (file) => file),
  };
}

async function access<Described>(
  { database, gateway, licenses }: FileAccessDependencies,
  { body, caller, refusal }: Request,
  describe: (file: AccessibleFile) => Described,
) {
  const dtos = body.file_exchange_access_dtos;
  for (const { subject } of dtos) requireOwnSubject(caller, subject);
  const licensesOn = askOnce(licenses, caller);
  const groupIds = [...new Set(dtos.map(({ group_id }) => group_id))];
  const inGroup = await groupStandings(database, caller.subject, groupIds);
  const accesses = dtos.map(
    async (dto): Promise<Accessed<Described, AccessRefusal | 'GROUP_NOT_FOUND'>> => {
      const { dto_id, group_id } = dto;
      if (!inGroup.has(group_id)) return { dto_id, refusal: 'GROUP_NOT_FOUND' };
      if (!maySeeStage(caller, dto.asset_stage)) return { dto_id, refusal: 'FILE_NOT_FOUND' };
      const [file] = await findFiles(database, dto, groupSpace(group_id));
      if (!file) return { dto_id, refusal: 'FILE_NOT_FOUND' };
      const decided = await decideCopy(file, dto, async () => licensesOn(dto.device_identifier!));
      if (!decided.file) return { dto_id, refusal: decided.refusal };
      return { dto_id, file: describe(accessibleFile(gateway, caller.subject, file)) };
    },
  );
  return answerAccesses(await Promise.all(accesses), refusal);
}

/** A copy of a publication's file is for those alone whose licence opens its product. */
async function decideCopy(
  file: StoredFile,
  named: NamedLicense,
  licenses: () => Promise<readonly DeviceLicenseRow[] | undefined>,
): Promise<Decision<StoredFile>> {
  if (file.mandant_identifier === null) return { file };
  const { license, refusal } = await decideLicense(named, licenses);
  if (!license) return { refusal };
  const isOfCopy =
    license.mandant_identifier === file.mandant_identifier &&
    file.product_references.includes(license.product_reference);
  return isOfCopy ? { file } : { refusal: 'LICENSE_NOT_VALID' };
}
