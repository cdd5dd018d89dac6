import { fileCalls, filesMaximum } from '@lectern/contracts/calls/files/file';
import { publishingCalls } from '@lectern/contracts/calls/publishing/publishing';
import type { Payload, PublicationFile, Result } from '@lectern/sdk/protocol';
import type { CreateClient } from '../api.ts';
import type { SessionStore } from '../session/session-store.ts';
import type { UserSession } from '../session/user-session.ts';
import { askService } from './ask-service.ts';
import { knownLicences, openingLicense } from './opening-license.ts';
import { checkByContract } from './payloads.ts';

const { publishingGetFiles } = publishingCalls;
const { fileAccessV2 } = fileCalls;

/**
 * Finds a publication's files by their paths, and gives addresses of those that a licence of the user opens.
 *
 * @throws {BridgeFailure}
 */
export async function getFiles(
  clientOf: CreateClient,
  store: SessionStore,
  session: UserSession,
  { course_id_dto, issue_id_dto, paths }: Payload<'getFiles'>,
): Promise<Result<'getFiles'>> {
  const {
    deviceID,
    user: { subject },
  } = session;
  const body = checkByContract(publishingGetFiles.body, {
    ...course_id_dto,
    ...issue_id_dto,
    paths: [...new Set(paths)],
  });
  const published = clientOf('clag', { publishingGetFiles });
  const gateway = clientOf('atma', { fileAccessV2 });
  const accesses = await askService(store, 'Could not get addresses of files.', async (signal) => {
    const caller = { signal, xIaSubject: subject };
    const { files, ...issue } = await published.publishingGetFiles({ ...caller, body });
    const opened = openingLicense(session, issue);
    const parts = Array.from({ length: Math.ceil(files.length / filesMaximum) }, (_, part) =>
      files.slice(part * filesMaximum, (part + 1) * filesMaximum),
    );
    const answers = await Promise.all(
      parts.map((part) =>
        gateway.fileAccessV2({
          ...caller,
          body: {
            file_access_dtos: part.map(
              ({ path, file_reference, asset_stage, asset_type, file_version }) => ({
                dto_id: path,
                mandant_identifier: issue.mandant_identifier,
                file_reference,
                asset_stage,
                asset_type,
                version: file_version,
                subject,
                ...opened,
                device_identifier: deviceID,
              }),
            ),
          },
        }),
      ),
    );
    return answers.flatMap(({ file_accesses }) => file_accesses);
  });
  // A licence might open what is there, and was not given.
  if (accesses.some(({ file }) => !file)) knownLicences(session);
  const byPath = new Map(accesses.map(({ dto_id, file }) => [dto_id, file]));
  const filesOrPaths = body.paths.map((path): PublicationFile | string => {
    const file = byPath.get(path);
    if (!file) return path;
    const { address, expires_at, media_type, size_in_bytes, content_hash } = file;
    return { path, address, expires_at, media_type, size_in_bytes, content_hash };
  });
  return {
    files: filesOrPaths.filter((file) => typeof file !== 'string'),
    not_given: filesOrPaths.filter((path) => typeof path === 'string'),
  };
}
