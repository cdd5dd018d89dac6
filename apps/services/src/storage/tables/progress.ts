interface ReadCourse {
  subject: string;
  course_id: string;
  issue_id: string;
}

/** Results of reading statements, which can be read again. */
export interface ProgressTables {
  /** Up to where the statements of a subject were read for an issue. */
  'lars.progress_readings': ReadCourse & {
    /** Of the issue. */
    version: number;
    /** Of the last statement. */
    stored: Date;
    sequence: string;
    /** Of those that were read. */
    voided_count: number;
  };
  'lars.exercise_progress': ReadCourse & {
    exercise_id: string;
    begun_at: Date;
    finished_at: Date | null;
    last_finished_at: Date | null;
    last_active_at: Date;
    /** Of older processes. */
    has_succeeded: boolean | null;
    /** From 0 to 1. */
    best_score: number | null;
    last_score: number | null;
    scored_at: Date | null;
    last_judged_at: Date | null;
    last_succeeded_at: Date | null;
    last_stored: Date | null;
    last_finished_stored: Date | null;
  };
  'lars.exercise_activity': ReadCourse & {
    /** A quarter of an hour. */
    begins: Date;
    exercise_id: string;
    statements_count: number;
  };
}
