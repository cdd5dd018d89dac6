import type { Permission } from '@lectern/contracts';
import { isSameIssuer } from '@lectern/contracts/calls/issuer';
import { sql, type RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '../storage/database.ts';
import { linkedTo } from './person-names.ts';
import { subjectOfFurtherIssuer } from '../storage/subject-names.ts';
import { erasedAmong, findErased, type Erased } from './erased-subjects.ts';
import type { ActiveToken } from './active-token.ts';
import { isOfApplication } from './own-token.ts';
import { subjectOfPrimaryIssuer } from './primary-subjects.ts';
import { withoutName } from './without-name.ts';

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
  permissionsOf(roles: readonly string[]): Promise<ReadonlySet<Permission>>;
  /** Forgets what it remembers of what roles allow. */
  forgetPermissions(): void;
}

/** How long a change of what a role may do can stay unseen, in milliseconds. */
const permissionsCacheInMs = 30_000;
/** How many combinations of roles are remembered. */
const roleCombinationsMaximum = 1_000;

/** Roles of an application are for its own tokens: a person can be called like one (RFC 9068, section 5). */
const heldRoles = (subject: RawBuilder<unknown>, isApplication: boolean) => sql`
  select role from aua.user_roles held where held.subject = ${subject} and (${isApplication} or not exists (
    select from aua.applications application where application.subject = ${subject}
  ))`;

/** A person who was never given a role is a student; an application may then do nothing. */
function rolesOrStudent(roles: readonly string[], isApplication: boolean): readonly string[] {
  return roles.length === 0 && !isApplication ? ['student'] : roles;
}

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

  return {
    nameOf,
    resolve,
    async rolesOf(subject) {
      const { rows } = await sql<{ role: string }>`${heldRoles(sql`${subject}`, false)}`.execute(
        database,
      );
      return rolesOrStudent(
        rows.map(({ role }) => role),
        false,
      );
    },

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
      const isApplication = isOfApplication(token);
      // One statement: each token is asked about once a minute.
      const { rows } = await sql<{
        subject: string;
        former_names: readonly string[];
        roles: readonly string[];
        is_being_erased: boolean;
        erased_at: Date | null;
        is_user: boolean;
      }>`
        select subject,
          array(
            select from_subject from aua.subject_links where to_subject = named.subject
            order by from_subject
          ) as former_names,
          array(${heldRoles(sql.ref('named.subject'), isApplication)}) as roles,
          exists (
            select from aua.subject_jobs job
            where job.subject = named.subject and kind = 'erase' and swept_at is null
          ) as is_being_erased,
          (
            select erased_at from aua.erased_subjects where subject_hash = ${withoutName(name)}
          ) as erased_at,
          exists (select from aua.users where users.subject = named.subject) as is_user
        from (
          select coalesce(
            (select to_subject from aua.subject_links where from_subject = ${name}), ${name}
          ) as subject
        ) named
      `.execute(database);
      const { subject, former_names, roles, is_being_erased, erased_at, is_user } = rows[0]!;
      const erasedItself = erased_at ? { at: erased_at, isUser: is_user } : undefined;
      return {
        subject,
        aliases: new Set([subject, ...former_names]),
        roles: rolesOrStudent(roles, isApplication),
        isBeingErased: is_being_erased,
        erased: subject === name ? erasedItself : await findErased(database, [subject, name]),
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
