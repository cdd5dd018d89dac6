import type { Database } from '../../src/index.ts';

/** Makes an issue of a course of the mandant LECTERN published, without contents, unless it is. */
export async function publishedCourse(
  database: Database,
  course_id: string,
  product_references: readonly string[] = [],
  issue_id = `${course_id}-1`,
): Promise<void> {
  const issue = { course_id, issue_id };
  const mandant_identifier = 'LECTERN';
  await database
    .insertInto('clag.courses')
    .values({ course_id, mandant_identifier })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await database
    .insertInto('clag.issues')
    .values({ ...issue, current_version: 1, published_at: new Date() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await database
    .insertInto('clag.issue_versions')
    .values({
      ...issue,
      version: 1,
      mandant_identifier,
      digest: '',
      course_title: course_id,
      title: course_id,
      distribution_channel: 'WEBPUB',
      product_references: [...product_references],
      files_count: 0,
      files_digest: '',
      switched_at: new Date(),
      replaced_version: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
