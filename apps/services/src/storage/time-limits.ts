/**
 * Lifts the limits that `alter role … set` gives requests, until the connection ends. `transaction_timeout` is there from
 * PostgreSQL 17 on.
 */
export const liftTimeLimits = `
  select set_config(name, '0', false) from pg_settings where name in ('statement_timeout', 'lock_timeout',
    'transaction_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout')`;
