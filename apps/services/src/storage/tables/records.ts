import type { ColumnType, Generated } from 'kysely';
import type { CreatedAt, UpdatedAt } from './column-types.ts';

/** A document of the xAPI resources state, agent profile and activity profile. */
interface Document {
  content_type: string;
  /** Without its quotes. */
  etag: string;
  content: Buffer;
  updated_at: UpdatedAt;
}

/** 64 bits of a hash, as decimal digits: `learning-records/store/terms.ts`. */
type Term = string;

export interface RecordTables {
  'lars.statements': {
    /** Of the actor: `agentKey`. */
    subject: string;
    stored: Date;
    /** Order of arrival. */
    sequence: string;
    statement_id: string;
    verb: Term;
    activity: Term | null;
    registration: string | null;
    authority: Term | null;
    terms: Term[] | null;
    /** Terms of the courses of which leaders read it. */
    courses: Term[] | null;
    /** Ids of the courses that its recorder is bound to; null: to none. */
    said_within: string[] | null;
    /** SHA-2 of the contents that came with it. */
    attached: string[] | null;
    /** The statement that its object refers to. */
    refers_to: string | null;
    is_voided: Generated<boolean>;
    dto_id: string | null;
    /** Without `stored`, which is the column. */
    statement: ColumnType<Record<string, unknown>, string, string>;
  };
  'lars.statement_ids': { statement_id: string; subject: string; stored: Date; sequence: string };
  /** `subject`: whose the statement must be; empty: anybody's. */
  'lars.voidings': { statement_id: string; subject: string };
  'lars.activities': {
    activity_key: Buffer;
    activity_id: string;
    definition: ColumnType<Record<string, unknown>, string, string>;
    updated_at: UpdatedAt;
    /** The person who told it; null: a tool. */
    subject: string | null;
    /** That person, or tool, may not redefine it, and was the first to say something. */
    said_by_learner: Generated<boolean>;
    /** That person publishes, and the activity was of no course then. */
    said_of_none: Generated<boolean>;
  };
  'lars.refused_statements': {
    subject: string;
    refused_id: Generated<string>;
    authority: string;
    refused_at: CreatedAt;
    fault: string;
    statement: ColumnType<unknown, string, never>;
  };
  'lars.attachments': {
    subject: string;
    sha2: string;
    content: Buffer;
    /** The API key that sent it; null: the person whose it is. */
    sent_by: string | null;
    /** The registration for a course of cmi5 whose session sent it. */
    kept_for: string | null;
  };
  'lars.states': Document & {
    subject: string;
    state_key: Buffer;
    activity_id: string;
    registration: string | null;
    state_id: string;
    /** The registration for a course of cmi5 whose session stored it. */
    kept_for: string | null;
  };
  'lars.agent_profiles': Document & { subject: string; profile_key: Buffer; profile_id: string };
  'lars.activity_profiles': Document & {
    activity_key: Buffer;
    profile_key: Buffer;
    activity_id: string;
    profile_id: string;
  };
  'lars.api_keys': {
    api_key: string;
    secret_hash: Buffer;
    title: string;
    scopes: string[];
    created_at: CreatedAt;
    revoked_at: Date | null;
  };
  'lars.forwardings': {
    target: string;
    position: string;
    attempts: Generated<number>;
    next_attempt_at: Date | null;
    last_failure: string | null;
    last_failure_at: Date | null;
  };
  'lars.forwarding_failures': {
    subject: string;
    target: string;
    sequence: string;
    statement_id: string;
    status: number;
    answer: string;
    failed_at: Generated<Date>;
    is_waiting: Generated<boolean>;
  };
  'lars.cmi5_structures': {
    /** SHA-256 as hexadecimal digits. */
    structure_hash: string;
    structure: ColumnType<Record<string, unknown>, string, string>;
  };
  /** Activities of structures. */
  'lars.cmi5_activities': {
    /** End of the id. */
    name: string;
    course_id: string;
  };
  'lars.cmi5_registrations': {
    subject: string;
    course_key: string;
    course_id: string;
    issue_id: string;
    registration: string;
    structure_hash: string;
    satisfied: Generated<string[]>;
    created_at: CreatedAt;
  };
  'lars.cmi5_sessions': {
    subject: string;
    session_id: string;
    course_key: string;
    registration: string;
    structure_hash: string;
    au_id: string;
    activity_id: string;
    launch_mode: string;
    mastery_score: number | null;
    launched_at: Date;
    expires_at: Date;
    /** Hash of the sign-in that launched it. */
    sign_in: string | null;
    fetch_hash: Buffer;
    token_hash: Buffer | null;
    told: ColumnType<Record<string, unknown>, string | undefined, string>;
    latest: Date | null;
    heard_at: Date | null;
    ended_at: Date | null;
    ended_by: 'terminated' | 'abandoned' | null;
    revision: Generated<number>;
  };
}
