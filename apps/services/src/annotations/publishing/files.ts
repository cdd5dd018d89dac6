import { createHash } from 'node:crypto';
import type { Body, Contract } from '@lectern/contracts';
import { sql } from 'kysely';
import { deletedFiles } from '../../files/public.ts';
import type { Database } from '../../storage/database.ts';
import { findCurrentVersion, mandantOf, type IssueKey, type VersionRow } from './issue.ts';

export type AnnouncedFile = Body<Contract['clag']['publishingAddFiles']>['files'][number];

/** Another content is another reference: each has this one version. */
export const fileVersion = 1;
export const assetStage = 'ASSET_STAGE_PROD';

/** The type goes by where the issue is published. */
export function assetTypeOf({ distribution_channel }: Pick<VersionRow, 'distribution_channel'>) {
  return distribution_channel === 'APP' ? 'ASSET_TYPE_PROS' : 'ASSET_TYPE_WEB_PUB';
}

const shortDigestLength = 16;

function shortDigest(...parts: readonly unknown[]): string {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return digest.slice(0, shortDigestLength);
}

/**
 * Where the gateway keeps a file: by its content, and by what opens it. So a version that is being
 * prepared changes nothing that readers of the current one get.
 */
function referenceOf(
  { course_id, issue_id, product_references, distribution_channel }: VersionRow,
  { content_hash, media_type, is_public }: AnnouncedFile,
): string {
  const settings = shortDigest(media_type, is_public, distribution_channel, product_references);
  return `publications/${shortDigest(course_id, issue_id)}/${content_hash}/${settings}`;
}

/** Files with their references; one whose own was used up gets another. */
async function namedFiles(
  transaction: Database,
  version: VersionRow,
  files: readonly AnnouncedFile[],
  mandant_identifier: string,
) {
  const named = files.map(
    (file) =>
      ({
        ...file,
        mandant_identifier,
        file_reference: referenceOf(version, file),
        asset_stage: assetStage,
        asset_type: assetTypeOf(version),
      }) as const,
  );
  const deleted = new Set(await deletedFiles(transaction, named));
  return named.map((file) =>
    deleted.has(file)
      ? { ...file, file_reference: `${file.file_reference}/${version.version}` }
      : file,
  );
}

/** @returns them as the gateway names them, where they are within the number that was announced; only then are they added. */
export async function addFiles(
  transaction: Database,
  version: VersionRow,
  files: readonly AnnouncedFile[],
  mandant_identifier: string,
) {
  const { course_id, issue_id } = version;
  const rows = await namedFiles(transaction, version, files, mandant_identifier);
  await sql`
    insert into clag.version_files (course_id, issue_id, version, path, file_reference, content_hash,
      size_in_bytes, media_type, is_public)
    select ${course_id}, ${issue_id}, ${version.version}::integer, path, file_reference,
      content_hash, size_in_bytes, media_type, is_public
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (path text,
      file_reference text, content_hash text, size_in_bytes bigint, media_type text,
      is_public boolean)
    order by path
    on conflict (course_id, issue_id, version, path) do update set
      file_reference = excluded.file_reference, content_hash = excluded.content_hash,
      size_in_bytes = excluded.size_in_bytes, media_type = excluded.media_type,
      is_public = excluded.is_public
  `.execute(transaction);
  const { count } = await transaction
    .selectFrom('clag.version_files')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('course_id', '=', course_id)
    .where('issue_id', '=', issue_id)
    .where('version', '=', version.version)
    .executeTakeFirstOrThrow();
  return Number(count) <= version.files_count ? rows : undefined;
}

export function filesOf(database: Database, { course_id, issue_id }: IssueKey, version: number) {
  return database
    .selectFrom('clag.version_files')
    .selectAll()
    .where('course_id', '=', course_id)
    .where('issue_id', '=', issue_id)
    .where('version', '=', version)
    .execute();
}

/**
 * Files of the version that readers see, by their paths; `undefined`: there is none. An accent of a path may stand in its
 * letter or apart: systems name files so, keyboards otherwise.
 */
export async function currentFiles(database: Database, issue: IssueKey, paths: readonly string[]) {
  const version = await findCurrentVersion(database, issue);
  const mandant_identifier = await mandantOf(database, issue.course_id);
  if (!version || mandant_identifier === undefined) return undefined;
  const forms = paths.flatMap((path) => [path, path.normalize('NFC'), path.normalize('NFD')]);
  const found = await database
    .selectFrom('clag.version_files')
    .select(['path', 'file_reference', 'content_hash', 'size_in_bytes', 'media_type', 'is_public'])
    .where('course_id', '=', issue.course_id)
    .where('issue_id', '=', issue.issue_id)
    .where('version', '=', version.version)
    .where('path', 'in', [...new Set(forms)])
    .orderBy('path')
    .execute();
  const byPath = new Map(found.map((file) => [file.path, file]));
  const byForm = new Map(found.map((file) => [file.path.normalize(), file]));
  const files = [...new Set(paths)].toSorted().flatMap((path) => {
    const file = byPath.get(path) ?? byForm.get(path.normalize());
    return file ? [{ ...file, path }] : [];
  });
  return { version, mandant_identifier, files };
}

/** @returns true where a file of the current version is public */
export async function isPublicNow(
  database: Database,
  { course_id, issue_id }: IssueKey,
  path: string,
): Promise<boolean> {
  const file = await database
    .selectFrom('clag.issues as issue')
    .innerJoin('clag.version_files as file', (join) =>
      join
        .onRef('file.course_id', '=', 'issue.course_id')
        .onRef('file.issue_id', '=', 'issue.issue_id')
        .onRef('file.version', '=', 'issue.current_version'),
    )
    .select('file.is_public')
    .where('issue.course_id', '=', course_id)
    .where('issue.issue_id', '=', issue_id)
    .where('file.path', '=', path)
    .executeTakeFirst();
  return file?.is_public ?? false;
}

/** As the contract's `files_digest` says. */
export function filesDigestOf(
  files: readonly {
    readonly path: string;
    readonly content_hash: string;
    readonly size_in_bytes: string | number;
    readonly media_type: string;
    readonly is_public: boolean;
  }[],
): string {
  const digest = createHash('sha256');
  const sorted = files.toSorted((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
  for (const { path, content_hash, size_in_bytes, media_type, is_public } of sorted) {
    const line = [path, content_hash, Number(size_in_bytes), media_type, is_public];
    digest.update(`${JSON.stringify(line)}\n`);
  }
  return digest.digest('hex');
}
