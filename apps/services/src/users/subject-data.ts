import { subjectDataOf } from '../storage/subject-data.ts';

/** Erasing, moving and exporting what the user service itself keeps of a subject. */
export const usersSubjectData = subjectDataOf([
  { table: 'aua.users', key: [], incidental: ['created_at', 'user_info_at'] },
  { table: 'aua.identities', key: ['identity_provider_identifier', 'external_id'] },
  { table: 'aua.properties', key: ['key'] },
  { table: 'aua.user_roles', key: ['role'] },
  { table: 'aua.cloud_migrations', key: [] },
]);
