import { sql } from 'kysely';
import { streamRows } from '../storage/row-stream.ts';
import { subjectDataOf, type SubjectData } from '../storage/subject-data.ts';
import { endUsages } from './ended-usages.ts';
import { lockLicenses, lockOrders, lockSubjects } from './license-locks.ts';
import { moveNamedRows } from './moved-subject.ts';
import { takeLicenses } from './taken.ts';

const incidental = ['created_at'];

/** Tables whose rows are named by the subject. */
const named = subjectDataOf([
  { table: 'lima.devices', key: ['device_identifier'], incidental: ['device_registration_date'] },
  {
    table: 'lima.device_products',
    key: ['mandant_identifier', 'product_reference', 'device_identifier'],
    incidental: ['registered_at'],
  },
  { table: 'lima.licenses', key: ['license_code'], incidental },
  { table: 'lima.license_overrides', key: ['license_code', 'license_override_id'] },
]);

/** Tables with a subject whose rows have another name. */
const others = subjectDataOf([
  { table: 'lima.license_usages', key: [] },
  { table: 'lima.license_orders', key: [] },
]);

/** Erasing, moving and exporting what the licence service keeps of a subject. */
export const licensesSubjectData: SubjectData = {
  async erase(transaction, subject) {
    await lockSubjects(transaction, [subject]);
    const owned = await transaction
      .selectFrom('lima.licenses')
      .select('license_code')
      .where('subject', '=', subject)
      .execute();
    const used = await transaction
      .selectFrom('lima.license_usages')
      .select('license_code')
      .where('subject', '=', subject)
      .where('ended_at', 'is', null)
      .execute();
    // At once, in the order of all locks: those of others' licences are needed below.
    await lockOrders(transaction, [subject]);
    const codes = [...owned, ...used].map(({ license_code }) => license_code);
    await lockLicenses(transaction, codes, 'exclusive');
    // With the seats of others on them.
    const taken = await takeLicenses(
      transaction,
      [subject],
      owned.map(({ license_code }) => license_code),
    );
    await endUsages(transaction, sql`usage.subject = ${subject}`);
    const { numUpdatedRows } = await transaction
      .updateTable('lima.license_overrides')
      .set({ saved_by: null })
      .where('saved_by', '=', subject)
      .executeTakeFirst();
    const counts = {
      ...(await named.erase(transaction, subject)),
      ...(await others.erase(transaction, subject)),
    };
    return {
      ...counts,
      'lima.licenses': taken.length,
      'lima.license_overrides': counts['lima.license_overrides']! + Number(numUpdatedRows),
    };
  },

  async move(transaction, from, to) {
    await lockSubjects(transaction, [from, to]);
    const moved = await moveNamedRows(transaction, from, to);
    const { moved: counts, kept } = await named.move(transaction, from, to);
    return { moved: { ...counts, ...moved }, kept };
  },

  export: (transaction, subject) => ({
    ...named.export(transaction, subject),
    ...others.export(transaction, subject),
    // The maker of an exception is hidden from its subject, and the reverse.
    'lima.license_overrides': streamRows(
      transaction,
      sql`
        select to_jsonb(one) - 'subject' - 'saved_by' as row from lima.license_overrides one
        where subject = ${subject}
        union all
        select jsonb_build_object(
          'license_override_id', license_override_id, 'saved_at', saved_at, 'saved_by', saved_by
        )
        from lima.license_overrides
        where saved_by = ${subject} and subject <> ${subject}
      `,
    ),
  }),
};
