import { subjectDataOf } from '../storage/subject-data.ts';

/** Erasing, moving and exporting what the licence service keeps of a subject. */
export const licensesSubjectData = subjectDataOf([
  { table: 'lima.devices', key: ['device_identifier'], incidental: ['device_registration_date'] },
  { table: 'lima.licenses', key: ['license_code'] },
]);
