import { sql, type Kysely } from 'kysely';

/**
 * How far each subject is with the exercises of a course, as read from its statements up to one of them.
 * Nothing writes it while statements are stored: whoever asks for progress reads on first.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw(progress).execute(database);
}

const progress = /* sql */ `
  create table lars.progress_readings (
    subject text not null,
    course_id text not null,
    issue_id text not null,
    -- Of the issue: which exercises there are.
    version integer not null,
    -- Of the last statement that was read.
    stored timestamptz not null,
    sequence bigint not null,
    -- How many of those that were read were voided.
    voided_count integer not null,
    primary key (subject, course_id, issue_id)
  );

  create table lars.exercise_progress (
    subject text not null,
    course_id text not null,
    issue_id text not null,
    exercise_id text not null,
    begun_at timestamptz not null,
    finished_at timestamptz,
    last_active_at timestamptz not null,
    has_succeeded boolean,
    best_score double precision,
    last_score double precision,
    -- When the last score was reached.
    scored_at timestamptz,
    primary key (subject, course_id, issue_id, exercise_id)
  );

  -- Statements by quarter of an hour: days begin on one in every time zone.
  create table lars.exercise_activity (
    subject text not null,
    course_id text not null,
    issue_id text not null,
    begins timestamptz not null,
    exercise_id text not null,
    statements_count integer not null,
    primary key (subject, course_id, issue_id, begins, exercise_id)
  );

  create index statements_voided on lars.statements (subject, stored, sequence) where is_voided;
`;
