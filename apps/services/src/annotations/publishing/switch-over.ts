import { publicationLimits } from '@lectern/contracts/calls/publishing/publication';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { missingFiles } from '../../files/public.ts';
import { indexCourse } from '../search/course-texts.ts';
import { assetStage, assetTypeOf, filesDigestOf, filesOf } from './files.ts';
import { findVersion, type IssueKey, type IssueRow, type VersionRow } from './issue.ts';
import { removeOldVersions } from './kept-versions.ts';
import { textsOf } from './published-texts.ts';
import { lengthOfTexts, missingTexts } from './texts.ts';

type Incomplete = 'TEXTS_MISSING' | 'TEXTS_TOO_LONG' | 'FILES_MISSING' | 'FILES_DIFFER';

/** Files that the gateway is asked about at once. */
const filesAtOnce = 1_000;

/** Why a version cannot be shown; `undefined`: everything announced is there. */
export async function whatIsMissing(
  transaction: Database,
  version: VersionRow,
  mandant_identifier: string,
): Promise<Incomplete | undefined> {
  if ((await missingTexts(transaction, version, version.version)).length > 0)
    return 'TEXTS_MISSING';
  if ((await lengthOfTexts(transaction, version, version.version)) > publicationLimits.textsLength)
    return 'TEXTS_TOO_LONG';
  const files = await filesOf(transaction, version, version.version);
  if (files.length < version.files_count) return 'FILES_MISSING';
  if (filesDigestOf(files) !== version.files_digest) return 'FILES_DIFFER';
  const asset_type = assetTypeOf(version);
  const named = files.map(({ file_reference, content_hash }) => ({
    mandant_identifier,
    file_reference,
    asset_stage: assetStage,
    asset_type,
    content_hash,
  }));
  for (let from = 0; from < named.length; from += filesAtOnce) {
    const missing = await missingFiles(transaction, named.slice(from, from + filesAtOnce));
    if (missing.length > 0) return 'FILES_MISSING';
  }
  return undefined;
}

/** Makes a complete version current for the first time. The issue is locked for update. */
export async function switchOver(
  transaction: Database,
  key: IssueKey,
  replaced: number | null,
  version: number,
): Promise<void> {
  await sql`
    update clag.issue_versions set switched_at = clock_timestamp(), replaced_version = ${replaced}
    where course_id = ${key.course_id} and issue_id = ${key.issue_id} and version = ${version}
  `.execute(transaction);
  await point(transaction, key, version);
  await removeOldVersions(transaction, key, version);
}

type RolledBack =
  | { readonly refusal: Incomplete | 'ISSUE_CHANGED' | 'NO_VERSION_BEFORE' }
  | { readonly version: number; readonly changed: boolean };

/**
 * Makes the version before current again, where it is still whole: a publisher may have removed files of
 * it meanwhile. The issue is locked for update.
 */
export async function rollBack(
  transaction: Database,
  issue: IssueRow,
  expected: number,
  mandant_identifier: string,
): Promise<RolledBack> {
  const takenBack = await findVersion(transaction, issue, expected);
  const before = takenBack?.replaced_version ?? undefined;
  // A repeat, whose first answer was lost.
  if (before !== undefined && before === issue.current_version) {
    return { version: before, changed: false };
  }
  if (issue.current_version !== expected) return { refusal: 'ISSUE_CHANGED' };
  const version = before === undefined ? undefined : await findVersion(transaction, issue, before);
  if (before === undefined || !version) return { refusal: 'NO_VERSION_BEFORE' };
  const missing = await whatIsMissing(transaction, version, mandant_identifier);
  if (missing) return { refusal: missing };
  await point(transaction, issue, before);
  return { version: before, changed: true };
}

/** Makes a version current, and its texts found instead of those before: readers see both at once. */
async function point(
  transaction: Database,
  { course_id, issue_id }: IssueKey,
  version: number,
): Promise<void> {
  await sql`
    update clag.issues
    set current_version = ${version}, published_at = coalesce(published_at, clock_timestamp())
    where course_id = ${course_id} and issue_id = ${issue_id}
  `.execute(transaction);
  const issue = { course_id, issue_id };
  await indexCourse(transaction, issue, await textsOf(transaction, issue, version));
}
