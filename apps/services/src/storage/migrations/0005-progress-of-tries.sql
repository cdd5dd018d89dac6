-- When the last try succeeded, and was judged: what was before a membership is told to no leader. When what counts was
-- stored: with that feedback is compared, because the clock of a device may be wrong.
alter table lars.exercise_progress
  add column last_judged_at timestamptz,
  add column last_succeeded_at timestamptz,
  -- Of the last statement.
  add column last_stored timestamptz,
  -- Of the last one that finished it.
  add column last_finished_stored timestamptz;
-- Read anew from the statements. Older processes that read at this moment end first.
truncate lars.progress_readings, lars.exercise_progress, lars.exercise_activity;
