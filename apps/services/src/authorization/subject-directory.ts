import type { Permission } from '@lectern/contracts';
import { isSameIssuer } from '@lectern/contracts/calls/issuer';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '../storage/database.ts';
import { linkedTo, namesOf } from './person-names.ts';
import { subjectOfFurtherIssuer } from '../storage/subject-names.ts';
import { erasedAmong, findErased, type Erased } from './erased-subjects.ts';
import type { ActiveToken } from './active-token.ts';
import { isOfApplication } from './own-token.ts';
import { subjectOfPrimaryIssuer } from './primary-subjects.ts';

/** A subject of the platform, whatever it is called by. */
export interface PlatformSubject {
  readonly subject: string;
  /** The subjects that were linked to this one and lead to it, beside itself. */
  readonly aliases: ReadonlySet<string>;
  readonly roles: readonly string[];
  /** Its data is being erased, so saving is in vain. */
  readonly isBeingErased: boolean;
  /** Absent: it never was. */
  readonly erased?: Erased | undefined;
}

/** Subjects by token, and their roles. */
export interface SubjectDirectory {
  /** The subject of a token's owner. */
  subjectOf(
    token: Pick<ActiveToken, 'issuer' | 'sub' | 'clientId' | 'claims'>,
  ): Promise<PlatformSubject>;
  /** The roles of a person, links resolved. */
  rolesOf(subject: string): Promise<readonly string[]>;
  /** The subject that a token was issued to, before any link. */
  nameOf(token: { readonly issuer: string; readonly sub: string }): string;
  /** Where a link leads; a subject without a link is itself. */
  resolve(subject: string): Promise<string>;
  /** Where many links lead, in the order of the subjects, by one statement. */
  resolveAll(subjects: readonly string[]): Promise<string[]>;
  /** Subjects among these that were erased and are no users since. */
  erasedAmong(subjects: readonly string[]): Promise<ReadonlySet<string>>;
  /** Permissions of the holders of these roles. */
  permissionsOf(roles: readonly string[]): Promise<ReadonlySet<Permission>>;
  /** Forgets what it remembers of what roles allow. */
  forgetPermissions(): void;
}

/** How long a change of what a role may do can stay unseen, in milliseconds. */
const permissionsCacheInMs = 30_000;
/** How many combinations of roles are remembered. */
const roleCombinationsMaximum = 1_000;

/**
 * The directory in the tables of the user service. Every process reads it there: a call to the user
 * service for every token would make each service as slow and as frail as two.
 *
 * @param primaryIssuer Its subjects are the platform's; those of other issuers get a name of their own.
 */
export function createSubjectDirectory(
  database: Database,
  primaryIssuer: string,
): SubjectDirectory {
  const permissions = new LRUCache<string, ReadonlySet<Permission>, readonly string[]>({
    max: roleCombinationsMaximum,
    ttl: permissionsCacheInMs,
    // A request that reads them while they are forgotten gets what it read; it is not kept.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context: roles }) => {
      const rows = await database
        .selectFrom('aua.role_permissions')
        .select('permission')
        .where('role', 'in', roles)
        .execute();
      return new Set(rows.map(({ permission }) => permission as Permission));
    },
  });

  const resolve = (subject: string) => linkedTo(database, subject);

  const nameOf: SubjectDirectory['nameOf'] = ({ issuer, sub }) =>
    isSameIssuer(issuer, primaryIssuer)
      ? subjectOfPrimaryIssuer(sub)
      : subjectOfFurtherIssuer(issuer, sub);

  // Roles of an application are for its own tokens: a person can be called like one (RFC 9068, section 5).
  const rolesOf = async (subject: string, isApplication = false) => {
    const rows = await database
      .selectFrom('aua.user_roles')
      .select('role')
      .where('subject', '=', subject)
      .$if(!isApplication, (held) =>
        held.where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('aua.applications').where('subject', '=', subject))),
        ),
      )
      .execute();
    const roles = rows.map(({ role }) => role);
    // A person who was never given a role is a student; an application may then do nothing.
    return roles.length === 0 && !isApplication ? ['student'] : roles;
  };

  return {
    nameOf,
    resolve,
    rolesOf: (subject) => rolesOf(subject),

    async resolveAll(subjects) {
      const links = await database
        .selectFrom('aua.subject_links')
        .select(['from_subject', 'to_subject'])
        .where('from_subject', '=', sql<string>`any(${subjects}::text[])`)
        .execute();
      const targets = new Map(links.map((link) => [link.from_subject, link.to_subject]));
      return subjects.map((subject) => targets.get(subject) ?? subject);
    },

    erasedAmong: (subjects) => erasedAmong(database, subjects),

    async subjectOf(token) {
      const name = nameOf(token);
      const subject = await resolve(name);
      const isApplication = isOfApplication(token);
      const [names, roles, erasure, erased] = await Promise.all([
        namesOf(database, subject),
        rolesOf(subject, isApplication),
        database
          .selectFrom('aua.subject_jobs')
          .select('job_id')
          .where('subject', '=', subject)
          .where('kind', '=', 'erase')
          .where('swept_at', 'is', null)
          .executeTakeFirst(),
        findErased(database, [...new Set([subject, name])]),
      ]);
      return {
        subject,
        aliases: new Set(names),
        roles,
        isBeingErased: erasure !== undefined,
        erased,
      };
    },

    forgetPermissions: () => permissions.clear(),

    async permissionsOf(roles) {
      if (roles.length === 0) return new Set();
      const key = roles.join(',');
      return permissions.get(key) ?? (await permissions.fetch(key, { context: roles }))!;
    },
  };
}
