import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../storage/database.ts';
import { isOfFile, type FileKey } from './file-key.ts';

/** A condition about `atma.files`: no version of the row's file is there. */
export const isEmpty: RawBuilder<boolean> = sql<boolean>`not exists (
  select from atma.file_versions version
  where version.file_reference = files.file_reference and version.space = files.space
    and version.asset_stage = files.asset_stage and version.asset_type = files.asset_type
)`;

/**
 * Leaves the row of a file that ever had bytes when its versions have gone: it keeps the used numbers. A member's
 * file goes on being its own, until it is erased or another takes the name.
 */
export async function leaveEmptyFile(transaction: Database, key: FileKey): Promise<void> {
  await sql`
    delete from atma.files where ${isOfFile(key)} and newest_version = 0 and ${isEmpty}
  `.execute(transaction);
}

/** Makes an empty file whose lock is held that of another member. @returns whether it was empty */
export async function takeEmptyFile(
  transaction: Database,
  key: FileKey,
  subject: string,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update atma.files set subject = ${subject} where ${isOfFile(key)} and ${isEmpty}
  `.execute(transaction);
  return numAffectedRows > 0n;
}

/** Forgets the numbers of a member's empty files in a space; those that others just take stay. */
export async function forgetEmptyFiles(
  transaction: Database,
  space: string,
  subject: string,
): Promise<void> {
  await sql`
    delete from atma.files where (file_reference, space, asset_stage, asset_type) in (
      select file_reference, space, asset_stage, asset_type from atma.files
      where subject = ${subject} and space = ${space} and ${isEmpty}
      for update skip locked
    )
  `.execute(transaction);
}
