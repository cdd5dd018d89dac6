import { cmi5StructureFile } from '@lectern/contracts/calls/learning-records/cmi5-structure';
import { currentFiles, isPublicNow } from './annotations/publishing/files.ts';
import type { IssueKey } from './annotations/publishing/issue.ts';
import { sightOfIssue, type CourseDoor } from './course-access/issue-sight.ts';
import { decideLicense, type DeviceLicenses } from './files/access.ts';
import type { CourseAccess, MayGoOn } from './learning-records/cmi5/course-access.ts';
import type { Database } from './storage/database.ts';

/**
 * Publishing and licence service for the record store: says if a caller may have the structure of a cmi5 course,
 * by the rule that the file service gives files by.
 */
export function courseAccess(
  database: Database,
  licenses: DeviceLicenses,
  door: CourseDoor,
): CourseAccess {
  const findStructure = async (issue: IssueKey, structureHash: string) => {
    const current = await currentFiles(database, issue, [cmi5StructureFile]);
    const structure = current?.files.find(({ content_hash }) => content_hash === structureHash);
    return current && structure && { ...current, structure };
  };
  return {
    async mayLaunch(caller, correlationId, { structure_hash, license, ...issue }) {
      const current = await findStructure(issue, structure_hash);
      if (!current) return 'STRUCTURE_NOT_FOUND';
      if (current.structure.is_public) return undefined;
      if (!license) return 'LICENSE_REQUIRED';
      const decided = await decideLicense(license, () =>
        licenses(caller, correlationId, license.device_identifier),
      );
      if (decided.refusal !== undefined) return decided.refusal;
      const { mandant_identifier, product_reference } = decided.file;
      const isOpened =
        mandant_identifier === current.mandant_identifier &&
        current.version.product_references.includes(product_reference);
      return isOpened ? undefined : 'LICENSE_NOT_VALID';
    },

    async maySee(caller, { structure_hash, ...issue }) {
      const current = await findStructure(issue, structure_hash);
      if (!current) return false;
      return current.structure.is_public || (await sightOfIssue(door, caller, issue)).texts;
    },
  };
}

/** Asked by the record store before a launched session goes on. */
export function mayGoOn(database: Database, door: CourseDoor): MayGoOn {
  return async (visitor, issue) => {
    const isPublic = await isPublicNow(database, issue, cmi5StructureFile);
    return isPublic || (await sightOfIssue(door, visitor, issue)).texts;
  };
}
