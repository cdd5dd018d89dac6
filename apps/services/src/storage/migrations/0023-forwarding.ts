import { sql, type Kysely } from 'kysely';

/** How far other record stores have been sent what is stored here, and what they do not take. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(database);
}

const tables = /* sql */ `
  create table lars.forwardings (
    target text primary key,
    -- A sequence of lars.statements: all up to it are there, or are failures, or are none of its own.
    position bigint not null,
    -- Since something arrived.
    attempts integer not null default 0,
    next_attempt_at timestamptz,
    last_failure text,
    last_failure_at timestamptz,
    arrived_at timestamptz
  );

  -- Statements that another store has refused.
  create table lars.forwarding_failures (
    subject text not null,
    target text not null,
    sequence bigint not null,
    statement_id uuid not null,
    -- Of HTTP.
    status integer not null,
    -- What the other store said.
    answer text not null,
    failed_at timestamptz not null default now(),
    -- Somebody wants it sent again.
    is_waiting boolean not null default false,
    primary key (subject, target, sequence)
  );
  create index forwarding_failures_by_target on lars.forwarding_failures (target, sequence);
  create index forwarding_failures_waiting on lars.forwarding_failures (target) where is_waiting;
`;
