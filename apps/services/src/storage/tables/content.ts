import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { UpdatedAt } from './column-types.ts';

/** PostgreSQL's bigint, which `pg` gives as text. */
type BigInteger = ColumnType<string, number, number>;
/** The same, from 0 on. */
type Counter = ColumnType<string, number | undefined, number>;

interface OfIssue {
  subject: string;
  course_id: string;
  issue_id: string;
}

/**
 * The versions that an item had last, newest first: which change made them (`base`: the version that it
 * was made on; `digest`: of what it brought), so that it is known when it comes again.
 */
type RecentVersions = JSONColumnType<
  readonly { version: number; base: number; digest: string; at: string }[],
  string | undefined
>;

export interface ContentTables {
  /** Row that the writers of an issue lock, with the counter of its changes, while there is anything in it. */
  'clag.issue_changes': OfIssue & {
    /** Another one when the issue begins anew: cursors of before do not hold. */
    epoch: Generated<string>;
    last_index: Counter;
    changed_at: Generated<Date>;
    removed_items: Generated<number>;
    /** Removals up to this change are forgotten. */
    forgotten_through: Counter;
    /** No item that is forgotten had a greater version. */
    version_floor: Generated<number>;
  };
  'clag.content_items': OfIssue & {
    kind: 'annotation' | 'note' | 'bookmark' | 'answer' | 'user_topic' | 'topic_attributes';
    model_type: 'topic' | 'exercise';
    model_id: string;
    item_id: string;
    version: number;
    change_index: BigInteger;
    /** As on the wire, without ids and version; null: the item is removed. */
    content: JSONColumnType<Record<string, unknown>, string | null> | null;
    /** Of the content as JSON in UTF-8. */
    bytes: number;
    updated_at: Date;
    recent: RecentVersions;
    /** As leaders are told of an answer; null: `version`. */
    shared_version: number | null;
    /** As leaders are told of an answer; null: `updated_at`. */
    shared_at: Date | null;
  };
  'clag.local_store_items': OfIssue & {
    model_type: 'topic' | 'exercise';
    model_id: string;
    segment: string;
    key: string;
    value: string;
    version: Generated<number>;
    change_index: Counter;
    updated_at: UpdatedAt;
    recent: RecentVersions;
  };
  /** Versions that were replaced by a device that did not know them. */
  'clag.conflict_copies': OfIssue & {
    kind: string;
    model_type: 'topic' | 'exercise';
    model_id: string;
    /** Of a local store item; else empty. */
    segment: string;
    item_id: string;
    version: number;
    content: JSONColumnType<Record<string, unknown>>;
    bytes: number;
    updated_at: Date;
  };
  /** Feedback on answers of a subject. */
  'clag.feedback': OfIssue & {
    feedback_id: string;
    exercise_id: string;
    answer_id: string;
    answer_version: number;
    group_id: string;
    /** null: erased. */
    written_by: string | null;
    given_at: Date;
    /** null: it is removed. */
    content: JSONColumnType<Record<string, unknown>, string | null> | null;
    version: number;
    /** Of `clag.issue_changes`. */
    change_index: BigInteger;
    updated_at: Date;
    recent: RecentVersions;
  };
  /** Pages and exercises that leaders give the pupils of a group. */
  'clag.assignments': {
    course_id: string;
    issue_id: string;
    group_id: string;
    assignment_id: string;
    /** null: erased. */
    written_by: string | null;
    given_at: Date;
    /** null: it is removed. */
    content: JSONColumnType<Record<string, unknown>, string | null> | null;
    /** False: only for those of `clag.assignment_members`. */
    is_for_all: boolean;
    begins_at: Date;
    version: number;
    updated_at: Date;
    recent: RecentVersions;
  };
  'clag.assignment_members': { group_id: string; assignment_id: string; subject: string };
  /** Versions of answers as leaders were told of them. */
  'clag.answer_versions': OfIssue & {
    group_id: string;
    exercise_id: string;
    answer_id: string;
    version: number;
    content: JSONColumnType<Record<string, unknown>>;
    bytes: number;
    updated_at: Date;
    /** null: feedback names it. */
    kept_until: Date | null;
  };
  /** Sums of a subject over all issues: rows of items, removed ones too, and of copies. */
  'clag.content_sizes': {
    subject: string;
    items: number;
    bytes: BigInteger;
    /** No item that was erased had a greater version. */
    version_floor: Generated<number>;
  };
}
