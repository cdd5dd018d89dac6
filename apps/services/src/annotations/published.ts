import { sql } from 'kysely';

/** A version that readers see. */
export interface CurrentIssue {
  readonly course_id: string;
  readonly issue_id: string;
  readonly version: number;
  readonly title: string;
  readonly mandant_identifier: string;
  readonly product_references: readonly string[];
  readonly titles: 'public' | 'licensed';
  /** No licence is needed: it names no product, and all its files are public. */
  readonly is_free: boolean;
}

/** A subquery with each course that readers have seen: `course_id`, `mandant_identifier`, `had_since`. */
export const publishedCourses = sql`(
  select course_id, mandant_identifier, had_since from clag.courses
)`;

/** A subquery with the versions that readers see. */
export const currentIssues = sql<CurrentIssue>`(
  select course_id, issue_id, version, title, published_at, mandant_identifier, product_references, titles,
    -- Looked up for each version: PostgreSQL would join "not exists" with the files of all.
    cardinality(product_references) = 0 and (
      select true from clag.version_files file
      where file.course_id = current.course_id and file.issue_id = current.issue_id
        and file.version = current.version and not file.is_public
      limit 1
    ) is null as is_free
  from clag.issues issue join clag.issue_versions current using (course_id, issue_id)
  where current.version = issue.current_version
)`;
