import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import {
  findRosterFaults,
  type RosterFault,
  type RosterFaults,
} from '../../storage/roster-staging.ts';
import type { AllowedReferences } from './one-roster/one-roster-set.ts';
import { groupIdsOf, platformSubject, type ImportSettings } from './settings.ts';
import { stagedClass, stagedUser, type RosterStage } from './stage.ts';

/* Derives from the staged rows alone, without a look at the platform's data. */

/**
 * Adds what the file refers to and need not hold: a delta file names classes and persons of earlier
 * ones. A person's subject follows from the reference only where the reference is the subject.
 */
export async function addReferences(
  connection: Database,
  allowed: AllowedReferences,
  settings: ImportSettings,
  stage: RosterStage,
): Promise<void> {
  if (allowed.users && settings.subjectColumn === 'sourcedId') {
    for (const { id, ...place } of await missingUsers(connection)) {
      const subject = platformSubject(id, settings);
      await stage.users.add(stagedUser({ ...place, source_id: id, subject, is_reference: true }));
    }
  }
  if (allowed.classes) {
    for (const { id, ...place } of await missingClasses(connection)) {
      const group_id = await stage.groupOf(groupIdsOf(id, settings));
      await stage.classes.add(
        stagedClass({ ...place, source_id: id, group_id, is_reference: true }),
      );
    }
  }
  await stage.flush();
}

interface Missing {
  readonly id: string;
  readonly file: string;
  readonly line: number;
}

async function missingUsers(connection: Database): Promise<readonly Missing[]> {
  const { rows } = await sql<Missing>`
    select distinct on (id) id, file, line from (
      select user_id as id, file, line from roster_enrolments
      union all select user_id, file, line from roster_roles
    ) named
    where not exists (select from roster_users where source_id = id)
    order by id, file, line
  `.execute(connection);
  return rows;
}

async function missingClasses(connection: Database): Promise<readonly Missing[]> {
  const { rows } = await sql<Missing>`
    select distinct on (class_id) class_id as id, file, line from roster_enrolments
    where not exists (select from roster_classes where source_id = class_id)
    order by class_id, file, line
  `.execute(connection);
  return rows;
}

/** Drops rows that say of a person or class what a row before has said: many systems write one for each school or term. */
export async function dropRepeated(connection: Database): Promise<void> {
  for (const table of ['roster_users', 'roster_classes']) {
    await sql`
      delete from ${sql.table(table)} where ctid in (
        select ctid from (
          select ctid, row_number() over (partition by source_id, to_jsonb(given) - 'line' order by line) as place
          from ${sql.table(table)} given
          -- Comparing whole rows takes long, and most are alone.
          where source_id in (select source_id from ${sql.table(table)} group by source_id having count(*) > 1)
        ) rows where place > 1
      )
    `.execute(connection);
  }
}

/** Rows of one file that contradict each other, and references that lead nowhere. */
export async function stagedFaults(
  transaction: Database,
  columns: { readonly sourceId: string; readonly subject: string; readonly identity: string },
): Promise<readonly RosterFaults[]> {
  const queries = [
    twiceIn('roster_users', sql`source_id`, sql`line`, sql`true`, columns.sourceId),
    twiceIn('roster_users', sql`subject`, sql`source_id`, sql`skipped is null`, columns.subject),
    twiceIn(
      'roster_users',
      sql`identity_provider_identifier, external_id`,
      sql`subject`,
      sql`skipped is null and external_id is not null`,
      columns.identity,
    ),
    twiceIn('roster_classes', sql`source_id`, sql`line`, sql`true`, columns.sourceId),
    nowhere('roster_roles', 'user_id', 'roster_users', 'userSourcedId'),
    nowhere('roster_enrolments', 'user_id', 'roster_users', 'userSourcedId'),
    nowhere('roster_enrolments', 'class_id', 'roster_classes', 'classSourcedId'),
  ];
  const faults: RosterFaults[] = [];
  for (const query of queries) faults.push(await findRosterFaults(transaction, query));
  return faults;
}

/**
 * Teachers and pupils of a class are taken for such where the school only gives another role, such as a head of
 * school who teaches.
 */
export async function addRolesOfEnrolments(transaction: Database): Promise<void> {
  await sql`
    insert into roster_roles (file, line, user_id, role)
    select distinct on (user_id, group_role) file, line, user_id,
      case group_role when 'leader' then 'teacher' else 'student' end
    from roster_enrolments enrolment
    where skipped is null and not is_removed
      and exists (select from roster_roles where user_id = enrolment.user_id)
      and not exists (
        select from roster_roles where user_id = enrolment.user_id and role is not null and skipped is null
      )
    order by user_id, group_role, file, line
  `.execute(transaction);
}

/** One membership a person and class: what stays wins over what goes, and leading over being led. */
export async function makeMemberships(transaction: Database): Promise<void> {
  await sql`
    update roster_enrolments enrolment set skipped = 'of a skipped user'
    from roster_users
    where source_id = user_id and enrolment.skipped is null and not is_removed
      and roster_users.skipped is not null
  `.execute(transaction);
  await sql`
    update roster_enrolments enrolment set skipped = 'of a skipped class'
    from roster_classes
    where source_id = class_id and enrolment.skipped is null and not is_removed
      and roster_classes.skipped is not null
  `.execute(transaction);
  await sql`
    create temporary table roster_memberships on commit drop as
    select distinct on (group_id, subject)
      group_id, subject, group_role, is_removed, enrolment.file, enrolment.line
    from roster_enrolments enrolment
      join roster_users on roster_users.source_id = user_id
      join roster_classes on roster_classes.source_id = class_id
    where enrolment.skipped is null and subject is not null
      and not is_busy
    order by group_id, subject, is_removed, group_role, enrolment.file, enrolment.line
  `.execute(transaction);
  await sql`analyze roster_memberships`.execute(transaction);
}

type Fragment = ReturnType<typeof sql>;

/** Rows that have the same key, and yet differ in what they are. */
function twiceIn(
  table: string,
  key: Fragment,
  what: Fragment,
  condition: Fragment,
  column: string,
) {
  return sql<RosterFault>`
    select file, line, ${column}::text as "column", 'the same as in line ' || first_line as reason
    from (
      select file, line, first_value(line) over same as first_line,
        ${what} is distinct from first_value(${what}) over same as differs
      from ${sql.table(table)} where ${condition}
      window same as (partition by ${key} order by line)
    ) rows where differs
  `;
}

function nowhere(table: string, reference: string, target: string, column: string) {
  return sql<RosterFault>`
    select file, line, ${column}::text as "column",
      to_json(left(${sql.id(reference)}, 40))::text || ' is not in the file that it refers to' as reason
    from ${sql.table(table)} referring
    where not exists (
      select from ${sql.table(target)} where source_id = referring.${sql.id(reference)}
    )
  `;
}
