import type { ColumnType, Generated } from 'kysely';
import type { CreatedAt } from './column-types.ts';

interface IssueColumns {
  course_id: string;
  issue_id: string;
}

interface VersionColumns extends IssueColumns {
  version: number;
}

export interface CourseTables {
  /** Courses of which something was current at least once. */
  'clag.courses': { course_id: string; mandant_identifier: string; had_since: CreatedAt };
  'clag.issues': IssueColumns & {
    /** The version that readers see; null: nothing yet. */
    current_version: number | null;
    newest_version: Generated<number>;
    published_at: Date | null;
  };
  'clag.issue_versions': VersionColumns & {
    /** Publisher of the version; the course is theirs only once one of them was switched over. */
    mandant_identifier: string;
    digest: string;
    course_title: string;
    title: string;
    distribution_channel: 'UNDEFINED' | 'APP' | 'WEBPUB';
    product_references: string[];
    /** Readers of the titles: everybody, or only users to whom a licence opens the issue. */
    titles: ColumnType<'public' | 'licensed', 'public' | 'licensed' | undefined, never>;
    files_count: number;
    files_digest: string;
    begun_at: CreatedAt;
    /** Null: begun, and seen by nobody. */
    switched_at: Date | null;
    replaced_version: number | null;
  };
  'clag.topics': VersionColumns & {
    topic_id: string;
    place: number;
    parent_topic_id: string | null;
    title: string;
    thema_id: string;
    sub_thema_number: number;
    text_hash: string | null;
  };
  'clag.exercises': VersionColumns & {
    exercise_id: string;
    place: number;
    topic_id: string;
    exercise_group_id: string;
    title: string;
    exercise_type: string;
    basic_answer_type: string | null;
    difficulty: string | null;
    text_hash: string | null;
  };
  'clag.course_texts': IssueColumns & { text_hash: string; text: string };
  'clag.version_files': VersionColumns & {
    path: string;
    file_reference: string;
    content_hash: string;
    /** int8 comes as text. */
    size_in_bytes: ColumnType<string, number, never>;
    media_type: string;
    is_public: boolean;
  };
}
