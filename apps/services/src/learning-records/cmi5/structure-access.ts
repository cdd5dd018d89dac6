import type { Body, Contract } from '@lectern/contracts';
import { cmi5StructureFile } from '@lectern/contracts/calls/learning-records/cmi5-structure';
import { currentFiles, isPublicNow } from '../../annotations/public.ts';
import type { Caller } from '../../authorization/authorize.ts';
import { sightOfIssue, type CourseDoor, type Visitor } from '../../course-access/public.ts';
import { createDeviceLicenses, decideLicense, type LicenseRefusal } from '../../licenses/public.ts';
import type { Connections } from '../../storage/connections.ts';
import type { Database } from '../../storage/database.ts';

type Asked = Pick<
  Body<Contract['lars']['cmi5Launch']>,
  'course_id' | 'issue_id' | 'license' | 'structure_hash'
>;

/** An issue of a course. */
export type Issue = Pick<Asked, 'course_id' | 'issue_id'>;

/** Asks by the rule of file access about the structures of issues. */
export type StructureAccess = ReturnType<typeof createStructureAccess>;

export function createStructureAccess(database: Database, pool: Connections, door: CourseDoor) {
  const deviceLicenses = createDeviceLicenses(pool, database);

  const findStructure = async (issue: Issue, structureHash: string) => {
    const current = await currentFiles(database, issue, [cmi5StructureFile]);
    const structure = current?.files.find(({ content_hash }) => content_hash === structureHash);
    return current && structure && { ...current, structure };
  };

  return {
    /**
     * Asks if the issue has this structure now, and if the named licence opens it.
     *
     * @returns `undefined`: it may be launched
     */
    async mayLaunch(
      caller: Caller,
      { structure_hash, license: named, ...issue }: Asked,
    ): Promise<'STRUCTURE_NOT_FOUND' | LicenseRefusal | undefined> {
      const current = await findStructure(issue, structure_hash);
      if (!current) return 'STRUCTURE_NOT_FOUND';
      if (current.structure.is_public) return undefined;
      if (!named) return 'LICENSE_REQUIRED';
      const { device_identifier } = named;
      const { license, refusal } = await decideLicense(named, () =>
        deviceLicenses(caller, caller.subject, { device_identifier }),
      );
      if (!license) return refusal;
      const isOpened =
        license.mandant_identifier === current.mandant_identifier &&
        current.version.product_references.includes(license.product_reference);
      return isOpened ? undefined : 'LICENSE_NOT_VALID';
    },

    /** Asks if the issue has this structure now, and if the caller may see it. */
    async maySee(
      caller: Caller,
      { structure_hash, ...issue }: Omit<Asked, 'license'>,
    ): Promise<boolean> {
      const current = await findStructure(issue, structure_hash);
      if (!current) return false;
      return current.structure.is_public || (await sightOfIssue(door, caller, issue)).texts;
    },
  };
}

/**
 * True while readers have the issue and the learner of a running session may see its texts, with any licence and
 * without the seat of the launch. Another version of the structure ends no session.
 */
export async function mayGoOn(
  database: Database,
  door: CourseDoor,
  visitor: Visitor,
  issue: Issue,
): Promise<boolean> {
  const isPublic = await isPublicNow(database, issue, cmi5StructureFile);
  return isPublic || (await sightOfIssue(door, visitor, issue)).texts;
}
