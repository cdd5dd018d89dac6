import type { Database } from '../../src/index.ts';
import { rowsOf } from '../rows.ts';

/* Stored rows, in the shape that a test compares. */

/** Subjects of all users, in order. */
export async function subjectsOf(database: Database): Promise<string[]> {
  const rows = await rowsOf(database, 'aua.users', {}, 'subject').get('subject');
  return rows.map(({ subject }) => subject);
}

export function userOf(database: Database, subject: string) {
  return database
    .selectFrom('aua.users')
    .select(['given_name', 'family_name', 'email', 'locale'])
    .where('subject', '=', subject)
    .executeTakeFirstOrThrow();
}

/** Roles by subject. */
export async function rolesOf(database: Database): Promise<Record<string, string[]>> {
  const roles: Record<string, string[]> = {};
  const rows = await database
    .selectFrom('aua.user_roles')
    .select(['subject', 'role'])
    .orderBy('subject')
    .orderBy('role')
    .execute();
  for (const { subject, role } of rows) (roles[subject] ??= []).push(role);
  return roles;
}

/** Members with their part, by name of the group. */
export async function groupsOf(
  database: Database,
): Promise<Record<string, Record<string, 'leader' | 'member'>>> {
  const groups: Record<string, Record<string, 'leader' | 'member'>> = {};
  const rows = await database
    .selectFrom('gres.groups as group')
    .leftJoin('gres.members as member', 'member.group_id', 'group.group_id')
    .select(['group.name', 'member.subject', 'member.group_role'])
    .execute();
  for (const { name, subject, group_role } of rows) {
    const members = (groups[name] ??= {});
    if (subject && group_role) members[subject] = group_role;
  }
  return groups;
}
