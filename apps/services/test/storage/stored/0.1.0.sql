-- Rows of Lectern 0.1.0: stored-databases.test.ts wrote and reads them.

-- Keeps aua.audit_log append-only, with two exceptions that the transaction announces in a setting: the name of an
-- erased subject goes while its entries stay, and entries older than a year are pruned.
create or replace function aua.keep_audit_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and current_setting('lectern.erased_subject', true) <> ''
    and (new.entry_id, new.at, new.kind, new.call, new.correlation_id)
      is not distinct from (old.entry_id, old.at, old.kind, old.call, old.correlation_id)
    and (new.client_id, new.code) is not distinct from (old.client_id, old.code)
    and current_setting('lectern.erased_subject', true)
      in (old.subject, old.token_subject, old.login_subject, old.change ->> 'to_subject')
  then
    return new;
  end if;
  if tg_op = 'DELETE'
    and old.at < now() - interval '1 year'
    and old.at < nullif(current_setting('lectern.audit_log_pruned_before', true), '')::timestamptz
  then
    return old;
  end if;
  raise exception 'aua.audit_log is append-only';
end
$$;


-- Gives a statement the terms of the one that it refers to, so that both are found by them, and so on along a chain.
create or replace function lars.inherit_terms(given uuid[]) returns void
language plpgsql set enable_seqscan = off as $$
declare
  changed uuid[] := given;
  -- A statement that would have more terms inherits none. With the limits of depth and of references below, it
  -- bounds the time that a writer keeps others waiting.
  terms_maximum constant integer := 1000;
begin
  for depth in 1..8 loop
    with referring as (
      select found.subject, found.stored, found.sequence, found.terms, found.refers_to
      from lars.statements found where found.refers_to = any(changed) limit 200
    ), own as (
      -- Given statements whose target came before them.
      select found.subject, found.stored, found.sequence, found.terms, found.refers_to
      from lars.statement_ids id join lars.statements found using (subject, stored, sequence)
      where depth = 1 and id.statement_id = any(given) and found.refers_to is not null
    ), inherited as (
      select one.subject, one.stored, one.sequence, array(
        select distinct term from unnest(
          coalesce(one.terms, '{}') || coalesce(target.terms, '{}') || array_remove(array[
            target.verb, target.activity, lars.term('agent', target.subject),
            lars.term('registration', target.registration::text),
            -- Of a kind of their own: a statement with several agents has the terms above itself.
            lars.term('target', target.verb::text), lars.term('target', target.activity::text),
            lars.term('target', target.registration::text)
          ], null)
        ) term
      ) as terms
      from (table referring union all table own) one
      join lars.statement_ids id on id.statement_id = one.refers_to
      join lars.statements target
        on (target.subject, target.stored, target.sequence) = (id.subject, id.stored, id.sequence)
      where coalesce(cardinality(one.terms), 0) + coalesce(cardinality(target.terms), 0)
        <= terms_maximum
    ), updated as (
      update lars.statements statement set terms = inherited.terms from inherited
      where (statement.subject, statement.stored, statement.sequence)
          = (inherited.subject, inherited.stored, inherited.sequence)
        and cardinality(inherited.terms) > coalesce(cardinality(statement.terms), 0)
      returning statement.statement_id
    )
    select array_agg(statement_id) into changed from updated;
    exit when changed is null;
  end loop;
end $$;


-- Marks statements that another store says are voided.
create or replace function lars.mark_voided(given_id uuid[]) returns void
language plpgsql set enable_seqscan = off as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('lars.statements', 0));
  update lars.statements statement set is_voided = true
  from lars.statement_ids known
  where known.statement_id = any(given_id)
    and (statement.subject, statement.stored, statement.sequence)
      = (known.subject, known.stored, known.sequence)
    and statement.verb <> lars.term('verb', 'http://adlnet.gov/expapi/verbs/voided')
    and not statement.is_voided;
end $$;


-- Puts in a session of cmi5, where the registration has no other that is open; or changes one that has not changed
-- since it was read. The caller holds the lock of lars.store_statements: a session and the statements that it tells
-- become visible together.
create or replace function lars.put_session(given json) returns boolean language plpgsql as $$
declare
  session lars.cmi5_sessions := json_populate_record(null::lars.cmi5_sessions, given);
begin
  if session.revision = 0 then
    insert into lars.cmi5_sessions select session.* where not exists (
      select from lars.cmi5_sessions known
      where known.subject = session.subject and known.registration = session.registration
        and known.ended_at is null
    );
  else
    update lars.cmi5_sessions known set told = session.told, latest = session.latest,
      heard_at = session.heard_at, ended_at = session.ended_at, ended_by = session.ended_by,
      revision = session.revision
    where known.subject = session.subject and known.session_id = session.session_id
      and known.revision = session.revision - 1;
  end if;
  if not found then
    raise exception 'Others have changed the session.' using errcode = 'serialization_failure';
  end if;
  return true;
end $$;


-- lars.store_statements for one statement, as most requests bring it, without tables on the way. False: its id is
-- taken, and nothing is stored. is_named false: the id is new, so that nothing can be stored under it, refer to it or
-- void it.
create or replace function lars.store_statement(
  is_named boolean, given_id uuid, given_subject text, given_stored timestamptz, given_verb bigint,
  given_activity bigint, given_registration uuid, given_authority bigint, given_terms text,
  given_courses text, given_within text, given_attached text, given_refers_to uuid,
  given_voids uuid, given_voids_of text, given_dto_id text, given_statement json
) returns boolean
language plpgsql set enable_seqscan = off set lock_timeout = '5s' as $$
declare
  -- An expression: a query of its own would take five times as long.
  is_locked boolean := pg_advisory_xact_lock(hashtextextended('lars.statements', 0)) is not null;
  is_referred_to boolean := false;
  is_void boolean := false;
  taken timestamptz;
  number bigint;
begin
  if is_named then
    if exists (select from lars.statement_ids where statement_id = given_id) then
      return false;
    end if;
    is_referred_to := exists (select from lars.statements where refers_to = given_id);
    is_void := given_verb <> lars.term('verb', 'http://adlnet.gov/expapi/verbs/voided') and exists (
      select from lars.voidings
      where statement_id = given_id and subject in ('', given_subject)
    );
  end if;

  -- Clocks can go back; what is stored later is never stored before.
  insert into lars.statement_ids (statement_id, subject, stored, sequence)
  values (
    given_id, given_subject, coalesce(given_stored, greatest(clock_timestamp(), (
      select known.stored from lars.statements known order by known.stored desc limit 1
    ))), nextval('lars.statement_sequence')
  ) returning stored, sequence into taken, number;
  insert into lars.statements (
    subject, stored, sequence, statement_id, verb, activity, registration, authority, terms,
    courses, said_within, attached, refers_to, is_voided, dto_id, statement
  ) values (
    given_subject, taken, number, given_id, given_verb, given_activity, given_registration,
    given_authority, given_terms::bigint[], given_courses::bigint[], given_within::text[],
    given_attached::text[], given_refers_to, is_void, given_dto_id, given_statement
  );

  if is_referred_to or given_refers_to is not null then
    perform lars.inherit_terms(array[given_id]);
  end if;
  if given_voids is not null then
    perform lars.void_statements(array[given_voids], array[given_voids_of]);
  end if;
  return true;
end $$;


-- Stores the statements of several requests, each request whole or not at all. Returns the stored statements under
-- the ids of the requests that were refused. Statements are a line each, because an array would escape each of their
-- quotation marks. A list whose entries are all null comes as null.
--
-- One transaction writes at a time, until its end: statements become visible in the order of their times and
-- sequences, so that a reader of one has read all before it.
create or replace function lars.store_statements(
  given_request integer[], given_id uuid[], given_subject text[], given_stored timestamptz[],
  given_verb bigint[], given_activity bigint[], given_registration uuid[],
  given_authority bigint[], given_terms text[], given_courses text[], given_within text[],
  given_attached text[], given_refers_to uuid[], given_voids uuid[], given_voids_of text[],
  given_dto_id text[], given_statements text
) returns table (request integer, statement_id uuid, dto_id text, statement text)
-- Without sequential scans, because plans that were made for empty tables are kept. A writer that waits too long for
-- the lock fails and frees its connection.
language plpgsql set enable_seqscan = off set lock_timeout = '5s' as $$
#variable_conflict use_column
declare
  refused integer[] := '{}';
  returned bigint;
  expected bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('lars.statements', 0));

  if exists (select from lars.statement_ids known where known.statement_id = any(given_id)) then
    return query
      select given.request, given.id, there.dto_id, there.statement::text
      from unnest(given_request, given_id) given (request, id)
      join lars.statement_ids known on known.statement_id = given.id
      join lars.statements there on (there.subject, there.stored, there.sequence)
        = (known.subject, known.stored, known.sequence);
    get diagnostics returned = row_count;
    select array_agg(distinct given.request), count(*) into refused, expected
    from unnest(given_request, given_id) given (request, id)
    join lars.statement_ids known on known.statement_id = given.id;
    -- An id without a statement is never answered as stored.
    if returned <> expected then
      raise data_corrupted using message = 'An id is kept of which there is no statement.';
    end if;
  end if;

  -- A single statement needs no table on its way, which takes time.
  if cardinality(given_id) = 1 and refused = '{}' then
    with named as (
      insert into lars.statement_ids (statement_id, subject, stored, sequence)
      values (
        given_id[1], given_subject[1], coalesce(given_stored[1], greatest(clock_timestamp(), (
          select known.stored from lars.statements known order by known.stored desc limit 1
        ))), nextval('lars.statement_sequence')
      ) returning stored, sequence
    )
    insert into lars.statements (
      subject, stored, sequence, statement_id, verb, activity, registration, authority, terms,
      courses, said_within, attached, refers_to, is_voided, dto_id, statement
    )
    select given_subject[1], stored, sequence, given_id[1], given_verb[1], given_activity[1],
      given_registration[1], given_authority[1], given_terms[1]::bigint[], given_courses[1]::bigint[],
      given_within[1]::text[], given_attached[1]::text[], given_refers_to[1],
      given_verb[1] <> lars.term('verb', 'http://adlnet.gov/expapi/verbs/voided') and exists (
        select from lars.voidings voiding where voiding.statement_id = given_id[1]
          and voiding.subject in ('', given_subject[1])
      ),
      given_dto_id[1], given_statements::json
    from named;
  else
    with given as materialized (
      select nextval('lars.statement_sequence') as sequence,
        -- Clocks can go back; what is stored later is never stored before.
        coalesce(one.stored, greatest(clock_timestamp(), (
          select known.stored from lars.statements known order by known.stored desc limit 1
        ))) as stored,
        one.id, one.subject, one.verb, one.activity, one.registration, one.authority,
        one.terms::bigint[] as terms, one.courses::bigint[] as courses,
        one.within::text[] as said_within, one.attached::text[] as attached, one.refers_to,
        one.dto_id, one.statement::json
      from unnest(
        given_request, given_id, given_subject, given_stored, given_verb, given_activity,
        given_registration, given_authority, given_terms, given_courses, given_within,
        given_attached, given_refers_to, given_dto_id, string_to_array(given_statements, E'\n')
      ) one (
        request, id, subject, stored, verb, activity, registration, authority, terms, courses,
        within, attached, refers_to, dto_id, statement
      )
      where one.request <> all(refused)
    ), named as (
      insert into lars.statement_ids (statement_id, subject, stored, sequence)
      select id, subject, stored, sequence from given
    )
    insert into lars.statements (
      subject, stored, sequence, statement_id, verb, activity, registration, authority, terms,
      courses, said_within, attached, refers_to, is_voided, dto_id, statement
    )
    select subject, stored, sequence, id, verb, activity, registration, authority, terms, courses,
      said_within, attached, refers_to,
      verb <> lars.term('verb', 'http://adlnet.gov/expapi/verbs/voided') and exists (
        select from lars.voidings voiding where voiding.statement_id = given.id
          and voiding.subject in ('', given.subject)
      ),
      dto_id, statement
    from given;
  end if;

  if exists (select from lars.statements where refers_to = any(given_id))
    or given_refers_to is not null
  then
    perform lars.inherit_terms(given_id);
  end if;
  if given_voids is not null then
    perform lars.void_statements(array_agg(one.voids), array_agg(one.voids_of))
    from unnest(given_request, given_voids, given_voids_of) one (request, voids, voids_of)
    where one.voids is not null and one.request <> all(refused);
  end if;
end $$;


-- A value that statements are found by: the first 64 bits of SHA-256 over its kind and itself. store/terms.ts gives
-- the same; the columns of stored statements hold it, so that it never changes.
create or replace function lars.term(kind text, value text) returns bigint language sql immutable parallel safe
return ('x' || encode(substring(
  sha256(convert_to(kind || chr(10) || value, 'UTF8')) for 8
), 'hex'))::bit(64)::bigint;


-- Voids statements, also those that are still to come; a statement that voids cannot be voided. given_subject: the
-- subject that the statement must have, and then its authority must be that of the voiding statement; null: any.
create or replace function lars.void_statements(given_id uuid[], given_subject text[]) returns void
language sql set enable_seqscan = off as $$
  insert into lars.voidings (statement_id, subject)
  select distinct id, coalesce(subject, '') from unnest(given_id, given_subject) given (id, subject)
  on conflict do nothing;

  update lars.statements statement set is_voided = true
  from unnest(given_id, given_subject) given (id, owner)
  join lars.statement_ids known on known.statement_id = given.id
  where (statement.subject, statement.stored, statement.sequence)
      = (known.subject, known.stored, known.sequence)
    and (given.owner is null or given.owner = statement.subject and exists (
      select from lars.statements voiding
      where voiding.refers_to = given.id and voiding.subject = given.owner
        and voiding.verb = lars.term('verb', 'http://adlnet.gov/expapi/verbs/voided')
        and voiding.authority is not distinct from statement.authority
    ))
    and statement.verb <> lars.term('verb', 'http://adlnet.gov/expapi/verbs/voided');
$$;




    SET LOCAL lock_timeout = 30000;
    SET LOCAL idle_in_transaction_session_timeout = 30000;
    SELECT pg_advisory_xact_lock(('x' || encode(sha224((current_database() || '.pgboss.jobs')::bytea), 'hex'))::bit(64)::bigint);
CREATE SCHEMA IF NOT EXISTS jobs;

    CREATE TYPE jobs.job_state AS ENUM (
      'created',
      'retry',
      'active',
      'completed',
      'cancelled',
      'failed'
    )
  ;

    CREATE FUNCTION jobs.job_now()
    RETURNS timestamp with time zone AS
    $$
      SELECT pg_catalog.now();
    $$
    LANGUAGE sql STABLE;
  ;

    CREATE TABLE jobs.version (
      version int primary key,
      cron_on timestamp with time zone,
      bam_on timestamp with time zone,
      flow_on timestamp with time zone,
      reindex_on timestamp with time zone,
      monitor_backoff_on timestamp with time zone
    )
  ;

    CREATE TABLE jobs.queue (
      name text NOT NULL,
      policy text NOT NULL,
      retry_limit int NOT NULL,
      retry_delay int NOT NULL,
      retry_backoff bool NOT NULL,
      retry_delay_max int,
      expire_seconds int NOT NULL,
      retention_seconds int NOT NULL,
      deletion_seconds int NOT NULL,
      dead_letter text REFERENCES jobs.queue (name) CHECK (dead_letter IS DISTINCT FROM name),
      partition bool NOT NULL,
      table_name text NOT NULL,
      deferred_count int NOT NULL default 0,
      queued_count int NOT NULL default 0,
      ready_count int NOT NULL default 0,
      warning_queued int NOT NULL default 0,
      active_count int NOT NULL default 0,
      failed_count int NOT NULL default 0,
      total_count int NOT NULL default 0,
      created_delta int NOT NULL default 0,
      completed_delta int NOT NULL default 0,
      failed_delta int NOT NULL default 0,
      delta_on timestamp with time zone,
      delta_seconds int,
      ready_history int[] NOT NULL default '{}',
      heartbeat_seconds int,
      notify bool NOT NULL DEFAULT false,
      singletons_active text[],
      monitor_claim_on timestamp with time zone,
      monitor_on timestamp with time zone,
      maintain_on timestamp with time zone,
      created_on timestamp with time zone not null default now(),
      updated_on timestamp with time zone not null default now(),
      PRIMARY KEY (name)
    )
  ;

    CREATE TABLE jobs.schedule (
      name text REFERENCES jobs.queue ON DELETE CASCADE,
      key text not null DEFAULT '',
      kind text not null DEFAULT 'cron' CHECK (kind IN ('cron', 'rrule')),
      cron text not null,
      timezone text DEFAULT 'UTC',
      data jsonb,
      options jsonb,
      created_on timestamp with time zone not null default now(),
      updated_on timestamp with time zone not null default now(),
      last_job_id uuid,
      PRIMARY KEY (name, key)
    )
  ;

    CREATE TABLE jobs.subscription (
      event text not null,
      name text not null REFERENCES jobs.queue ON DELETE CASCADE,
      created_on timestamp with time zone not null default now(),
      updated_on timestamp with time zone not null default now(),
      PRIMARY KEY(event, name)
    )
  ;

    CREATE TABLE jobs.bam (
      id uuid PRIMARY KEY default gen_random_uuid(),
      name text NOT NULL,
      version int NOT NULL,
      status text NOT NULL DEFAULT 'pending',
      queue text,
      table_name text NOT NULL,
      command text NOT NULL,
      error text,
      created_on timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
      started_on timestamp with time zone,
      completed_on timestamp with time zone
    )
  ;

    CREATE FUNCTION jobs.job_table_format(command text, table_name text)
    RETURNS text AS
    $$
      SELECT format(
        regexp_replace(
          regexp_replace(command, '\.job\y', '.%1$I', 'g'),
          '\yjob_i(\d+)', '%1$s_i\1', 'g'
        ),
        table_name
      );
    $$
    LANGUAGE sql IMMUTABLE;
  ;

    CREATE FUNCTION jobs.job_table_run(command text, tbl_name text DEFAULT NULL, queue_name text DEFAULT NULL)
    RETURNS VOID AS
    $$
    DECLARE
      tbl RECORD;
    BEGIN
      IF queue_name IS NOT NULL THEN
        SELECT table_name INTO tbl_name FROM jobs.queue WHERE name = queue_name;
      END IF;

      IF tbl_name IS NOT NULL THEN
        EXECUTE jobs.job_table_format(command, tbl_name);
        RETURN;
      END IF;

      EXECUTE jobs.job_table_format(command, 'job_common');

      FOR tbl IN SELECT table_name FROM jobs.queue WHERE partition = true
      LOOP
        EXECUTE jobs.job_table_format(command, tbl.table_name);
      END LOOP;
    END;
    $$
    LANGUAGE plpgsql;
  ;

    CREATE FUNCTION jobs.job_table_run_async(command_name text, version int, command text, tbl_name text DEFAULT NULL, queue_name text DEFAULT NULL)
    RETURNS VOID AS
    $$
    BEGIN
      IF queue_name IS NOT NULL THEN
        SELECT table_name INTO tbl_name FROM jobs.queue WHERE name = queue_name;
      END IF;

      IF tbl_name IS NOT NULL THEN
        INSERT INTO jobs.bam (name, version, status, queue, table_name, command)
        VALUES (
          command_name,
          version,
          'pending',
          queue_name,
          tbl_name,
          jobs.job_table_format(command, tbl_name)
        );
        RETURN;
      END IF;

      INSERT INTO jobs.bam (name, version, status, queue, table_name, command)
      SELECT
        command_name,
        version,
        'pending',
        NULL,
        'job_common',
        jobs.job_table_format(command, 'job_common')
      UNION ALL
      SELECT
        command_name,
        version,
        'pending',
        queue.name,
        queue.table_name,
        jobs.job_table_format(command, queue.table_name)
      FROM jobs.queue
      WHERE partition = true;
    END;
    $$
    LANGUAGE plpgsql;
  ;

    CREATE TABLE jobs.job (
      id uuid not null default gen_random_uuid(),
      name text not null,
      priority integer not null default(0),
      data jsonb,
      state jobs.job_state not null default 'created',
      retry_limit integer not null default 2,
      retry_count integer not null default 0,
      retry_delay integer not null default 0,
      retry_backoff boolean not null default false,
      retry_delay_max integer,
      expire_seconds int not null default 900,
      deletion_seconds int not null default 604800,
      singleton_key text,
      singleton_on timestamp without time zone,
      group_id text,
      group_tier text,
      start_after timestamp with time zone not null default now(),
      created_on timestamp with time zone not null default now(),
      started_on timestamp with time zone,
      completed_on timestamp with time zone,
      keep_until timestamp with time zone NOT NULL default now() + interval '1209600',
      output jsonb,
      dead_letter text,
      policy text,
      heartbeat_on timestamp with time zone,
      heartbeat_seconds int,
      blocked boolean not null default false,
      blocking boolean not null default false,
      pending_dependencies int not null default 0,
      source_name text,
      source_id uuid,
      source_created_on timestamp with time zone,
      source_retry_count int,
      source_output jsonb,
      source_root_id uuid
    ) PARTITION BY LIST (name)
  ;
ALTER TABLE jobs.job ADD PRIMARY KEY (name, id);

    CREATE TABLE jobs.job_common (LIKE jobs.job INCLUDING GENERATED INCLUDING DEFAULTS);

    SELECT jobs.job_table_run($cmd$ALTER TABLE jobs.job ADD PRIMARY KEY (name, id)$cmd$, 'job_common');
    SELECT jobs.job_table_run($cmd$ALTER TABLE jobs.job ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES jobs.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED$cmd$, 'job_common');
    SELECT jobs.job_table_run($cmd$ALTER TABLE jobs.job ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES jobs.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED$cmd$, 'job_common');
    SELECT jobs.job_table_run($cmd$CREATE UNIQUE INDEX job_i1 ON jobs.job (name, COALESCE(singleton_key, '')) WHERE state = 'created' AND policy = 'short'$cmd$, 'job_common');
    SELECT jobs.job_table_run($cmd$CREATE UNIQUE INDEX job_i2 ON jobs.job (name, COALESCE(singleton_key, '')) WHERE state = 'active' AND policy = 'singleton'$cmd$, 'job_common');
    SELECT jobs.job_table_run($cmd$CREATE UNIQUE INDEX job_i3 ON jobs.job (name, state, COALESCE(singleton_key, '')) WHERE state <= 'active' AND policy = 'stately'$cmd$, 'job_common');
    SELECT jobs.job_table_run($cmd$CREATE UNIQUE INDEX job_i6 ON jobs.job (name, COALESCE(singleton_key, '')) WHERE state <= 'active' AND policy = 'exclusive'$cmd$, 'job_common');
    SELECT jobs.job_table_run($cmd$CREATE UNIQUE INDEX job_i8 ON jobs.job (name, singleton_key) WHERE state IN ('active', 'retry', 'failed') AND policy = 'key_strict_fifo'$cmd$, 'job_common');
    SELECT jobs.job_table_run($cmd$CREATE INDEX job_i10 ON jobs.job (name, singleton_key, state DESC, created_on, id) INCLUDE (start_after) WHERE state < 'active' AND NOT blocked AND policy = 'key_strict_fifo'$cmd$, 'job_common');
    SELECT jobs.job_table_run($cmd$ALTER TABLE jobs.job ADD CONSTRAINT job_key_strict_fifo_singleton_key_check CHECK (NOT (policy = 'key_strict_fifo' AND singleton_key IS NULL))$cmd$, 'job_common');
    SELECT jobs.job_table_run($cmd$CREATE UNIQUE INDEX job_i4 ON jobs.job (name, singleton_on, COALESCE(singleton_key, '')) WHERE state <> 'cancelled' AND singleton_on IS NOT NULL$cmd$, 'job_common');
    SELECT jobs.job_table_run($cmd$CREATE INDEX job_i11 ON jobs.job (name, priority DESC, created_on, start_after) WHERE state < 'active' AND NOT blocked$cmd$, 'job_common');
    SELECT jobs.job_table_run($cmd$CREATE INDEX job_i7 ON jobs.job (name, group_id) WHERE state = 'active' AND group_id IS NOT NULL$cmd$, 'job_common');
    SELECT jobs.job_table_run($cmd$CREATE INDEX job_i9 ON jobs.job (name, id) WHERE blocking AND state = 'completed'$cmd$, 'job_common');
    SELECT jobs.job_table_run($cmd$CREATE INDEX job_i12 ON jobs.job (source_root_id) WHERE source_root_id IS NOT NULL$cmd$, 'job_common');

    ALTER TABLE jobs.job ATTACH PARTITION jobs.job_common DEFAULT;
  ;

    CREATE TABLE jobs.warning (
      id uuid PRIMARY KEY default gen_random_uuid(),
      type text NOT NULL,
      message text NOT NULL,
      data jsonb,
      created_on timestamp with time zone NOT NULL DEFAULT now()
    )
  ;
CREATE INDEX warning_i1 ON jobs.warning (created_on DESC);

    CREATE TABLE jobs.queue_stats (
      id uuid NOT NULL DEFAULT gen_random_uuid(),
      name text NOT NULL,
      deferred_count int NOT NULL DEFAULT 0,
      queued_count   int NOT NULL DEFAULT 0,
      ready_count    int NOT NULL DEFAULT 0,
      active_count   int NOT NULL DEFAULT 0,
      failed_count   int NOT NULL DEFAULT 0,
      total_count    int NOT NULL DEFAULT 0,
      created_delta   int,
      completed_delta int,
      failed_delta    int,
      delta_seconds   int,
      delta_on        timestamptz,
      captured_on timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (id, captured_on)
    ) PARTITION BY RANGE (captured_on)
  ;
CREATE INDEX queue_stats_i1 ON jobs.queue_stats (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);

    DO $$
    DECLARE
      d date;
      i int;
      part_name text;
    BEGIN
      FOR i IN 0..1 LOOP
        d := (jobs.job_now() AT TIME ZONE 'UTC')::date + i;
        part_name := 'queue_stats_' || to_char(d, 'YYYYMMDD');
        IF NOT EXISTS (
          SELECT 1 FROM pg_class c
          JOIN pg_namespace n ON n.oid = c.relnamespace
          WHERE n.nspname = 'jobs' AND c.relname = part_name
        ) THEN
          EXECUTE format(
            'CREATE TABLE jobs.%I PARTITION OF jobs.queue_stats FOR VALUES FROM (%L) TO (%L)',
            part_name,
            to_char(d, 'YYYY-MM-DD') || ' 00:00:00+00',
            to_char(d + 1, 'YYYY-MM-DD') || ' 00:00:00+00'
          );
        END IF;
      END LOOP;
    END;
    $$
  ;

    CREATE TABLE jobs.job_dependency (
      child_name text NOT NULL,
      child_id uuid NOT NULL,
      parent_name text NOT NULL,
      parent_id uuid NOT NULL,
      PRIMARY KEY (child_name, child_id, parent_name, parent_id)
    )
  ;
CREATE INDEX IF NOT EXISTS job_dep_parent_idx ON jobs.job_dependency (parent_name, parent_id);

    CREATE FUNCTION jobs.create_queue(queue_name text, options jsonb)
    RETURNS VOID AS
    $$
    DECLARE
      tablename varchar := CASE WHEN options->>'partition' = 'true'
                            THEN 'j' || encode(sha224(queue_name::bytea), 'hex')
                            ELSE 'job_common'
                            END;
      queue_created_on timestamptz;
    BEGIN

      WITH q as (
        INSERT INTO jobs.queue (
          name,
          policy,
          retry_limit,
          retry_delay,
          retry_backoff,
          retry_delay_max,
          expire_seconds,
          retention_seconds,
          deletion_seconds,
          warning_queued,
          dead_letter,
          partition,
          table_name,
          heartbeat_seconds,
          notify,
          created_on,
          updated_on
        )
        VALUES (
          queue_name,
          options->>'policy',
          COALESCE((options->>'retryLimit')::int, 2),
          COALESCE((options->>'retryDelay')::int, 0),
          COALESCE((options->>'retryBackoff')::bool, false),
          (options->>'retryDelayMax')::int,
          COALESCE((options->>'expireInSeconds')::int, 900),
          COALESCE((options->>'retentionSeconds')::int, 1209600),
          COALESCE((options->>'deleteAfterSeconds')::int, 604800),
          COALESCE((options->>'warningQueueSize')::int, 0),
          options->>'deadLetter',
          COALESCE((options->>'partition')::bool, false),
          tablename,
          (options->>'heartbeatSeconds')::int,
          COALESCE((options->>'notify')::bool, false),
          jobs.job_now(),
          jobs.job_now()
        )
        ON CONFLICT DO NOTHING
        RETURNING created_on
      )
      SELECT created_on into queue_created_on from q;

      IF queue_created_on IS NULL OR options->>'partition' IS DISTINCT FROM 'true' THEN
        RETURN;
      END IF;

      EXECUTE format('CREATE TABLE jobs.%I (LIKE jobs.job INCLUDING DEFAULTS)', tablename);

      EXECUTE jobs.job_table_format($cmd$ALTER TABLE jobs.job ADD PRIMARY KEY (name, id)$cmd$, tablename);
      EXECUTE jobs.job_table_format($cmd$ALTER TABLE jobs.job ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES jobs.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED$cmd$, tablename);
      EXECUTE jobs.job_table_format($cmd$ALTER TABLE jobs.job ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES jobs.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED$cmd$, tablename);

      EXECUTE jobs.job_table_format($cmd$CREATE INDEX job_i11 ON jobs.job (name, priority DESC, created_on, start_after) WHERE state < 'active' AND NOT blocked$cmd$, tablename);
      EXECUTE jobs.job_table_format($cmd$CREATE UNIQUE INDEX job_i4 ON jobs.job (name, singleton_on, COALESCE(singleton_key, '')) WHERE state <> 'cancelled' AND singleton_on IS NOT NULL$cmd$, tablename);
      EXECUTE jobs.job_table_format($cmd$CREATE INDEX job_i7 ON jobs.job (name, group_id) WHERE state = 'active' AND group_id IS NOT NULL$cmd$, tablename);
      EXECUTE jobs.job_table_format($cmd$CREATE INDEX job_i9 ON jobs.job (name, id) WHERE blocking AND state = 'completed'$cmd$, tablename);
      EXECUTE jobs.job_table_format($cmd$CREATE INDEX job_i12 ON jobs.job (source_root_id) WHERE source_root_id IS NOT NULL$cmd$, tablename);

      IF options->>'policy' = 'short' THEN
        EXECUTE jobs.job_table_format($cmd$CREATE UNIQUE INDEX job_i1 ON jobs.job (name, COALESCE(singleton_key, '')) WHERE state = 'created' AND policy = 'short'$cmd$, tablename);
      ELSIF options->>'policy' = 'singleton' THEN
        EXECUTE jobs.job_table_format($cmd$CREATE UNIQUE INDEX job_i2 ON jobs.job (name, COALESCE(singleton_key, '')) WHERE state = 'active' AND policy = 'singleton'$cmd$, tablename);
      ELSIF options->>'policy' = 'stately' THEN
        EXECUTE jobs.job_table_format($cmd$CREATE UNIQUE INDEX job_i3 ON jobs.job (name, state, COALESCE(singleton_key, '')) WHERE state <= 'active' AND policy = 'stately'$cmd$, tablename);
      ELSIF options->>'policy' = 'exclusive' THEN
        EXECUTE jobs.job_table_format($cmd$CREATE UNIQUE INDEX job_i6 ON jobs.job (name, COALESCE(singleton_key, '')) WHERE state <= 'active' AND policy = 'exclusive'$cmd$, tablename);
      ELSIF options->>'policy' = 'key_strict_fifo' THEN
        EXECUTE jobs.job_table_format($cmd$CREATE UNIQUE INDEX job_i8 ON jobs.job (name, singleton_key) WHERE state IN ('active', 'retry', 'failed') AND policy = 'key_strict_fifo'$cmd$, tablename);
        EXECUTE jobs.job_table_format($cmd$CREATE INDEX job_i10 ON jobs.job (name, singleton_key, state DESC, created_on, id) INCLUDE (start_after) WHERE state < 'active' AND NOT blocked AND policy = 'key_strict_fifo'$cmd$, tablename);
        EXECUTE jobs.job_table_format($cmd$ALTER TABLE jobs.job ADD CONSTRAINT job_key_strict_fifo_singleton_key_check CHECK (NOT (policy = 'key_strict_fifo' AND singleton_key IS NULL))$cmd$, tablename);
      END IF;

      EXECUTE format('ALTER TABLE jobs.%I ADD CONSTRAINT cjc CHECK (name=%L)', tablename, queue_name);
      EXECUTE format('ALTER TABLE jobs.job ATTACH PARTITION jobs.%I FOR VALUES IN (%L)', tablename, queue_name);
    END;
    $$
    LANGUAGE plpgsql;
  ;

    CREATE FUNCTION jobs.delete_queue(queue_name text)
    RETURNS VOID AS
    $$
    DECLARE
      v_table varchar;
      v_partition bool;
    BEGIN
      
      SELECT table_name, partition
      FROM jobs.queue
      WHERE name = queue_name
      INTO v_table, v_partition;

      IF v_partition THEN
        EXECUTE format('DROP TABLE IF EXISTS jobs.%I', v_table);
      ELSE
        EXECUTE format('DELETE FROM jobs.%I WHERE name = %L', v_table, queue_name);
      END IF;
    
      DELETE FROM jobs.queue WHERE name = queue_name;
    END;
    $$
    LANGUAGE plpgsql;
  ;
INSERT INTO jobs.version(version) VALUES ('43');

  

insert into atma.contents (content_hash, object_id, size_in_bytes) overriding system value values
  ('02c02c9b3865de948156428452718bd20ba678db4d9694c9af8597a88590e67d', '28e85500-fea5-4536-a847-f03aed038242', '40'),
  ('526513b92c7b00f0577136f1e99e3169064a11448eb29288b00797fa6f573dee', 'ee0531f4-a851-41aa-a8be-0f60a7ad3da3', '40'),
  ('d5d71de372dd0df4a77d1fd310194adbcf94da67fcefab1d790c1608fa231689', '1d4c6bf0-bcd7-42d2-8303-a0a004fdcd1a', '40'),
  ('fd7ea9dd1efb53b847f649fd0147a38d55dd54758c447a2113e8a0fd953445ad', 'e2638ecc-6d47-4d81-a827-5894c417097d', '40')
on conflict do nothing;

insert into atma.file_versions (file_reference, space, asset_stage, asset_type, version, file_name, media_type, size_in_bytes, content_hash, product_references, is_public, distribution_channel, mandant_identifier, object_id, upload_id, media_version, created_at) overriding system value values
  ('never-sent', 'group:1b053013-c941-4429-a0db-f517ad4ea727', 'ASSET_STAGE_PROD', 'ASSET_TYPE_ASSET_EXCHANGE', '1', 'Regenbogen.bin', 'application/octet-stream', '10', NULL, '{}', 'false', NULL, NULL, NULL, '121b4e48-54da-44da-8f05-ae86976e795c', NULL, '2026-11-28 19:28:47.265966+00'),
  ('poster', 'group:1b053013-c941-4429-a0db-f517ad4ea727', 'ASSET_STAGE_PROD', 'ASSET_TYPE_ASSET_EXCHANGE', '1', 'Regenbogen.bin', 'application/octet-stream', '10', 'a7076b302be7680e5f405ade9258715521abe5df81059e0ad2fc2bc0e4aa073c', '{}', 'false', NULL, NULL, 'c104196d-929d-4309-ab0d-1ad343defd5f', 'f1e6d198-82b0-4aaa-8fcf-ea60f42b5d8f', NULL, '2026-11-28 19:28:47.265966+00'),
  ('publications/afe3b37dbd5ed1b9/02c02c9b3865de948156428452718bd20ba678db4d9694c9af8597a88590e67d/df5ebd8fdfb30b06', 'mandant:LECTERN', 'ASSET_STAGE_PROD', 'ASSET_TYPE_WEB_PUB', '1', 'a.svg', 'image/svg+xml', '40', '02c02c9b3865de948156428452718bd20ba678db4d9694c9af8597a88590e67d', '{wasser-entdecken}', 'true', 'WEBPUB', NULL, '28e85500-fea5-4536-a847-f03aed038242', 'ee2f9a64-dce6-45a8-89a5-f181c039995f', NULL, '2026-11-28 19:28:47.758889+00'),
  ('publications/afe3b37dbd5ed1b9/526513b92c7b00f0577136f1e99e3169064a11448eb29288b00797fa6f573dee/df5ebd8fdfb30b06', 'mandant:LECTERN', 'ASSET_STAGE_PROD', 'ASSET_TYPE_WEB_PUB', '1', 'a.svg', 'image/svg+xml', '40', '526513b92c7b00f0577136f1e99e3169064a11448eb29288b00797fa6f573dee', '{wasser-entdecken}', 'true', 'WEBPUB', NULL, 'ee0531f4-a851-41aa-a8be-0f60a7ad3da3', '43ebb06d-0324-4d45-878e-6bbf25563d9e', NULL, '2026-11-28 19:28:47.869601+00'),
  ('publications/afe3b37dbd5ed1b9/d5d71de372dd0df4a77d1fd310194adbcf94da67fcefab1d790c1608fa231689/df5ebd8fdfb30b06', 'mandant:LECTERN', 'ASSET_STAGE_PROD', 'ASSET_TYPE_WEB_PUB', '1', 'b.svg', 'image/svg+xml', '40', 'd5d71de372dd0df4a77d1fd310194adbcf94da67fcefab1d790c1608fa231689', '{wasser-entdecken}', 'true', 'WEBPUB', NULL, '1d4c6bf0-bcd7-42d2-8303-a0a004fdcd1a', 'e3393a3a-5419-496a-93a0-d553d284b1d2', NULL, '2026-11-28 19:28:47.885683+00'),
  ('publications/afe3b37dbd5ed1b9/fd7ea9dd1efb53b847f649fd0147a38d55dd54758c447a2113e8a0fd953445ad/df5ebd8fdfb30b06', 'mandant:LECTERN', 'ASSET_STAGE_PROD', 'ASSET_TYPE_WEB_PUB', '1', 'b.svg', 'image/svg+xml', '40', 'fd7ea9dd1efb53b847f649fd0147a38d55dd54758c447a2113e8a0fd953445ad', '{wasser-entdecken}', 'true', 'WEBPUB', NULL, 'e2638ecc-6d47-4d81-a827-5894c417097d', '90cec7a5-5450-4413-8296-2821d63ba781', NULL, '2026-11-28 19:28:47.779985+00')
on conflict do nothing;

insert into atma.files (file_reference, space, asset_stage, asset_type, newest_version, subject, created_at) overriding system value values
  ('Regenbogen', 'group:1b053013-c941-4429-a0db-f517ad4ea727', 'ASSET_STAGE_PROD', 'ASSET_TYPE_ASSET_EXCHANGE', '1', 'demo-mia', '2026-11-28 19:28:47.541267+00'),
  ('never-sent', 'group:1b053013-c941-4429-a0db-f517ad4ea727', 'ASSET_STAGE_PROD', 'ASSET_TYPE_ASSET_EXCHANGE', '0', 'demo-mia', '2026-11-28 19:28:47.265966+00'),
  ('poster', 'group:1b053013-c941-4429-a0db-f517ad4ea727', 'ASSET_STAGE_PROD', 'ASSET_TYPE_ASSET_EXCHANGE', '1', 'demo-mia', '2026-11-28 19:28:47.515359+00'),
  ('publications/afe3b37dbd5ed1b9/02c02c9b3865de948156428452718bd20ba678db4d9694c9af8597a88590e67d/df5ebd8fdfb30b06', 'mandant:LECTERN', 'ASSET_STAGE_PROD', 'ASSET_TYPE_WEB_PUB', '1', NULL, '2026-11-28 19:28:47.777032+00'),
  ('publications/afe3b37dbd5ed1b9/526513b92c7b00f0577136f1e99e3169064a11448eb29288b00797fa6f573dee/df5ebd8fdfb30b06', 'mandant:LECTERN', 'ASSET_STAGE_PROD', 'ASSET_TYPE_WEB_PUB', '1', NULL, '2026-11-28 19:28:47.882977+00'),
  ('publications/afe3b37dbd5ed1b9/d5d71de372dd0df4a77d1fd310194adbcf94da67fcefab1d790c1608fa231689/df5ebd8fdfb30b06', 'mandant:LECTERN', 'ASSET_STAGE_PROD', 'ASSET_TYPE_WEB_PUB', '1', NULL, '2026-11-28 19:28:47.897742+00'),
  ('publications/afe3b37dbd5ed1b9/fd7ea9dd1efb53b847f649fd0147a38d55dd54758c447a2113e8a0fd953445ad/df5ebd8fdfb30b06', 'mandant:LECTERN', 'ASSET_STAGE_PROD', 'ASSET_TYPE_WEB_PUB', '1', NULL, '2026-11-28 19:28:47.800659+00')
on conflict do nothing;

insert into atma.group_stores (group_id, size_in_bytes) overriding system value values
  ('1b053013-c941-4429-a0db-f517ad4ea727', '20')
on conflict do nothing;

insert into atma.removals (removal_id, object_id, store_upload, content_hash, due_at, writable_until) overriding system value values
  ('7769f28b-515a-4aa3-8443-6cf49dde0d44', '1ebcf40f-9162-457e-98e5-c1ee4eaa3982', NULL, NULL, '2026-11-28 20:28:47.544809+00', '2026-11-28 20:28:47.544809+00')
on conflict do nothing;

insert into atma.uploads (upload_id, file_reference, space, asset_stage, asset_type, version, media_type, size_in_bytes, content_hash, attempt_id, object_id, store_upload, parts, received_bytes, expires_at, completed_at, ends_with) overriding system value values
  ('121b4e48-54da-44da-8f05-ae86976e795c', 'never-sent', 'group:1b053013-c941-4429-a0db-f517ad4ea727', 'ASSET_STAGE_PROD', 'ASSET_TYPE_ASSET_EXCHANGE', '1', 'application/octet-stream', '10', NULL, NULL, NULL, NULL, '[]', '0', '2026-11-29 19:28:47.275+00', NULL, '{zBv2XiBmiK5r7Q7uvP4kZM4VVLq5Mql4vy7sBO7gp_E,X_SMXvJvKGiZC6HuXol5ejfOlDBlLPVwQnFEYywX0mg}'),
  ('43ebb06d-0324-4d45-878e-6bbf25563d9e', 'publications/afe3b37dbd5ed1b9/526513b92c7b00f0577136f1e99e3169064a11448eb29288b00797fa6f573dee/df5ebd8fdfb30b06', 'mandant:LECTERN', 'ASSET_STAGE_PROD', 'ASSET_TYPE_WEB_PUB', '1', 'image/svg+xml', '40', '526513b92c7b00f0577136f1e99e3169064a11448eb29288b00797fa6f573dee', 'ddfbc7ce-12e0-4db9-9afc-252bd826512a', 'ee0531f4-a851-41aa-a8be-0f60a7ad3da3', NULL, '[]', '40', '2026-11-29 19:28:47.872+00', '2026-11-28 19:28:47.881496+00', '{cDxPC_G0d0qbRBIwoKMM8zxDrpUHA_T2YnFrUGNmvA8,vxQ8XhnANj4hRA9a0ld8Hp4wjqMr1bO2cQuuH5yJURQ}'),
  ('90cec7a5-5450-4413-8296-2821d63ba781', 'publications/afe3b37dbd5ed1b9/fd7ea9dd1efb53b847f649fd0147a38d55dd54758c447a2113e8a0fd953445ad/df5ebd8fdfb30b06', 'mandant:LECTERN', 'ASSET_STAGE_PROD', 'ASSET_TYPE_WEB_PUB', '1', 'image/svg+xml', '40', 'fd7ea9dd1efb53b847f649fd0147a38d55dd54758c447a2113e8a0fd953445ad', '4adbce79-3fd2-45f2-a687-b8cb98a92156', 'e2638ecc-6d47-4d81-a827-5894c417097d', NULL, '[]', '40', '2026-11-29 19:28:47.782+00', '2026-11-28 19:28:47.79857+00', '{cDxPC_G0d0qbRBIwoKMM8zxDrpUHA_T2YnFrUGNmvA8,vxQ8XhnANj4hRA9a0ld8Hp4wjqMr1bO2cQuuH5yJURQ}'),
  ('e3393a3a-5419-496a-93a0-d553d284b1d2', 'publications/afe3b37dbd5ed1b9/d5d71de372dd0df4a77d1fd310194adbcf94da67fcefab1d790c1608fa231689/df5ebd8fdfb30b06', 'mandant:LECTERN', 'ASSET_STAGE_PROD', 'ASSET_TYPE_WEB_PUB', '1', 'image/svg+xml', '40', 'd5d71de372dd0df4a77d1fd310194adbcf94da67fcefab1d790c1608fa231689', 'f563202d-3b5b-4c1a-81b4-fb2a34ec738d', '1d4c6bf0-bcd7-42d2-8303-a0a004fdcd1a', NULL, '[]', '40', '2026-11-29 19:28:47.887+00', '2026-11-28 19:28:47.896298+00', '{cDxPC_G0d0qbRBIwoKMM8zxDrpUHA_T2YnFrUGNmvA8,vxQ8XhnANj4hRA9a0ld8Hp4wjqMr1bO2cQuuH5yJURQ}'),
  ('ee2f9a64-dce6-45a8-89a5-f181c039995f', 'publications/afe3b37dbd5ed1b9/02c02c9b3865de948156428452718bd20ba678db4d9694c9af8597a88590e67d/df5ebd8fdfb30b06', 'mandant:LECTERN', 'ASSET_STAGE_PROD', 'ASSET_TYPE_WEB_PUB', '1', 'image/svg+xml', '40', '02c02c9b3865de948156428452718bd20ba678db4d9694c9af8597a88590e67d', '6f22d845-3d77-4697-9c69-321ee51f3280', '28e85500-fea5-4536-a847-f03aed038242', NULL, '[]', '40', '2026-11-29 19:28:47.761+00', '2026-11-28 19:28:47.774499+00', '{cDxPC_G0d0qbRBIwoKMM8zxDrpUHA_T2YnFrUGNmvA8,vxQ8XhnANj4hRA9a0ld8Hp4wjqMr1bO2cQuuH5yJURQ}'),
  ('f1e6d198-82b0-4aaa-8fcf-ea60f42b5d8f', 'poster', 'group:1b053013-c941-4429-a0db-f517ad4ea727', 'ASSET_STAGE_PROD', 'ASSET_TYPE_ASSET_EXCHANGE', '1', 'application/octet-stream', '10', NULL, '85ece3d5-5297-4cb9-a719-a3908119bf62', 'c104196d-929d-4309-ab0d-1ad343defd5f', NULL, '[]', '10', '2026-11-29 19:28:47.272+00', '2026-11-28 19:28:47.512963+00', '{zBv2XiBmiK5r7Q7uvP4kZM4VVLq5Mql4vy7sBO7gp_E,X_SMXvJvKGiZC6HuXol5ejfOlDBlLPVwQnFEYywX0mg}')
on conflict do nothing;

insert into atma.video_convert_objects (video_convert_id, object_id, store_upload) overriding system value values
  ('77413c29-4426-442a-8010-b8f357a40278', 'd558ce5d-1beb-4a19-b6e8-47b883308412', NULL)
on conflict do nothing;

insert into atma.video_converts (video_convert_id, file_reference, space, asset_stage, asset_type, requested_version, source_version, video_rendition, height_in_pixels, target_file_reference, state, turn, round, attempt_id, attempts, progress_in_percent, failure, created_at, finished_at) overriding system value values
  ('77413c29-4426-442a-8010-b8f357a40278', 'film', 'mandant:LECTERN', 'ASSET_STAGE_PROD', 'ASSET_TYPE_WEB_PUB', '0', '1', 'VIDEO_RENDITION_HLS', NULL, 'film.m3u8', 'DONE', 'bd781736-b250-4d45-a503-9ec7d3bf0e50', '0', NULL, '0', '0', NULL, '2026-11-28 19:28:48.124775+00', NULL)
on conflict do nothing;

insert into aua.applications (subject) overriding system value values
  ('lectern-order-system'),
  ('lectern-publisher'),
  ('lectern-shell')
on conflict do nothing;

insert into aua.audit_log (entry_id, at, kind, call, token_subject, login_subject, client_id, subject, correlation_id, code, change) overriding system value values
  ('01eb31ea-ff6c-4eee-8c95-e03257380293', '2026-11-28 19:28:47.729057+00', 'change', '/clag/v1/publishing/begin', 'demo-lea', NULL, 'lectern-shell', NULL, '209ccace-2161-4878-8e8b-53c4f16c9525', NULL, '{"issue": {"title": "Stand 1", "issue_id": "wasser-2026", "distribution_channel": "WEBPUB"}, "course": {"title": "Kurs wasser", "course_id": "wasser"}, "version": 1, "mandant_identifier": "LECTERN"}'),
  ('09d51343-a8f5-4f3f-8ca1-9decb9eed9a2', '2026-11-28 19:28:47.838257+00', 'change', '/clag/v1/publishing/switchOver', 'demo-lea', NULL, 'lectern-shell', NULL, '6ff6ccfb-794b-4516-b515-cedcc336aced', NULL, '{"version": 1, "issue_id": "wasser-2026", "course_id": "wasser"}'),
  ('0f1ae510-64fe-48d9-832d-8f63b86e9208', '2026-11-28 19:28:47.611444+00', 'change', '/lima/licenseOverride/save', 'demo-sofia', NULL, 'lectern-shell', 'demo-mia', '602346dc-df78-4897-8b72-344412850f6b', NULL, '{"subject": "demo-mia", "license_code": "ZNG69-V0TNM-VFWMJ-Z7ECE-PV680", "license_override": {"reason": "why", "ends_at": "2999-01-01T00:00:00.000Z", "license_override_id": "76535517-634d-4a30-bad9-5a2f16dffa52", "license_override_kind": "LICENSE_OVERRIDE_KIND_EXTEND"}}'),
  ('22414be4-9412-4e90-9cb7-e74ade9a2b8d', '2026-11-28 19:28:47.873801+00', 'change', '/atma/v2/fileConfig/save', 'demo-lea', NULL, 'lectern-shell', NULL, 'ba5b3413-7282-44de-b0df-85f8e6e3b6b2', NULL, '{"files": [{"version": 1, "file_name": "a.svg", "is_public": true, "asset_type": "ASSET_TYPE_WEB_PUB", "media_type": "image/svg+xml", "asset_stage": "ASSET_STAGE_PROD", "content_hash": "526513b92c7b00f0577136f1e99e3169064a11448eb29288b00797fa6f573dee", "size_in_bytes": 40, "file_reference": "publications/afe3b37dbd5ed1b9/526513b92c7b00f0577136f1e99e3169064a11448eb29288b00797fa6f573dee/df5ebd8fdfb30b06", "mandant_identifier": "LECTERN", "product_references": ["wasser-entdecken"], "distribution_channel": "WEBPUB"}]}'),
  ('36374eb6-3236-40e8-8e7d-3346fbc5dd6a', '2026-11-28 19:28:47.91351+00', 'change', '/clag/v1/publishing/switchOver', 'demo-lea', NULL, 'lectern-shell', NULL, '437331a8-cb31-4c0e-a1a6-7fa3ef189066', NULL, '{"version": 2, "issue_id": "wasser-2026", "course_id": "wasser", "replaced_version": 1}'),
  ('5b8e0475-295e-4869-ae2f-49e37272946b', '2026-11-28 19:28:47.990952+00', 'change', '/aua/v1/user/delete', 'demo-sofia', NULL, 'lectern-shell', 'erased-edce3c65-f081-406b-a47b-f299462f2cc4', 'ad69f5d9-8b7c-4417-8f64-516696f9a3d5', NULL, '{"subject": "erased-edce3c65-f081-406b-a47b-f299462f2cc4"}'),
  ('76ed57a1-8e13-4519-bfa2-efe6f2125b0c', '2026-11-28 19:28:47.84827+00', 'change', '/clag/v1/publishing/begin', 'demo-lea', NULL, 'lectern-shell', NULL, '0018e6ce-8ffe-4285-a9a0-d43f61e420f8', NULL, '{"issue": {"title": "Stand 2", "issue_id": "wasser-2026", "distribution_channel": "WEBPUB"}, "course": {"title": "Kurs wasser", "course_id": "wasser"}, "version": 2, "mandant_identifier": "LECTERN"}'),
  ('7aeabfe1-4bd9-4cbe-ad22-527b39667c8b', '2026-11-28 19:28:47.588475+00', 'change', '/lima/licenseOrder/save', 'demo-sofia', NULL, 'lectern-shell', 'demo-mia', '4b58f9ec-cd93-439b-a3e8-a3dad022831c', NULL, '{"subject": "demo-mia", "license_code": "ZNG69-V0TNM-VFWMJ-Z7ECE-PV680", "license_order": {"seats": 5, "group_id": "1b053013-c941-4429-a0db-f517ad4ea727", "license_strategy": "LICENSE_STRATEGY_GROUP", "product_reference": "wasser-entdecken", "mandant_identifier": "LECTERN", "order_system_identifier": "SHOP", "license_order_identifier": "38c454f9-9b97-4c66-b6b3-1365b94fa1d1"}}'),
  ('7c437fa5-99c2-4856-9c3b-c31997033995', '2026-11-28 19:28:47.888469+00', 'change', '/atma/v2/fileConfig/save', 'demo-lea', NULL, 'lectern-shell', NULL, 'fc7f7f3e-7419-4ec6-9145-3e742ad1b7b8', NULL, '{"files": [{"version": 1, "file_name": "b.svg", "is_public": true, "asset_type": "ASSET_TYPE_WEB_PUB", "media_type": "image/svg+xml", "asset_stage": "ASSET_STAGE_PROD", "content_hash": "d5d71de372dd0df4a77d1fd310194adbcf94da67fcefab1d790c1608fa231689", "size_in_bytes": 40, "file_reference": "publications/afe3b37dbd5ed1b9/d5d71de372dd0df4a77d1fd310194adbcf94da67fcefab1d790c1608fa231689/df5ebd8fdfb30b06", "mandant_identifier": "LECTERN", "product_references": ["wasser-entdecken"], "distribution_channel": "WEBPUB"}]}'),
  ('9756df8b-665f-44c9-be0b-3a099e69e924', '2026-11-28 19:28:48.100394+00', 'change', '/aua/v1/user/link', 'demo-ben', NULL, 'lectern-shell', 'demo-ben', 'b368eb53-a15c-4114-acc9-c9e95a7e09a7', NULL, '{"migrate": true, "subject": "demo-ben", "to_subject": "demo-thomas"}'),
  ('b3eeae67-682b-442d-b415-e45dffd3b020', '2026-11-28 19:28:47.763279+00', 'change', '/atma/v2/fileConfig/save', 'demo-lea', NULL, 'lectern-shell', NULL, '43d3b50f-5387-4906-88e2-fc9186a0debf', NULL, '{"files": [{"version": 1, "file_name": "a.svg", "is_public": true, "asset_type": "ASSET_TYPE_WEB_PUB", "media_type": "image/svg+xml", "asset_stage": "ASSET_STAGE_PROD", "content_hash": "02c02c9b3865de948156428452718bd20ba678db4d9694c9af8597a88590e67d", "size_in_bytes": 40, "file_reference": "publications/afe3b37dbd5ed1b9/02c02c9b3865de948156428452718bd20ba678db4d9694c9af8597a88590e67d/df5ebd8fdfb30b06", "mandant_identifier": "LECTERN", "product_references": ["wasser-entdecken"], "distribution_channel": "WEBPUB"}]}'),
  ('bf8fe75b-61f9-40dc-816b-442842b268af', '2026-11-28 19:28:47.784037+00', 'change', '/atma/v2/fileConfig/save', 'demo-lea', NULL, 'lectern-shell', NULL, '63425928-18d0-4a51-8958-a6f8622199d9', NULL, '{"files": [{"version": 1, "file_name": "b.svg", "is_public": true, "asset_type": "ASSET_TYPE_WEB_PUB", "media_type": "image/svg+xml", "asset_stage": "ASSET_STAGE_PROD", "content_hash": "fd7ea9dd1efb53b847f649fd0147a38d55dd54758c447a2113e8a0fd953445ad", "size_in_bytes": 40, "file_reference": "publications/afe3b37dbd5ed1b9/fd7ea9dd1efb53b847f649fd0147a38d55dd54758c447a2113e8a0fd953445ad/df5ebd8fdfb30b06", "mandant_identifier": "LECTERN", "product_references": ["wasser-entdecken"], "distribution_channel": "WEBPUB"}]}'),
  ('dd0ae624-b39f-43ad-8d86-fed2f9f06a08', '2026-11-28 19:28:47.622263+00', 'change', '/osc/coupon/change', 'demo-sofia', NULL, 'lectern-shell', NULL, '399072b5-ec28-4408-a9b7-c3812acea4ee', NULL, '{"coupons_made": 1, "batch_identifier": "4b922b13-6fba-4540-b88e-d625cf760c4c"}'),
  ('df999cc6-58f9-43aa-9fff-ff159043f5a2', '2026-11-28 19:28:47.636991+00', 'change', '/lima/licenseOrder/save', NULL, NULL, NULL, 'demo-mia', '3d1797cf-644b-4ab3-9415-ae3d24c586b7', NULL, '{"reason": "The coupon was activated.", "license_code": "THCHS-8RAK3-ZWRZ5-2HQ8V-C6SMV", "license_order": {"seats": 1, "valid_from": "2026-11-28T19:28:47.627Z", "license_strategy": "LICENSE_STRATEGY_USER", "product_reference": "wasser-entdecken", "mandant_identifier": "LECTERN", "order_system_identifier": "IAPROS1", "license_order_identifier": "coupon:DXWD9KT7WT367CMX"}}')
on conflict do nothing;

insert into aua.cloud_migrations (subject, started_at, finalized_at) overriding system value values
  ('demo-mia', '2026-11-28 19:28:47.177279+00', NULL)
on conflict do nothing;

insert into aua.denied_sessions (issuer, kind, value, denied_at) overriding system value values
  ('https://login.example', 'session', 'sid', '2026-11-28 19:28:48.121886+00')
on conflict do nothing;

insert into aua.erased_subjects (subject_hash, erased_at) overriding system value values
  ('AqWtuH2zX8907seSkZzmDxVGD3etBI3adyPYwVuzTv0', '2026-11-28 19:28:48.06+00')
on conflict do nothing;

insert into aua.identities (subject, identity_provider_identifier, external_id, groups, updated_at) overriding system value values
  ('demo-mia', 'BEOOK_1', 'demo-mia', '{}', '2026-11-28 19:28:47.150144+00'),
  ('demo-mia', 'EDULOG', '93d0de2d-bb17-49fb-aee5-f0e18cf4136b', '{}', '2026-11-28 19:28:47.160219+00')
on conflict do nothing;

insert into aua.identity_providers (identity_provider_identifier) overriding system value values
  ('BEOOK_1')
on conflict do nothing;

insert into aua.outbox_keys (subject, key) overriding system value values
  ('demo-mia', 'y8Ze7qePuDiTn6FwrujRd-J2KENTkgtGMe1fzwU4NuQ')
on conflict do nothing;

insert into aua.permissions (permission, description, built_in) overriding system value values
  ('annotation.read', 'Read own annotations, notes and bookmarks.', 'true'),
  ('annotation.write', 'Write own annotations, notes and bookmarks.', 'true'),
  ('cache.flush', 'Drop the cached entitlements of a service.', 'true'),
  ('content.publish', 'Publish courses of the own mandants, and roll them back.', 'true'),
  ('content.publish-for-all', 'Publish courses and files of every mandant, not only of the own ones.', 'true'),
  ('content.search', 'Search own notes and answers, and the texts of a course.', 'true'),
  ('content.sync', 'Exchange changes of an issue between devices.', 'true'),
  ('coupon.manage', 'Make, change, search and withdraw coupons.', 'true'),
  ('coupon.redeem', 'Look up and activate a coupon by its code.', 'true'),
  ('coupon.search', 'Search coupons and see their history.', 'true'),
  ('device.read', 'Read own devices.', 'true'),
  ('device.read-any', 'Read any user''s devices.', 'true'),
  ('device.write', 'Register and unregister own devices.', 'true'),
  ('exercise.read', 'Read own answers, and attributes of exercises.', 'true'),
  ('exercise.write', 'Write and delete own answers.', 'true'),
  ('file.exchange', 'Exchange files within a group.', 'true'),
  ('file.publish', 'Save and delete files of a publication, and convert videos.', 'true'),
  ('file.read', 'Get the address of a file that a licence opens.', 'true'),
  ('group.join', 'Join a group by its code, leave it, and set how one appears in it.', 'true'),
  ('group.lead', 'Create groups, and change those that one leads.', 'true'),
  ('group.migrate', 'Move groups between providers.', 'true'),
  ('group.read', 'Read own groups and their members.', 'true'),
  ('group.read-any', 'Read any user''s groups.', 'true'),
  ('license-order.manage', 'Save and delete licence orders.', 'true'),
  ('license-order.read', 'Read own licence orders.', 'true'),
  ('license-order.read-any', 'Read any user''s licence orders.', 'true'),
  ('license-override.manage', 'Extend or block a licence, with a reason and an end.', 'true'),
  ('license.manage', 'Take licences and seats from users.', 'true'),
  ('license.read', 'Read licences, and whether they open a product.', 'true'),
  ('license.read-any', 'Read any user''s licences.', 'true'),
  ('license.use', 'Obtain, keep and give back the seat of a licence.', 'true'),
  ('link.resolve', 'Resolve a reference to its place in an issue.', 'true'),
  ('local-store.read', 'Read own local store items.', 'true'),
  ('local-store.write', 'Write own local store items.', 'true'),
  ('mandant.any', 'Let the other permissions hold for what is of every publisher (mandant), not only of the own ones.', 'true'),
  ('order-relation.notify', 'Tell order systems of changes.', 'true'),
  ('order-relation.read', 'Read which customer of an order system one is.', 'true'),
  ('order-relation.read-any', 'Read which customer any user is.', 'true'),
  ('order-system.manage', 'Register order systems.', 'true'),
  ('order.create', 'Create orders.', 'true'),
  ('order.sync', 'Bring own orders up to date.', 'true'),
  ('order.sync-any', 'Bring any user''s orders up to date.', 'true'),
  ('product.manage', 'Save products.', 'true'),
  ('property-template.manage', 'Say which properties users can have.', 'true'),
  ('property-template.read', 'Read which properties users can have.', 'true'),
  ('provider.read', 'Read identity providers and the groups there.', 'true'),
  ('record.read', 'Read own learning records.', 'true'),
  ('record.read-any', 'Read any user''s learning records.', 'true'),
  ('record.write', 'Write own learning records.', 'true'),
  ('role.assign', 'Set the roles of users.', 'true'),
  ('role.manage', 'Create, change and delete roles and permissions.', 'true'),
  ('role.read', 'Read roles, permissions and what they stand for.', 'true'),
  ('subject.act-for', 'Send another X-Ia-Subject than that of the token.', 'true'),
  ('topic.read', 'Read own topics and attributes of topics.', 'true'),
  ('topic.write', 'Write own topics and attributes of topics.', 'true'),
  ('user-data.erase', 'Erase own data of a course.', 'true'),
  ('user-data.export', 'Download all own data of a course.', 'true'),
  ('user-data.import', 'Restore own data of a course.', 'true'),
  ('user.erase', 'Erase a user and all of its data.', 'true'),
  ('user.erase-own', 'Erase oneself, with all data.', 'true'),
  ('user.export-own', 'Download all that is kept of oneself.', 'true'),
  ('user.link', 'Link two subjects whose tokens one holds.', 'true'),
  ('user.manage', 'Create and change users, their properties, e-mail, mandant groups and identities.', 'true'),
  ('user.migrate', 'Start and finalize the own cloud migration.', 'true'),
  ('user.migrate-any', 'Start the cloud migration of any user.', 'true'),
  ('user.read', 'Read a user, its properties, identities and roles.', 'true'),
  ('user.read-any', 'Read any user.', 'true'),
  ('user.refresh', 'Refresh a user from the identity provider with its own token.', 'true'),
  ('user.refresh-any', 'Refresh any user from the provider directory.', 'true'),
  ('user.search', 'Search all users.', 'true'),
  ('user.upload', 'Get a token for the upload area of the file gateway.', 'true'),
  ('user.write-property', 'Set own properties.', 'true')
on conflict do nothing;

insert into aua.properties (subject, key, value) overriding system value values
  ('demo-mia', 'only-Regenbogen', 'Regenbogen'),
  ('demo-mia', 'theme', 'Regenbogen')
on conflict do nothing;

insert into aua.property_templates (key, description, enabled) overriding system value values
  ('theme', 'Colours', 'true')
on conflict do nothing;

insert into aua.provider_groups (identity_provider_identifier, group_name) overriding system value values
  ('EDULOG', '5b')
on conflict do nothing;

insert into aua.role_permissions (role, permission) overriding system value values
  ('administrator', 'annotation.read'),
  ('administrator', 'annotation.write'),
  ('administrator', 'cache.flush'),
  ('administrator', 'content.publish'),
  ('administrator', 'content.publish-for-all'),
  ('administrator', 'content.search'),
  ('administrator', 'content.sync'),
  ('administrator', 'coupon.manage'),
  ('administrator', 'coupon.redeem'),
  ('administrator', 'coupon.search'),
  ('administrator', 'device.read'),
  ('administrator', 'device.read-any'),
  ('administrator', 'device.write'),
  ('administrator', 'exercise.read'),
  ('administrator', 'exercise.write'),
  ('administrator', 'file.exchange'),
  ('administrator', 'file.publish'),
  ('administrator', 'file.read'),
  ('administrator', 'group.join'),
  ('administrator', 'group.lead'),
  ('administrator', 'group.migrate'),
  ('administrator', 'group.read'),
  ('administrator', 'group.read-any'),
  ('administrator', 'license-order.manage'),
  ('administrator', 'license-order.read'),
  ('administrator', 'license-order.read-any'),
  ('administrator', 'license-override.manage'),
  ('administrator', 'license.manage'),
  ('administrator', 'license.read'),
  ('administrator', 'license.read-any'),
  ('administrator', 'license.use'),
  ('administrator', 'link.resolve'),
  ('administrator', 'local-store.read'),
  ('administrator', 'local-store.write'),
  ('administrator', 'mandant.any'),
  ('administrator', 'order-relation.notify'),
  ('administrator', 'order-relation.read'),
  ('administrator', 'order-relation.read-any'),
  ('administrator', 'order-system.manage'),
  ('administrator', 'order.create'),
  ('administrator', 'order.sync'),
  ('administrator', 'order.sync-any'),
  ('administrator', 'product.manage'),
  ('administrator', 'property-template.manage'),
  ('administrator', 'property-template.read'),
  ('administrator', 'provider.read'),
  ('administrator', 'record.read'),
  ('administrator', 'record.write'),
  ('administrator', 'role.assign'),
  ('administrator', 'role.manage'),
  ('administrator', 'role.read'),
  ('administrator', 'topic.read'),
  ('administrator', 'topic.write'),
  ('administrator', 'user-data.erase'),
  ('administrator', 'user-data.export'),
  ('administrator', 'user-data.import'),
  ('administrator', 'user.erase'),
  ('administrator', 'user.erase-own'),
  ('administrator', 'user.export-own'),
  ('administrator', 'user.link'),
  ('administrator', 'user.manage'),
  ('administrator', 'user.migrate'),
  ('administrator', 'user.migrate-any'),
  ('administrator', 'user.read'),
  ('administrator', 'user.read-any'),
  ('administrator', 'user.refresh'),
  ('administrator', 'user.refresh-any'),
  ('administrator', 'user.search'),
  ('administrator', 'user.upload'),
  ('administrator', 'user.write-property'),
  ('order-system', 'coupon.manage'),
  ('order-system', 'coupon.search'),
  ('order-system', 'license-order.manage'),
  ('order-system', 'license-order.read'),
  ('order-system', 'license-order.read-any'),
  ('order-system', 'license.read'),
  ('order-system', 'license.read-any'),
  ('order-system', 'link.resolve'),
  ('order-system', 'order-relation.notify'),
  ('order-system', 'order-relation.read'),
  ('order-system', 'order-relation.read-any'),
  ('order-system', 'order.create'),
  ('order-system', 'order.sync'),
  ('order-system', 'order.sync-any'),
  ('order-system', 'user.read'),
  ('order-system', 'user.read-any'),
  ('publisher', 'content.publish'),
  ('publisher', 'file.publish'),
  ('publisher', 'file.read'),
  ('publisher', 'link.resolve'),
  ('student', 'annotation.read'),
  ('student', 'annotation.write'),
  ('student', 'content.search'),
  ('student', 'content.sync'),
  ('student', 'coupon.redeem'),
  ('student', 'device.read'),
  ('student', 'device.write'),
  ('student', 'exercise.read'),
  ('student', 'exercise.write'),
  ('student', 'file.exchange'),
  ('student', 'file.read'),
  ('student', 'group.join'),
  ('student', 'group.read'),
  ('student', 'license-order.read'),
  ('student', 'license.read'),
  ('student', 'license.use'),
  ('student', 'link.resolve'),
  ('student', 'local-store.read'),
  ('student', 'local-store.write'),
  ('student', 'order-relation.read'),
  ('student', 'order.sync'),
  ('student', 'property-template.read'),
  ('student', 'record.read'),
  ('student', 'record.write'),
  ('student', 'topic.read'),
  ('student', 'topic.write'),
  ('student', 'user-data.erase'),
  ('student', 'user-data.export'),
  ('student', 'user-data.import'),
  ('student', 'user.erase-own'),
  ('student', 'user.export-own'),
  ('student', 'user.link'),
  ('student', 'user.migrate'),
  ('student', 'user.read'),
  ('student', 'user.refresh'),
  ('student', 'user.upload'),
  ('student', 'user.write-property'),
  ('support', 'annotation.read'),
  ('support', 'annotation.write'),
  ('support', 'content.search'),
  ('support', 'content.sync'),
  ('support', 'coupon.redeem'),
  ('support', 'coupon.search'),
  ('support', 'device.read'),
  ('support', 'device.read-any'),
  ('support', 'device.write'),
  ('support', 'exercise.read'),
  ('support', 'exercise.write'),
  ('support', 'file.exchange'),
  ('support', 'file.read'),
  ('support', 'group.join'),
  ('support', 'group.read'),
  ('support', 'group.read-any'),
  ('support', 'license-order.read'),
  ('support', 'license-order.read-any'),
  ('support', 'license-override.manage'),
  ('support', 'license.read'),
  ('support', 'license.read-any'),
  ('support', 'license.use'),
  ('support', 'link.resolve'),
  ('support', 'local-store.read'),
  ('support', 'local-store.write'),
  ('support', 'mandant.any'),
  ('support', 'order-relation.read'),
  ('support', 'order-relation.read-any'),
  ('support', 'order.sync'),
  ('support', 'order.sync-any'),
  ('support', 'property-template.read'),
  ('support', 'provider.read'),
  ('support', 'record.read'),
  ('support', 'record.read-any'),
  ('support', 'record.write'),
  ('support', 'role.read'),
  ('support', 'subject.act-for'),
  ('support', 'topic.read'),
  ('support', 'topic.write'),
  ('support', 'user-data.erase'),
  ('support', 'user-data.export'),
  ('support', 'user-data.import'),
  ('support', 'user.erase-own'),
  ('support', 'user.export-own'),
  ('support', 'user.link'),
  ('support', 'user.migrate'),
  ('support', 'user.read'),
  ('support', 'user.read-any'),
  ('support', 'user.refresh'),
  ('support', 'user.refresh-any'),
  ('support', 'user.search'),
  ('support', 'user.upload'),
  ('support', 'user.write-property'),
  ('teacher', 'annotation.read'),
  ('teacher', 'annotation.write'),
  ('teacher', 'content.search'),
  ('teacher', 'content.sync'),
  ('teacher', 'coupon.redeem'),
  ('teacher', 'device.read'),
  ('teacher', 'device.write'),
  ('teacher', 'exercise.read'),
  ('teacher', 'exercise.write'),
  ('teacher', 'file.exchange'),
  ('teacher', 'file.read'),
  ('teacher', 'group.join'),
  ('teacher', 'group.lead'),
  ('teacher', 'group.read'),
  ('teacher', 'license-order.read'),
  ('teacher', 'license.read'),
  ('teacher', 'license.use'),
  ('teacher', 'link.resolve'),
  ('teacher', 'local-store.read'),
  ('teacher', 'local-store.write'),
  ('teacher', 'order-relation.read'),
  ('teacher', 'order.sync'),
  ('teacher', 'property-template.read'),
  ('teacher', 'record.read'),
  ('teacher', 'record.write'),
  ('teacher', 'topic.read'),
  ('teacher', 'topic.write'),
  ('teacher', 'user-data.erase'),
  ('teacher', 'user-data.export'),
  ('teacher', 'user-data.import'),
  ('teacher', 'user.erase-own'),
  ('teacher', 'user.export-own'),
  ('teacher', 'user.link'),
  ('teacher', 'user.migrate'),
  ('teacher', 'user.read'),
  ('teacher', 'user.refresh'),
  ('teacher', 'user.upload'),
  ('teacher', 'user.write-property')
on conflict do nothing;

insert into aua.roles (role, description, built_in) overriding system value values
  ('administrator', 'Manages users, roles, products and files.', 'true'),
  ('order-system', 'A shop: makes orders, and with them licences.', 'true'),
  ('publisher', 'Publishes courses of its mandants.', 'true'),
  ('student', 'Learns. Whoever was never given a role.', 'true'),
  ('support', 'Sees what users see, and helps with licences.', 'true'),
  ('teacher', 'Learns and leads groups.', 'true')
on conflict do nothing;

insert into aua.subject_job_steps (subject, job_id, service, done_at, result, kept, failures, failure, swept_at) overriding system value values
  ('demo-ben', '78874494-9d09-4838-905c-21589cad9c9e', 'atma', NULL, NULL, NULL, '0', NULL, NULL),
  ('demo-ben', '78874494-9d09-4838-905c-21589cad9c9e', 'aua', NULL, NULL, NULL, '0', NULL, NULL),
  ('demo-ben', '78874494-9d09-4838-905c-21589cad9c9e', 'clag', NULL, NULL, NULL, '0', NULL, NULL),
  ('demo-ben', '78874494-9d09-4838-905c-21589cad9c9e', 'gres', NULL, NULL, NULL, '0', NULL, NULL),
  ('demo-ben', '78874494-9d09-4838-905c-21589cad9c9e', 'lars', NULL, NULL, NULL, '0', NULL, NULL),
  ('demo-ben', '78874494-9d09-4838-905c-21589cad9c9e', 'lima', NULL, NULL, NULL, '0', NULL, NULL),
  ('demo-ben', '78874494-9d09-4838-905c-21589cad9c9e', 'osc', NULL, NULL, NULL, '0', NULL, NULL),
  ('somebody-else', 'edce3c65-f081-406b-a47b-f299462f2cc4', 'atma', '2026-11-28 19:28:48.000949+00', '{"atma.files": 0, "atma.file_versions": 0}', NULL, '0', NULL, NULL),
  ('somebody-else', 'edce3c65-f081-406b-a47b-f299462f2cc4', 'aua', '2026-11-28 19:28:48.006519+00', '{"aua.users": 0, "aua.identities": 0, "aua.properties": 0, "aua.user_roles": 0, "aua.outbox_keys": 0, "aua.cloud_migrations": 0}', NULL, '0', NULL, NULL),
  ('somebody-else', 'edce3c65-f081-406b-a47b-f299462f2cc4', 'clag', '2026-11-28 19:28:48.013482+00', '{"clag.content_items": 0, "clag.content_sizes": 0, "clag.issue_changes": 0, "clag.conflict_copies": 0, "clag.search_own_texts": 0, "clag.local_store_items": 0}', NULL, '0', NULL, NULL),
  ('somebody-else', 'edce3c65-f081-406b-a47b-f299462f2cc4', 'gres', '2026-11-28 19:28:48.018383+00', '{"gres.looks": 0, "gres.members": 0, "gres.transactions": 0}', NULL, '0', NULL, NULL),
  ('somebody-else', 'edce3c65-f081-406b-a47b-f299462f2cc4', 'lars', '2026-11-28 19:28:48.032429+00', '{"lars.states": 0, "lars.activities": 0, "lars.statements": 0, "lars.attachments": 0, "lars.cmi5_sessions": 0, "lars.agent_profiles": 0, "lars.exercise_activity": 0, "lars.exercise_progress": 0, "lars.progress_readings": 0, "lars.cmi5_registrations": 0, "lars.refused_statements": 0, "lars.forwarding_failures": 0}', NULL, '0', NULL, NULL),
  ('somebody-else', 'edce3c65-f081-406b-a47b-f299462f2cc4', 'lima', '2026-11-28 19:28:48.045887+00', '{"lima.devices": 0, "lima.licenses": 0, "lima.license_orders": 0, "lima.license_usages": 0, "lima.device_products": 0, "lima.license_overrides": 0}', NULL, '0', NULL, NULL),
  ('somebody-else', 'edce3c65-f081-406b-a47b-f299462f2cc4', 'osc', '2026-11-28 19:28:48.053278+00', '{"osc.orders": 0, "osc.coupons": 0, "osc.customers": 0, "osc.deliveries": 0, "osc.notifications": 0, "osc.coupon_batches": 0, "osc.coupon_history": 0, "osc.order_system_user_relations": 0}', NULL, '0', NULL, NULL)
on conflict do nothing;

insert into aua.subject_jobs (subject, job_id, kind, to_subject, requested_by, correlation_id, created_at, begins_at, finished_at, swept_at) overriding system value values
  ('demo-ben', '78874494-9d09-4838-905c-21589cad9c9e', 'move', 'demo-thomas', 'demo-ben', 'b368eb53-a15c-4114-acc9-c9e95a7e09a7', '2026-11-28 19:28:48.094317+00', '2026-12-12 19:28:48.094317+00', NULL, NULL),
  ('somebody-else', 'edce3c65-f081-406b-a47b-f299462f2cc4', 'erase', NULL, 'demo-sofia', 'ad69f5d9-8b7c-4417-8f64-516696f9a3d5', '2026-11-28 19:28:47.985526+00', '2026-11-28 19:28:47.985526+00', '2026-11-28 19:28:48.063+00', NULL)
on conflict do nothing;

insert into aua.subject_links (from_subject, to_subject, linked_at, led_before) overriding system value values
  ('demo-ben', 'demo-thomas', '2026-11-28 19:28:48.094317+00', '{}')
on conflict do nothing;

insert into aua.user_roles (subject, role) overriding system value values
  ('demo-lea', 'publisher'),
  ('demo-lea', 'student'),
  ('demo-mia', 'student'),
  ('demo-mia', 'teacher'),
  ('demo-sofia', 'administrator')
on conflict do nothing;

insert into aua.users (subject, given_name, family_name, email, locale, mandant_groups, user_info_at, created_at, updated_at) overriding system value values
  ('demo-lea', NULL, NULL, NULL, NULL, '{LECTERN}', NULL, '2026-11-28 19:28:47.703796+00', '2026-11-28 19:28:47.703796+00'),
  ('demo-mia', 'Mia', 'Keller', 'mia@schule.example', 'de', '{}', '2026-11-28 19:28:47.15+00', '2026-11-28 19:28:47.150144+00', '2026-11-28 19:28:47.150144+00')
on conflict do nothing;

insert into clag.conflict_copies (subject, course_id, issue_id, kind, model_type, model_id, segment, item_id, version, content, bytes, updated_at) overriding system value values
  ('demo-mia', 'wasser', 'wasser-2026', 'note', 'topic', 'kreislauf', '', '63df05c5-56b0-4db7-866e-11f70a4b126d', '1', '{"content": {"text": "Regenbogen replaced", "note_content_type": "PLAIN_TEXT"}, "note_type": "SIDENOTE"}', '98', '2026-11-28 19:28:47.198+00')
on conflict do nothing;

insert into clag.content_items (subject, course_id, issue_id, kind, model_type, model_id, item_id, version, change_index, content, bytes, updated_at, recent) overriding system value values
  ('demo-mia', 'wasser', 'wasser-2026', 'annotation', 'topic', 'kreislauf', '500b297d-15cf-44f3-bd88-c79d59dbd4eb', '1', '1', '{"anchor": {"quote": {"exact": "Regenbogen highlight"}, "location": "topic_text", "position": {"end": 20, "start": 0}}, "color_index": "ANNOTATION_COLOR_2"}', '144', '2026-11-28 19:28:47.198+00', '[{"at": "2026-11-28T19:28:47.198Z", "base": 0, "digest": "E2intFersCAmfOAS", "version": 1}]'),
  ('demo-mia', 'wasser', 'wasser-2026', 'answer', 'exercise', 'luecken', 'a', '1', '5', '{"content": {"text": "Regenbogen answer", "basic_answer_type": "essay"}, "is_done": false}', '84', '2026-11-28 19:28:47.198+00', '[{"at": "2026-11-28T19:28:47.198Z", "base": 0, "digest": "gvVcZF-jVN6sdygK", "version": 1}]'),
  ('demo-mia', 'wasser', 'wasser-2026', 'bookmark', 'topic', 'kreislauf', 'babd5ae3-a872-4b1e-a60a-3e5bf795777e', '2', '9', NULL, '0', '2026-11-28 19:28:47.221+00', '[{"at": "2026-11-28T19:28:47.221Z", "base": 1, "digest": "dCNOmK_nSY-12vHz", "version": 2}, {"at": "2026-11-28T19:28:47.198Z", "base": 0, "digest": "yrUaE36MeCaUGRee", "version": 1}]'),
  ('demo-mia', 'wasser', 'wasser-2026', 'bookmark', 'topic', 'kreislauf', 'dce130d7-875d-4d38-885c-d30e7b60fbbd', '1', '3', '{"title": "Regenbogen mark", "color_index": "ANNOTATION_COLOR_1"}', '62', '2026-11-28 19:28:47.198+00', '[{"at": "2026-11-28T19:28:47.198Z", "base": 0, "digest": "Zs55K6nZDwTsyS76", "version": 1}]'),
  ('demo-mia', 'wasser', 'wasser-2026', 'note', 'topic', 'kreislauf', '63df05c5-56b0-4db7-866e-11f70a4b126d', '2', '8', '{"content": {"text": "Regenbogen note", "note_content_type": "PLAIN_TEXT"}, "note_type": "SIDENOTE"}', '94', '2026-11-28 19:28:47.221+00', '[{"at": "2026-11-28T19:28:47.221Z", "base": 0, "digest": "2Wqbo14iggj7TDy6", "version": 2}, {"at": "2026-11-28T19:28:47.198Z", "base": 0, "digest": "fcFqyZPZbJt8kGxB", "version": 1}]'),
  ('demo-mia', 'wasser', 'wasser-2026', 'topic_attributes', 'topic', 'kreislauf', '', '1', '7', '{"is_done": true}', '16', '2026-11-28 19:28:47.198+00', '[{"at": "2026-11-28T19:28:47.198Z", "base": 0, "digest": "fafQd-oxZmmsvcMu", "version": 1}]'),
  ('demo-mia', 'wasser', 'wasser-2026', 'user_topic', 'topic', 'own', '', '1', '6', '{"title": "Ausflug", "content": {"html": "<p>Regenbogen page</p>", "topic_type": "EDITABLE_HTML"}}', '92', '2026-11-28 19:28:47.198+00', '[{"at": "2026-11-28T19:28:47.198Z", "base": 0, "digest": "Dm1djF9IOJXu-lYq", "version": 1}]')
on conflict do nothing;

insert into clag.content_sizes (subject, items, bytes, version_floor) overriding system value values
  ('demo-mia', '9', '600', '0')
on conflict do nothing;

insert into clag.course_texts (course_id, issue_id, text_hash, text) overriding system value values
  ('wasser', 'wasser-2026', '24f28050aae68f9ef5e9c216a365725bcfdce9c7e55245af499c3d15dc6c3e4c', 'Schilf Stand 1'),
  ('wasser', 'wasser-2026', '491407cd503d8fdcc231662e039ac0aa8edf4aeb8dd0373abcff3fcdfc43aa92', 'Schilf Stand 2')
on conflict do nothing;

insert into clag.courses (course_id, mandant_identifier, had_since) overriding system value values
  ('d7bdf875-202f-4b6e-9676-863cad80bf6b', 'LECTERN', '2026-11-28 19:28:47.920257+00'),
  ('wasser', 'LECTERN', '2026-11-28 19:28:47.813294+00')
on conflict do nothing;

insert into clag.exercises (course_id, issue_id, version, exercise_id, place, topic_id, exercise_group_id, title, exercise_type, basic_answer_type, difficulty, text_hash) overriding system value values
  ('wasser', 'wasser-2026', '1', 'e', '0', 't1', 'e', 'Stand 1', 'EXERCISE_TYPE_MULTICHOICE', NULL, NULL, '24f28050aae68f9ef5e9c216a365725bcfdce9c7e55245af499c3d15dc6c3e4c'),
  ('wasser', 'wasser-2026', '2', 'e', '0', 't1', 'e', 'Stand 2', 'EXERCISE_TYPE_MULTICHOICE', NULL, NULL, '491407cd503d8fdcc231662e039ac0aa8edf4aeb8dd0373abcff3fcdfc43aa92')
on conflict do nothing;

insert into clag.issue_changes (subject, course_id, issue_id, epoch, last_index, changed_at, removed_items, forgotten_through, version_floor) overriding system value values
  ('demo-mia', 'wasser', 'wasser-2026', '49082b4f-f5b9-42ea-9401-0fd20d6b287c', '10', '2026-11-28 19:28:47.699+00', '1', '0', '0')
on conflict do nothing;

insert into clag.issue_versions (course_id, issue_id, version, mandant_identifier, digest, course_title, title, distribution_channel, product_references, titles, files_count, files_digest, begun_at, switched_at, replaced_version) overriding system value values
  ('d7bdf875-202f-4b6e-9676-863cad80bf6b', '1', '1', 'LECTERN', '61e071dcf1de89a3280db23c07b3391927ca88fba3c91a264eaaca87a6b7347b', 'Wetter', 'Wetter', 'WEBPUB', '{wetter}', 'licensed', '1', '61e071dcf1de89a3280db23c07b3391927ca88fba3c91a264eaaca87a6b7347b', '2026-11-28 19:28:47.920629+00', NULL, NULL),
  ('wasser', 'wasser-2026', '1', 'LECTERN', '5bd12920a16ebe1645973083c7db13c9c7c337546222405037c18f9a85b15c5d', 'Kurs wasser', 'Stand 1', 'WEBPUB', '{wasser-entdecken}', 'licensed', '2', 'c36d3a0c24dc9853c38c984ed0d18f4f6b60e0b5c43578d12ccb656286893af2', '2026-11-28 19:28:47.719464+00', '2026-11-28 19:28:47.822985+00', NULL),
  ('wasser', 'wasser-2026', '2', 'LECTERN', '7334f6813093510445c70180ea965830bd25e61593bcfb04bdbfde845225ea80', 'Kurs wasser', 'Stand 2', 'WEBPUB', '{wasser-entdecken}', 'licensed', '2', '8275e60ea6fdbccae21491a0ecf7ab582e2269ab1e110e652a212daadea75c09', '2026-11-28 19:28:47.842963+00', '2026-11-28 19:28:47.905707+00', '1')
on conflict do nothing;

insert into clag.issues (course_id, issue_id, current_version, newest_version, published_at) overriding system value values
  ('d7bdf875-202f-4b6e-9676-863cad80bf6b', '1', '1', '1', NULL),
  ('wasser', 'wasser-2026', '2', '2', '2026-11-28 19:28:47.823345+00')
on conflict do nothing;

insert into clag.local_store_items (subject, course_id, issue_id, model_type, model_id, segment, key, value, version, change_index, updated_at, recent) overriding system value values
  ('demo-mia', 'wasser', 'wasser-2026', 'topic', 'kreislauf', 's', 'k', 'Regenbogen', '1', '10', '2026-11-28 19:28:47.699+00', '[]')
on conflict do nothing;

insert into clag.search_course_keys (course_id, issue_id, key, word_nos) overriding system value values
  ('wasser', 'wasser-2026', '/2', '{1}'),
  ('wasser', 'wasser-2026', '/schilf', '{2}'),
  ('wasser', 'wasser-2026', '/stand', '{0}'),
  ('wasser', 'wasser-2026', '=2', '{1}'),
  ('wasser', 'wasser-2026', '=schilf', '{2}'),
  ('wasser', 'wasser-2026', '=stand', '{0}'),
  ('wasser', 'wasser-2026', '~and', '{0}'),
  ('wasser', 'wasser-2026', '~chi', '{2}'),
  ('wasser', 'wasser-2026', '~hil', '{2}'),
  ('wasser', 'wasser-2026', '~ilf', '{2}'),
  ('wasser', 'wasser-2026', '~sch', '{2}'),
  ('wasser', 'wasser-2026', '~sta', '{0}'),
  ('wasser', 'wasser-2026', '~tan', '{0}')
on conflict do nothing;

insert into clag.search_course_texts (course_id, issue_id, text_no, topic_id, exercise_id, title, text, title_stems, text_stems) overriding system value values
  ('wasser', 'wasser-2026', '0', 't0', NULL, 'Stand 2', 'Schilf Stand 2', ' stand 2 ', ' schilf stand 2 '),
  ('wasser', 'wasser-2026', '1', 't1', NULL, 'Stand 2', 'Schilf Stand 2', ' stand 2 ', ' schilf stand 2 '),
  ('wasser', 'wasser-2026', '10', 't10', NULL, 'Stand 2', 'Schilf Stand 2', ' stand 2 ', ' schilf stand 2 '),
  ('wasser', 'wasser-2026', '1000000', 't1', 'e', 'Stand 2', 'Schilf Stand 2', ' stand 2 ', ' schilf stand 2 '),
  ('wasser', 'wasser-2026', '11', 't11', NULL, 'Stand 2', 'Schilf Stand 2', ' stand 2 ', ' schilf stand 2 '),
  ('wasser', 'wasser-2026', '12', 't12', NULL, 'Stand 2', 'Schilf Stand 2', ' stand 2 ', ' schilf stand 2 '),
  ('wasser', 'wasser-2026', '13', 't13', NULL, 'Stand 2', 'Schilf Stand 2', ' stand 2 ', ' schilf stand 2 '),
  ('wasser', 'wasser-2026', '14', 't14', NULL, 'Stand 2', 'Schilf Stand 2', ' stand 2 ', ' schilf stand 2 '),
  ('wasser', 'wasser-2026', '15', 't15', NULL, 'Stand 2', 'Schilf Stand 2', ' stand 2 ', ' schilf stand 2 '),
  ('wasser', 'wasser-2026', '16', 't16', NULL, 'Stand 2', 'Schilf Stand 2', ' stand 2 ', ' schilf stand 2 '),
  ('wasser', 'wasser-2026', '17', 't17', NULL, 'Stand 2', 'Schilf Stand 2', ' stand 2 ', ' schilf stand 2 '),
  ('wasser', 'wasser-2026', '18', 't18', NULL, 'Stand 2', 'Schilf Stand 2', ' stand 2 ', ' schilf stand 2 '),
  ('wasser', 'wasser-2026', '19', 't19', NULL, 'Stand 2', 'Schilf Stand 2', ' stand 2 ', ' schilf stand 2 '),
  ('wasser', 'wasser-2026', '2', 't2', NULL, 'Stand 2', 'Schilf Stand 2', ' stand 2 ', ' schilf stand 2 '),
  ('wasser', 'wasser-2026', '20', 't20', NULL, 'Stand 2', 'Schilf Stand 2', ' stand 2 ', ' schilf stand 2 '),
  ('wasser', 'wasser-2026', '21', 't21', NULL, 'Stand 2', 'Schilf Stand 2', ' stand 2 ', ' schilf stand 2 '),
  ('wasser', 'wasser-2026', '22', 't22', NULL, 'Stand 2', 'Schilf Stand 2', ' stand 2 ', ' schilf stand 2 '),
  ('wasser', 'wasser-2026', '23', 't23', NULL, 'Stand 2', 'Schilf Stand 2', ' stand 2 ', ' schilf stand 2 '),
  ('wasser', 'wasser-2026', '24', 't24', NULL, 'Stand 2', 'Schilf Stand 2', ' stand 2 ', ' schilf stand 2 '),
  ('wasser', 'wasser-2026', '25', 't25', NULL, 'Stand 2', 'Schilf Stand 2', ' stand 2 ', ' schilf stand 2 '),
  ('wasser', 'wasser-2026', '26', 't26', NULL, 'Stand 2', 'Schilf Stand 2', ' stand 2 ', ' schilf stand 2 '),
  ('wasser', 'wasser-2026', '27', 't27', NULL, 'Stand 2', 'Schilf Stand 2', ' stand 2 ', ' schilf stand 2 '),
  ('wasser', 'wasser-2026', '28', 't28', NULL, 'Stand 2', 'Schilf Stand 2', ' stand 2 ', ' schilf stand 2 '),
  ('wasser', 'wasser-2026', '29', 't29', NULL, 'Stand 2', 'Schilf Stand 2', ' stand 2 ', ' schilf stand 2 '),
  ('wasser', 'wasser-2026', '3', 't3', NULL, 'Stand 2', 'Schilf Stand 2', ' stand 2 ', ' schilf stand 2 '),
  ('wasser', 'wasser-2026', '30', 't30', NULL, 'Stand 2', 'Schilf Stand 2', ' stand 2 ', ' schilf stand 2 '),
  ('wasser', 'wasser-2026', '31', 't31', NULL, 'Stand 2', 'Schilf Stand 2', ' stand 2 ', ' schilf stand 2 '),
  ('wasser', 'wasser-2026', '32', 't32', NULL, 'Stand 2', 'Schilf Stand 2', ' stand 2 ', ' schilf stand 2 '),
  ('wasser', 'wasser-2026', '33', 't33', NULL, 'Stand 2', 'Schilf Stand 2', ' stand 2 ', ' schilf stand 2 '),
  ('wasser', 'wasser-2026', '34', 't34', NULL, 'Stand 2', 'Schilf Stand 2', ' stand 2 ', ' schilf stand 2 '),
  ('wasser', 'wasser-2026', '35', 't35', NULL, 'Stand 2', 'Schilf Stand 2', ' stand 2 ', ' schilf stand 2 '),
  ('wasser', 'wasser-2026', '36', 't36', NULL, 'Stand 2', 'Schilf Stand 2', ' stand 2 ', ' schilf stand 2 '),
  ('wasser', 'wasser-2026', '37', 't37', NULL, 'Stand 2', 'Schilf Stand 2', ' stand 2 ', ' schilf stand 2 '),
  ('wasser', 'wasser-2026', '38', 't38', NULL, 'Stand 2', 'Schilf Stand 2', ' stand 2 ', ' schilf stand 2 '),
  ('wasser', 'wasser-2026', '39', 't39', NULL, 'Stand 2', 'Schilf Stand 2', ' stand 2 ', ' schilf stand 2 '),
  ('wasser', 'wasser-2026', '4', 't4', NULL, 'Stand 2', 'Schilf Stand 2', ' stand 2 ', ' schilf stand 2 '),
  ('wasser', 'wasser-2026', '5', 't5', NULL, 'Stand 2', 'Schilf Stand 2', ' stand 2 ', ' schilf stand 2 '),
  ('wasser', 'wasser-2026', '6', 't6', NULL, 'Stand 2', 'Schilf Stand 2', ' stand 2 ', ' schilf stand 2 '),
  ('wasser', 'wasser-2026', '7', 't7', NULL, 'Stand 2', 'Schilf Stand 2', ' stand 2 ', ' schilf stand 2 '),
  ('wasser', 'wasser-2026', '8', 't8', NULL, 'Stand 2', 'Schilf Stand 2', ' stand 2 ', ' schilf stand 2 '),
  ('wasser', 'wasser-2026', '9', 't9', NULL, 'Stand 2', 'Schilf Stand 2', ' stand 2 ', ' schilf stand 2 ')
on conflict do nothing;

insert into clag.search_course_words (course_id, issue_id, word_no, word, keys, counts, titles, texts, offsets) overriding system value values
  ('wasser', 'wasser-2026', '0', 'stand', ' /stand;=stand;', '{40,40,40,1,1,1}', '{0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,1000000}', '{0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,1000000}', '{7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7}'),
  ('wasser', 'wasser-2026', '1', '2', ' /2;=2;', '{40,40,40,1,1,1}', '{0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,1000000}', '{0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,1000000}', '{13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13,13}'),
  ('wasser', 'wasser-2026', '2', 'schilf', ' /schilf;=schilf;', '{0,40,40,0,1,1}', '{}', '{0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,1000000}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}')
on conflict do nothing;

insert into clag.search_issues (course_id, issue_id) overriding system value values
  ('wasser', 'wasser-2026')
on conflict do nothing;

insert into clag.search_own_texts (subject, course_id, issue_id, source, model_type, model_id, item_id, text_id, target, note_id, note_type, title, text, title_keys, text_keys, title_stems, text_stems, updated_at) overriding system value values
  ('demo-mia', 'wasser', 'wasser-2026', 'answer', 'exercise', 'luecken', 'a', '1', 'exercise', NULL, NULL, '', 'Regenbogen answer', '', ' /regenbogen;=regenbog; /answer;=answ;', '  ', ' regenbog answ ', '2026-11-28 19:28:47.194284+00'),
  ('demo-mia', 'wasser', 'wasser-2026', 'highlight', 'topic', 'kreislauf', '500b297d-15cf-44f3-bd88-c79d59dbd4eb', '2', 'topic', NULL, NULL, '', 'Regenbogen highlight', '', ' /regenbogen;=regenbog; /highlight;=highlight;', '  ', ' regenbog highlight ', '2026-11-28 19:28:47.194284+00'),
  ('demo-mia', 'wasser', 'wasser-2026', 'note', 'topic', 'kreislauf', '63df05c5-56b0-4db7-866e-11f70a4b126d', '3', 'note', '63df05c5-56b0-4db7-866e-11f70a4b126d', 'SIDENOTE', '', 'Regenbogen note', '', ' /regenbogen;=regenbog; /note;=not;', '  ', ' regenbog not ', '2026-11-28 19:28:47.220064+00')
on conflict do nothing;

insert into clag.topics (course_id, issue_id, version, topic_id, place, parent_topic_id, title, thema_id, sub_thema_number, text_hash) overriding system value values
  ('wasser', 'wasser-2026', '1', 't0', '0', NULL, 'Stand 1', 't0', '1', '24f28050aae68f9ef5e9c216a365725bcfdce9c7e55245af499c3d15dc6c3e4c'),
  ('wasser', 'wasser-2026', '1', 't1', '1', 't0', 'Stand 1', 't0', '2', '24f28050aae68f9ef5e9c216a365725bcfdce9c7e55245af499c3d15dc6c3e4c'),
  ('wasser', 'wasser-2026', '1', 't10', '10', 't0', 'Stand 1', 't0', '11', '24f28050aae68f9ef5e9c216a365725bcfdce9c7e55245af499c3d15dc6c3e4c'),
  ('wasser', 'wasser-2026', '1', 't11', '11', 't0', 'Stand 1', 't0', '12', '24f28050aae68f9ef5e9c216a365725bcfdce9c7e55245af499c3d15dc6c3e4c'),
  ('wasser', 'wasser-2026', '1', 't12', '12', 't0', 'Stand 1', 't0', '13', '24f28050aae68f9ef5e9c216a365725bcfdce9c7e55245af499c3d15dc6c3e4c'),
  ('wasser', 'wasser-2026', '1', 't13', '13', 't0', 'Stand 1', 't0', '14', '24f28050aae68f9ef5e9c216a365725bcfdce9c7e55245af499c3d15dc6c3e4c'),
  ('wasser', 'wasser-2026', '1', 't14', '14', 't0', 'Stand 1', 't0', '15', '24f28050aae68f9ef5e9c216a365725bcfdce9c7e55245af499c3d15dc6c3e4c'),
  ('wasser', 'wasser-2026', '1', 't15', '15', 't0', 'Stand 1', 't0', '16', '24f28050aae68f9ef5e9c216a365725bcfdce9c7e55245af499c3d15dc6c3e4c'),
  ('wasser', 'wasser-2026', '1', 't16', '16', 't0', 'Stand 1', 't0', '17', '24f28050aae68f9ef5e9c216a365725bcfdce9c7e55245af499c3d15dc6c3e4c'),
  ('wasser', 'wasser-2026', '1', 't17', '17', 't0', 'Stand 1', 't0', '18', '24f28050aae68f9ef5e9c216a365725bcfdce9c7e55245af499c3d15dc6c3e4c'),
  ('wasser', 'wasser-2026', '1', 't18', '18', 't0', 'Stand 1', 't0', '19', '24f28050aae68f9ef5e9c216a365725bcfdce9c7e55245af499c3d15dc6c3e4c'),
  ('wasser', 'wasser-2026', '1', 't19', '19', 't0', 'Stand 1', 't0', '20', '24f28050aae68f9ef5e9c216a365725bcfdce9c7e55245af499c3d15dc6c3e4c'),
  ('wasser', 'wasser-2026', '1', 't2', '2', 't0', 'Stand 1', 't0', '3', '24f28050aae68f9ef5e9c216a365725bcfdce9c7e55245af499c3d15dc6c3e4c'),
  ('wasser', 'wasser-2026', '1', 't20', '20', 't0', 'Stand 1', 't0', '21', '24f28050aae68f9ef5e9c216a365725bcfdce9c7e55245af499c3d15dc6c3e4c'),
  ('wasser', 'wasser-2026', '1', 't21', '21', 't0', 'Stand 1', 't0', '22', '24f28050aae68f9ef5e9c216a365725bcfdce9c7e55245af499c3d15dc6c3e4c'),
  ('wasser', 'wasser-2026', '1', 't22', '22', 't0', 'Stand 1', 't0', '23', '24f28050aae68f9ef5e9c216a365725bcfdce9c7e55245af499c3d15dc6c3e4c'),
  ('wasser', 'wasser-2026', '1', 't23', '23', 't0', 'Stand 1', 't0', '24', '24f28050aae68f9ef5e9c216a365725bcfdce9c7e55245af499c3d15dc6c3e4c'),
  ('wasser', 'wasser-2026', '1', 't24', '24', 't0', 'Stand 1', 't0', '25', '24f28050aae68f9ef5e9c216a365725bcfdce9c7e55245af499c3d15dc6c3e4c'),
  ('wasser', 'wasser-2026', '1', 't25', '25', 't0', 'Stand 1', 't0', '26', '24f28050aae68f9ef5e9c216a365725bcfdce9c7e55245af499c3d15dc6c3e4c'),
  ('wasser', 'wasser-2026', '1', 't26', '26', 't0', 'Stand 1', 't0', '27', '24f28050aae68f9ef5e9c216a365725bcfdce9c7e55245af499c3d15dc6c3e4c'),
  ('wasser', 'wasser-2026', '1', 't27', '27', 't0', 'Stand 1', 't0', '28', '24f28050aae68f9ef5e9c216a365725bcfdce9c7e55245af499c3d15dc6c3e4c'),
  ('wasser', 'wasser-2026', '1', 't28', '28', 't0', 'Stand 1', 't0', '29', '24f28050aae68f9ef5e9c216a365725bcfdce9c7e55245af499c3d15dc6c3e4c'),
  ('wasser', 'wasser-2026', '1', 't29', '29', 't0', 'Stand 1', 't0', '30', '24f28050aae68f9ef5e9c216a365725bcfdce9c7e55245af499c3d15dc6c3e4c'),
  ('wasser', 'wasser-2026', '1', 't3', '3', 't0', 'Stand 1', 't0', '4', '24f28050aae68f9ef5e9c216a365725bcfdce9c7e55245af499c3d15dc6c3e4c'),
  ('wasser', 'wasser-2026', '1', 't30', '30', 't0', 'Stand 1', 't0', '31', '24f28050aae68f9ef5e9c216a365725bcfdce9c7e55245af499c3d15dc6c3e4c'),
  ('wasser', 'wasser-2026', '1', 't31', '31', 't0', 'Stand 1', 't0', '32', '24f28050aae68f9ef5e9c216a365725bcfdce9c7e55245af499c3d15dc6c3e4c'),
  ('wasser', 'wasser-2026', '1', 't32', '32', 't0', 'Stand 1', 't0', '33', '24f28050aae68f9ef5e9c216a365725bcfdce9c7e55245af499c3d15dc6c3e4c'),
  ('wasser', 'wasser-2026', '1', 't33', '33', 't0', 'Stand 1', 't0', '34', '24f28050aae68f9ef5e9c216a365725bcfdce9c7e55245af499c3d15dc6c3e4c'),
  ('wasser', 'wasser-2026', '1', 't34', '34', 't0', 'Stand 1', 't0', '35', '24f28050aae68f9ef5e9c216a365725bcfdce9c7e55245af499c3d15dc6c3e4c'),
  ('wasser', 'wasser-2026', '1', 't35', '35', 't0', 'Stand 1', 't0', '36', '24f28050aae68f9ef5e9c216a365725bcfdce9c7e55245af499c3d15dc6c3e4c'),
  ('wasser', 'wasser-2026', '1', 't36', '36', 't0', 'Stand 1', 't0', '37', '24f28050aae68f9ef5e9c216a365725bcfdce9c7e55245af499c3d15dc6c3e4c'),
  ('wasser', 'wasser-2026', '1', 't37', '37', 't0', 'Stand 1', 't0', '38', '24f28050aae68f9ef5e9c216a365725bcfdce9c7e55245af499c3d15dc6c3e4c'),
  ('wasser', 'wasser-2026', '1', 't38', '38', 't0', 'Stand 1', 't0', '39', '24f28050aae68f9ef5e9c216a365725bcfdce9c7e55245af499c3d15dc6c3e4c'),
  ('wasser', 'wasser-2026', '1', 't39', '39', 't0', 'Stand 1', 't0', '40', '24f28050aae68f9ef5e9c216a365725bcfdce9c7e55245af499c3d15dc6c3e4c'),
  ('wasser', 'wasser-2026', '1', 't4', '4', 't0', 'Stand 1', 't0', '5', '24f28050aae68f9ef5e9c216a365725bcfdce9c7e55245af499c3d15dc6c3e4c'),
  ('wasser', 'wasser-2026', '1', 't5', '5', 't0', 'Stand 1', 't0', '6', '24f28050aae68f9ef5e9c216a365725bcfdce9c7e55245af499c3d15dc6c3e4c'),
  ('wasser', 'wasser-2026', '1', 't6', '6', 't0', 'Stand 1', 't0', '7', '24f28050aae68f9ef5e9c216a365725bcfdce9c7e55245af499c3d15dc6c3e4c'),
  ('wasser', 'wasser-2026', '1', 't7', '7', 't0', 'Stand 1', 't0', '8', '24f28050aae68f9ef5e9c216a365725bcfdce9c7e55245af499c3d15dc6c3e4c'),
  ('wasser', 'wasser-2026', '1', 't8', '8', 't0', 'Stand 1', 't0', '9', '24f28050aae68f9ef5e9c216a365725bcfdce9c7e55245af499c3d15dc6c3e4c'),
  ('wasser', 'wasser-2026', '1', 't9', '9', 't0', 'Stand 1', 't0', '10', '24f28050aae68f9ef5e9c216a365725bcfdce9c7e55245af499c3d15dc6c3e4c'),
  ('wasser', 'wasser-2026', '2', 't0', '0', NULL, 'Stand 2', 't0', '1', '491407cd503d8fdcc231662e039ac0aa8edf4aeb8dd0373abcff3fcdfc43aa92'),
  ('wasser', 'wasser-2026', '2', 't1', '1', 't0', 'Stand 2', 't0', '2', '491407cd503d8fdcc231662e039ac0aa8edf4aeb8dd0373abcff3fcdfc43aa92'),
  ('wasser', 'wasser-2026', '2', 't10', '10', 't0', 'Stand 2', 't0', '11', '491407cd503d8fdcc231662e039ac0aa8edf4aeb8dd0373abcff3fcdfc43aa92'),
  ('wasser', 'wasser-2026', '2', 't11', '11', 't0', 'Stand 2', 't0', '12', '491407cd503d8fdcc231662e039ac0aa8edf4aeb8dd0373abcff3fcdfc43aa92'),
  ('wasser', 'wasser-2026', '2', 't12', '12', 't0', 'Stand 2', 't0', '13', '491407cd503d8fdcc231662e039ac0aa8edf4aeb8dd0373abcff3fcdfc43aa92'),
  ('wasser', 'wasser-2026', '2', 't13', '13', 't0', 'Stand 2', 't0', '14', '491407cd503d8fdcc231662e039ac0aa8edf4aeb8dd0373abcff3fcdfc43aa92'),
  ('wasser', 'wasser-2026', '2', 't14', '14', 't0', 'Stand 2', 't0', '15', '491407cd503d8fdcc231662e039ac0aa8edf4aeb8dd0373abcff3fcdfc43aa92'),
  ('wasser', 'wasser-2026', '2', 't15', '15', 't0', 'Stand 2', 't0', '16', '491407cd503d8fdcc231662e039ac0aa8edf4aeb8dd0373abcff3fcdfc43aa92'),
  ('wasser', 'wasser-2026', '2', 't16', '16', 't0', 'Stand 2', 't0', '17', '491407cd503d8fdcc231662e039ac0aa8edf4aeb8dd0373abcff3fcdfc43aa92'),
  ('wasser', 'wasser-2026', '2', 't17', '17', 't0', 'Stand 2', 't0', '18', '491407cd503d8fdcc231662e039ac0aa8edf4aeb8dd0373abcff3fcdfc43aa92'),
  ('wasser', 'wasser-2026', '2', 't18', '18', 't0', 'Stand 2', 't0', '19', '491407cd503d8fdcc231662e039ac0aa8edf4aeb8dd0373abcff3fcdfc43aa92'),
  ('wasser', 'wasser-2026', '2', 't19', '19', 't0', 'Stand 2', 't0', '20', '491407cd503d8fdcc231662e039ac0aa8edf4aeb8dd0373abcff3fcdfc43aa92'),
  ('wasser', 'wasser-2026', '2', 't2', '2', 't0', 'Stand 2', 't0', '3', '491407cd503d8fdcc231662e039ac0aa8edf4aeb8dd0373abcff3fcdfc43aa92'),
  ('wasser', 'wasser-2026', '2', 't20', '20', 't0', 'Stand 2', 't0', '21', '491407cd503d8fdcc231662e039ac0aa8edf4aeb8dd0373abcff3fcdfc43aa92'),
  ('wasser', 'wasser-2026', '2', 't21', '21', 't0', 'Stand 2', 't0', '22', '491407cd503d8fdcc231662e039ac0aa8edf4aeb8dd0373abcff3fcdfc43aa92'),
  ('wasser', 'wasser-2026', '2', 't22', '22', 't0', 'Stand 2', 't0', '23', '491407cd503d8fdcc231662e039ac0aa8edf4aeb8dd0373abcff3fcdfc43aa92'),
  ('wasser', 'wasser-2026', '2', 't23', '23', 't0', 'Stand 2', 't0', '24', '491407cd503d8fdcc231662e039ac0aa8edf4aeb8dd0373abcff3fcdfc43aa92'),
  ('wasser', 'wasser-2026', '2', 't24', '24', 't0', 'Stand 2', 't0', '25', '491407cd503d8fdcc231662e039ac0aa8edf4aeb8dd0373abcff3fcdfc43aa92'),
  ('wasser', 'wasser-2026', '2', 't25', '25', 't0', 'Stand 2', 't0', '26', '491407cd503d8fdcc231662e039ac0aa8edf4aeb8dd0373abcff3fcdfc43aa92'),
  ('wasser', 'wasser-2026', '2', 't26', '26', 't0', 'Stand 2', 't0', '27', '491407cd503d8fdcc231662e039ac0aa8edf4aeb8dd0373abcff3fcdfc43aa92'),
  ('wasser', 'wasser-2026', '2', 't27', '27', 't0', 'Stand 2', 't0', '28', '491407cd503d8fdcc231662e039ac0aa8edf4aeb8dd0373abcff3fcdfc43aa92'),
  ('wasser', 'wasser-2026', '2', 't28', '28', 't0', 'Stand 2', 't0', '29', '491407cd503d8fdcc231662e039ac0aa8edf4aeb8dd0373abcff3fcdfc43aa92'),
  ('wasser', 'wasser-2026', '2', 't29', '29', 't0', 'Stand 2', 't0', '30', '491407cd503d8fdcc231662e039ac0aa8edf4aeb8dd0373abcff3fcdfc43aa92'),
  ('wasser', 'wasser-2026', '2', 't3', '3', 't0', 'Stand 2', 't0', '4', '491407cd503d8fdcc231662e039ac0aa8edf4aeb8dd0373abcff3fcdfc43aa92'),
  ('wasser', 'wasser-2026', '2', 't30', '30', 't0', 'Stand 2', 't0', '31', '491407cd503d8fdcc231662e039ac0aa8edf4aeb8dd0373abcff3fcdfc43aa92'),
  ('wasser', 'wasser-2026', '2', 't31', '31', 't0', 'Stand 2', 't0', '32', '491407cd503d8fdcc231662e039ac0aa8edf4aeb8dd0373abcff3fcdfc43aa92'),
  ('wasser', 'wasser-2026', '2', 't32', '32', 't0', 'Stand 2', 't0', '33', '491407cd503d8fdcc231662e039ac0aa8edf4aeb8dd0373abcff3fcdfc43aa92'),
  ('wasser', 'wasser-2026', '2', 't33', '33', 't0', 'Stand 2', 't0', '34', '491407cd503d8fdcc231662e039ac0aa8edf4aeb8dd0373abcff3fcdfc43aa92'),
  ('wasser', 'wasser-2026', '2', 't34', '34', 't0', 'Stand 2', 't0', '35', '491407cd503d8fdcc231662e039ac0aa8edf4aeb8dd0373abcff3fcdfc43aa92'),
  ('wasser', 'wasser-2026', '2', 't35', '35', 't0', 'Stand 2', 't0', '36', '491407cd503d8fdcc231662e039ac0aa8edf4aeb8dd0373abcff3fcdfc43aa92'),
  ('wasser', 'wasser-2026', '2', 't36', '36', 't0', 'Stand 2', 't0', '37', '491407cd503d8fdcc231662e039ac0aa8edf4aeb8dd0373abcff3fcdfc43aa92'),
  ('wasser', 'wasser-2026', '2', 't37', '37', 't0', 'Stand 2', 't0', '38', '491407cd503d8fdcc231662e039ac0aa8edf4aeb8dd0373abcff3fcdfc43aa92'),
  ('wasser', 'wasser-2026', '2', 't38', '38', 't0', 'Stand 2', 't0', '39', '491407cd503d8fdcc231662e039ac0aa8edf4aeb8dd0373abcff3fcdfc43aa92'),
  ('wasser', 'wasser-2026', '2', 't39', '39', 't0', 'Stand 2', 't0', '40', '491407cd503d8fdcc231662e039ac0aa8edf4aeb8dd0373abcff3fcdfc43aa92'),
  ('wasser', 'wasser-2026', '2', 't4', '4', 't0', 'Stand 2', 't0', '5', '491407cd503d8fdcc231662e039ac0aa8edf4aeb8dd0373abcff3fcdfc43aa92'),
  ('wasser', 'wasser-2026', '2', 't5', '5', 't0', 'Stand 2', 't0', '6', '491407cd503d8fdcc231662e039ac0aa8edf4aeb8dd0373abcff3fcdfc43aa92'),
  ('wasser', 'wasser-2026', '2', 't6', '6', 't0', 'Stand 2', 't0', '7', '491407cd503d8fdcc231662e039ac0aa8edf4aeb8dd0373abcff3fcdfc43aa92'),
  ('wasser', 'wasser-2026', '2', 't7', '7', 't0', 'Stand 2', 't0', '8', '491407cd503d8fdcc231662e039ac0aa8edf4aeb8dd0373abcff3fcdfc43aa92'),
  ('wasser', 'wasser-2026', '2', 't8', '8', 't0', 'Stand 2', 't0', '9', '491407cd503d8fdcc231662e039ac0aa8edf4aeb8dd0373abcff3fcdfc43aa92'),
  ('wasser', 'wasser-2026', '2', 't9', '9', 't0', 'Stand 2', 't0', '10', '491407cd503d8fdcc231662e039ac0aa8edf4aeb8dd0373abcff3fcdfc43aa92')
on conflict do nothing;

insert into clag.version_files (course_id, issue_id, version, path, file_reference, content_hash, size_in_bytes, media_type, is_public) overriding system value values
  ('d7bdf875-202f-4b6e-9676-863cad80bf6b', '1', '1', 'cmi5-structure.json', '61e071dcf1de89a3280db23c07b3391927ca88fba3c91a264eaaca87a6b7347b', '61e071dcf1de89a3280db23c07b3391927ca88fba3c91a264eaaca87a6b7347b', '300', 'application/json', 'true'),
  ('wasser', 'wasser-2026', '1', 'bilder/a.svg', 'publications/afe3b37dbd5ed1b9/02c02c9b3865de948156428452718bd20ba678db4d9694c9af8597a88590e67d/df5ebd8fdfb30b06', '02c02c9b3865de948156428452718bd20ba678db4d9694c9af8597a88590e67d', '40', 'image/svg+xml', 'true'),
  ('wasser', 'wasser-2026', '1', 'bilder/b.svg', 'publications/afe3b37dbd5ed1b9/fd7ea9dd1efb53b847f649fd0147a38d55dd54758c447a2113e8a0fd953445ad/df5ebd8fdfb30b06', 'fd7ea9dd1efb53b847f649fd0147a38d55dd54758c447a2113e8a0fd953445ad', '40', 'image/svg+xml', 'true'),
  ('wasser', 'wasser-2026', '2', 'bilder/a.svg', 'publications/afe3b37dbd5ed1b9/526513b92c7b00f0577136f1e99e3169064a11448eb29288b00797fa6f573dee/df5ebd8fdfb30b06', '526513b92c7b00f0577136f1e99e3169064a11448eb29288b00797fa6f573dee', '40', 'image/svg+xml', 'true'),
  ('wasser', 'wasser-2026', '2', 'bilder/b.svg', 'publications/afe3b37dbd5ed1b9/d5d71de372dd0df4a77d1fd310194adbcf94da67fcefab1d790c1608fa231689/df5ebd8fdfb30b06', 'd5d71de372dd0df4a77d1fd310194adbcf94da67fcefab1d790c1608fa231689', '40', 'image/svg+xml', 'true')
on conflict do nothing;

insert into gres.groups (group_id, provider_id, name, join_policy, join_code, join_code_expires_at, transaction_index, created_by, created_at, deleted_at) overriding system value values
  ('1b053013-c941-4429-a0db-f517ad4ea727', 'BEOOK_1', 'Klasse 5b', 'on_request', 'PAKD8LEBJM4B', '2026-12-28 19:28:47.244+00', '2', 'demo-mia', '2026-11-28 19:28:47.241915+00', NULL),
  ('e0d374c5-2ba4-4a3a-8346-a0b713152cd5', 'BEOOK_1', 'Klasse 5b', 'on_request', '8G8CKEKV4D2P', '2026-12-28 19:28:47.234+00', '1', NULL, '2026-11-28 19:28:47.231781+00', NULL)
on conflict do nothing;

insert into gres.join_codes (join_code, group_id, expires_at) overriding system value values
  ('8G8CKEKV4D2P', 'e0d374c5-2ba4-4a3a-8346-a0b713152cd5', '2026-12-28 19:28:47.234+00'),
  ('PAKD8LEBJM4B', '1b053013-c941-4429-a0db-f517ad4ea727', '2026-12-28 19:28:47.244+00')
on conflict do nothing;

insert into gres.looks (subject, day, reader, first_at) overriding system value values
  ('demo-mia', '2026-11-28', 'reader-4eaf9f45-d6bc-42b0-abb0-c99e18a643a8', '2026-11-28 19:28:47.260992+00'),
  ('read-637367d1-9ccc-45d5-98e3-472102b9e9eb', '2026-11-28', 'demo-mia', '2026-11-28 19:28:47.262046+00')
on conflict do nothing;

insert into gres.members (group_id, subject, group_role, membership_state, membership_types, display_name, sharings, origin, began_at, invited_until, invited_by, declines_to_lead, changed_at) overriding system value values
  ('1b053013-c941-4429-a0db-f517ad4ea727', 'demo-mia', 'leader', 'accepted', '{MaySupport,HasLicenses}', 'Regenbogen', '[{"issue_id": "wasser-2026", "course_id": "wasser", "sharing_types": ["Notes"]}]', 'self', '2026-11-28 19:28:47.245+00', NULL, NULL, 'false', '2026-11-28 19:28:47.257+00'),
  ('e0d374c5-2ba4-4a3a-8346-a0b713152cd5', 'demo-mia', 'member', 'accepted', '{HasLicenses}', NULL, '[]', 'school', '2026-11-28 19:28:47.236+00', NULL, NULL, 'false', '2026-11-28 19:28:47.236+00')
on conflict do nothing;

insert into gres.subject_groups (subject, group_id, group_role, membership_state, membership_types, invited_until, invited_by) overriding system value values
  ('demo-mia', '1b053013-c941-4429-a0db-f517ad4ea727', 'leader', 'accepted', '{MaySupport,HasLicenses}', NULL, NULL),
  ('demo-mia', 'e0d374c5-2ba4-4a3a-8346-a0b713152cd5', 'member', 'accepted', '{HasLicenses}', NULL, NULL)
on conflict do nothing;

insert into gres.transactions (group_id, transaction_index, transaction_id, changes, made_by, made_at) overriding system value values
  ('1b053013-c941-4429-a0db-f517ad4ea727', '1', NULL, '[{"name": "Klasse 5b", "change_type": "GROUP_CREATED", "join_policy": "on_request", "provider_id": "BEOOK_1"}, {"subject": "demo-mia", "group_role": "leader", "change_type": "MEMBERSHIP_ACCEPTED", "membership_types": ["MaySupport", "HasLicenses"]}]', 'demo-mia', '2026-11-28 19:28:47.245+00'),
  ('1b053013-c941-4429-a0db-f517ad4ea727', '2', NULL, '[{"subject": "demo-mia", "group_role": "leader", "change_type": "MEMBERSHIP_SET", "display_name": "Regenbogen", "membership_types": ["MaySupport", "HasLicenses"]}, {"subject": "demo-mia", "sharings": [{"issue_id": "wasser-2026", "course_id": "wasser", "sharing_types": ["Notes"]}], "change_type": "SHARINGS_SET"}]', 'demo-mia', '2026-11-28 19:28:47.257+00'),
  ('e0d374c5-2ba4-4a3a-8346-a0b713152cd5', '1', NULL, '[{"name": "Klasse 5b", "change_type": "GROUP_CREATED", "join_policy": "on_request", "provider_id": "BEOOK_1"}, {"subject": "demo-mia", "group_role": "member", "change_type": "MEMBERSHIP_ACCEPTED", "membership_types": ["HasLicenses"]}]', NULL, '2026-11-28 19:28:47.236+00')
on conflict do nothing;

insert into jobs.job (id, name, priority, data, state, retry_limit, retry_count, retry_delay, retry_backoff, retry_delay_max, expire_seconds, deletion_seconds, singleton_key, singleton_on, group_id, group_tier, start_after, created_on, started_on, completed_on, keep_until, output, dead_letter, policy, heartbeat_on, heartbeat_seconds, blocked, blocking, pending_dependencies, source_name, source_id, source_created_on, source_retry_count, source_output, source_root_id) overriding system value values
  ('0ee93f8c-c047-4382-924e-45a1dc004177', 'subject-data-lima', '0', '{"jobId": "78874494-9d09-4838-905c-21589cad9c9e", "round": "first", "service": "lima"}', 'created', '12', '0', '0', 'true', '300', '900', '604800', NULL, NULL, NULL, NULL, '2026-12-12 19:28:48.094317+00', '2026-11-28 19:28:48.094317+00', NULL, NULL, '2026-12-26 19:28:48.094317+00', NULL, NULL, 'standard', NULL, '20', 'false', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('0f4743ba-b8bf-497f-9a05-e89eaadf2920', 'subject-data-aua', '0', '{"jobId": "78874494-9d09-4838-905c-21589cad9c9e", "round": "first", "service": "aua"}', 'created', '12', '0', '0', 'true', '300', '900', '604800', NULL, NULL, NULL, NULL, '2026-12-12 19:28:48.094317+00', '2026-11-28 19:28:48.094317+00', NULL, NULL, '2026-12-26 19:28:48.094317+00', NULL, NULL, 'standard', NULL, '20', 'false', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('0ff5ccf8-7606-4a22-b7b6-ef5af71ff7d8', 'subject-data-lars', '0', '{"jobId": "edce3c65-f081-406b-a47b-f299462f2cc4", "round": "sweep", "service": "lars"}', 'created', '12', '0', '0', 'true', '300', '900', '604800', NULL, NULL, NULL, NULL, '2026-11-28 19:31:18.053278+00', '2026-11-28 19:28:48.053278+00', NULL, NULL, '2026-12-12 19:31:18.053278+00', NULL, NULL, 'standard', NULL, '20', 'false', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('1407e275-82fa-43e6-a973-f1a50a60bb4c', 'subject-data-aua', '0', '{"jobId": "edce3c65-f081-406b-a47b-f299462f2cc4", "round": "first", "service": "aua"}', 'created', '12', '0', '0', 'true', '300', '900', '604800', NULL, NULL, NULL, NULL, '2026-11-28 19:28:47.985526+00', '2026-11-28 19:28:47.985526+00', NULL, NULL, '2026-12-12 19:28:47.985526+00', NULL, NULL, 'standard', NULL, '20', 'false', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('26948bfe-c12d-4948-b9ce-efa6a5dfa5d1', 'subject-data-lars', '0', '{"jobId": "78874494-9d09-4838-905c-21589cad9c9e", "round": "first", "service": "lars"}', 'created', '12', '0', '0', 'true', '300', '900', '604800', NULL, NULL, NULL, NULL, '2026-12-12 19:28:48.094317+00', '2026-11-28 19:28:48.094317+00', NULL, NULL, '2026-12-26 19:28:48.094317+00', NULL, NULL, 'standard', NULL, '20', 'false', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('2cb6e4b4-8b09-4009-8099-1a99c80a1e47', 'subject-data-atma', '0', '{"jobId": "78874494-9d09-4838-905c-21589cad9c9e", "round": "first", "service": "atma"}', 'created', '12', '0', '0', 'true', '300', '900', '604800', NULL, NULL, NULL, NULL, '2026-12-12 19:28:48.094317+00', '2026-11-28 19:28:48.094317+00', NULL, NULL, '2026-12-26 19:28:48.094317+00', NULL, NULL, 'standard', NULL, '20', 'false', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('2d2bcb56-733b-48ed-9017-0222883f7867', 'subject-data-aua', '0', '{"jobId": "edce3c65-f081-406b-a47b-f299462f2cc4", "round": "sweep", "service": "aua"}', 'created', '12', '0', '0', 'true', '300', '900', '604800', NULL, NULL, NULL, NULL, '2026-11-28 19:31:18.053278+00', '2026-11-28 19:28:48.053278+00', NULL, NULL, '2026-12-12 19:31:18.053278+00', NULL, NULL, 'standard', NULL, '20', 'false', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('51ce9690-9439-4ee9-afd0-af8d44c9b2f7', 'subject-data-osc', '0', '{"jobId": "78874494-9d09-4838-905c-21589cad9c9e", "round": "first", "service": "osc"}', 'created', '12', '0', '0', 'true', '300', '900', '604800', NULL, NULL, NULL, NULL, '2026-12-12 19:28:48.094317+00', '2026-11-28 19:28:48.094317+00', NULL, NULL, '2026-12-26 19:28:48.094317+00', NULL, NULL, 'standard', NULL, '20', 'false', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('54c6cd0b-3ea7-4064-9302-bb4acf0ff0fd', 'subject-data-lima', '0', '{"jobId": "edce3c65-f081-406b-a47b-f299462f2cc4", "round": "first", "service": "lima"}', 'created', '12', '0', '0', 'true', '300', '900', '604800', NULL, NULL, NULL, NULL, '2026-11-28 19:28:47.985526+00', '2026-11-28 19:28:47.985526+00', NULL, NULL, '2026-12-12 19:28:47.985526+00', NULL, NULL, 'standard', NULL, '20', 'false', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('58f22ccf-ea6c-4fa1-bf70-2e1e1e9b0f70', 'coupon-licenses', '0', '{"coupon_code": "DXWD9KT7WT367CMX"}', 'completed', '12', '0', '0', 'true', '300', '900', '604800', NULL, NULL, NULL, NULL, '2026-11-28 19:28:47.626466+00', '2026-11-28 19:28:47.626466+00', '2026-11-28 19:28:47.822744+00', '2026-11-28 19:28:47.832333+00', '2026-12-12 19:28:47.626466+00', NULL, NULL, 'standard', '2026-11-28 19:28:47.822744+00', '20', 'false', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('78189203-fad3-410e-a939-c136dc457141', 'subject-data-clag', '0', '{"jobId": "edce3c65-f081-406b-a47b-f299462f2cc4", "round": "sweep", "service": "clag"}', 'created', '12', '0', '0', 'true', '300', '900', '604800', NULL, NULL, NULL, NULL, '2026-11-28 19:31:18.053278+00', '2026-11-28 19:28:48.053278+00', NULL, NULL, '2026-12-12 19:31:18.053278+00', NULL, NULL, 'standard', NULL, '20', 'false', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('79d6e30c-8930-4014-85ae-cb2478c6476e', 'subject-data-osc', '0', '{"jobId": "edce3c65-f081-406b-a47b-f299462f2cc4", "round": "first", "service": "osc"}', 'created', '12', '0', '0', 'true', '300', '900', '604800', NULL, NULL, NULL, NULL, '2026-11-28 19:28:47.985526+00', '2026-11-28 19:28:47.985526+00', NULL, NULL, '2026-12-12 19:28:47.985526+00', NULL, NULL, 'standard', NULL, '20', 'false', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('8b7ecd08-dda8-47e2-a782-94b66fe004cc', 'subject-data-atma', '0', '{"jobId": "edce3c65-f081-406b-a47b-f299462f2cc4", "round": "first", "service": "atma"}', 'created', '12', '0', '0', 'true', '300', '900', '604800', NULL, NULL, NULL, NULL, '2026-11-28 19:28:47.985526+00', '2026-11-28 19:28:47.985526+00', NULL, NULL, '2026-12-12 19:28:47.985526+00', NULL, NULL, 'standard', NULL, '20', 'false', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('a72edf50-2c99-4bf4-a12c-bf565a9f4c6a', 'subject-data-atma', '0', '{"jobId": "edce3c65-f081-406b-a47b-f299462f2cc4", "round": "sweep", "service": "atma"}', 'created', '12', '0', '0', 'true', '300', '900', '604800', NULL, NULL, NULL, NULL, '2026-11-28 19:31:18.053278+00', '2026-11-28 19:28:48.053278+00', NULL, NULL, '2026-12-12 19:31:18.053278+00', NULL, NULL, 'standard', NULL, '20', 'false', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('aac35e6d-4bd2-426c-aeb8-bcc85d254ce3', 'subject-data-lars', '0', '{"jobId": "edce3c65-f081-406b-a47b-f299462f2cc4", "round": "first", "service": "lars"}', 'created', '12', '0', '0', 'true', '300', '900', '604800', NULL, NULL, NULL, NULL, '2026-11-28 19:28:47.985526+00', '2026-11-28 19:28:47.985526+00', NULL, NULL, '2026-12-12 19:28:47.985526+00', NULL, NULL, 'standard', NULL, '20', 'false', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('ab211ce5-0c07-4841-ba28-1fdda8649db2', 'subject-data-clag', '0', '{"jobId": "78874494-9d09-4838-905c-21589cad9c9e", "round": "first", "service": "clag"}', 'created', '12', '0', '0', 'true', '300', '900', '604800', NULL, NULL, NULL, NULL, '2026-12-12 19:28:48.094317+00', '2026-11-28 19:28:48.094317+00', NULL, NULL, '2026-12-26 19:28:48.094317+00', NULL, NULL, 'standard', NULL, '20', 'false', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('bb07ee5f-9f6e-4c6f-9a4c-62cd227c5013', 'subject-data-gres', '0', '{"jobId": "78874494-9d09-4838-905c-21589cad9c9e", "round": "first", "service": "gres"}', 'created', '12', '0', '0', 'true', '300', '900', '604800', NULL, NULL, NULL, NULL, '2026-12-12 19:28:48.094317+00', '2026-11-28 19:28:48.094317+00', NULL, NULL, '2026-12-26 19:28:48.094317+00', NULL, NULL, 'standard', NULL, '20', 'false', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('cc4e91f2-282e-4d51-8dc7-afe7b0e08d74', 'subject-data-lima', '0', '{"jobId": "edce3c65-f081-406b-a47b-f299462f2cc4", "round": "sweep", "service": "lima"}', 'created', '12', '0', '0', 'true', '300', '900', '604800', NULL, NULL, NULL, NULL, '2026-11-28 19:31:18.053278+00', '2026-11-28 19:28:48.053278+00', NULL, NULL, '2026-12-12 19:31:18.053278+00', NULL, NULL, 'standard', NULL, '20', 'false', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('e3ae440e-897e-4d38-bfdf-96e9d9978b7a', 'subject-data-osc', '0', '{"jobId": "edce3c65-f081-406b-a47b-f299462f2cc4", "round": "sweep", "service": "osc"}', 'created', '12', '0', '0', 'true', '300', '900', '604800', NULL, NULL, NULL, NULL, '2026-11-28 19:31:18.053278+00', '2026-11-28 19:28:48.053278+00', NULL, NULL, '2026-12-12 19:31:18.053278+00', NULL, NULL, 'standard', NULL, '20', 'false', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('e51e4584-a227-4b2a-99b4-95c28f4227a8', 'subject-data-gres', '0', '{"jobId": "edce3c65-f081-406b-a47b-f299462f2cc4", "round": "first", "service": "gres"}', 'created', '12', '0', '0', 'true', '300', '900', '604800', NULL, NULL, NULL, NULL, '2026-11-28 19:28:47.985526+00', '2026-11-28 19:28:47.985526+00', NULL, NULL, '2026-12-12 19:28:47.985526+00', NULL, NULL, 'standard', NULL, '20', 'false', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('f4ed2272-c33f-4bb9-a0ae-3db229c6a43c', 'subject-data-gres', '0', '{"jobId": "edce3c65-f081-406b-a47b-f299462f2cc4", "round": "sweep", "service": "gres"}', 'created', '12', '0', '0', 'true', '300', '900', '604800', NULL, NULL, NULL, NULL, '2026-11-28 19:31:18.053278+00', '2026-11-28 19:28:48.053278+00', NULL, NULL, '2026-12-12 19:31:18.053278+00', NULL, NULL, 'standard', NULL, '20', 'false', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('f685b58e-9b7f-402d-9cbe-245536d06da8', 'subject-data-clag', '0', '{"jobId": "edce3c65-f081-406b-a47b-f299462f2cc4", "round": "first", "service": "clag"}', 'created', '12', '0', '0', 'true', '300', '900', '604800', NULL, NULL, NULL, NULL, '2026-11-28 19:28:47.985526+00', '2026-11-28 19:28:47.985526+00', NULL, NULL, '2026-12-12 19:28:47.985526+00', NULL, NULL, 'standard', NULL, '20', 'false', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL)
on conflict do nothing;

insert into jobs.queue (name, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, retention_seconds, deletion_seconds, dead_letter, partition, table_name, deferred_count, queued_count, ready_count, warning_queued, active_count, failed_count, total_count, created_delta, completed_delta, failed_delta, delta_on, delta_seconds, ready_history, heartbeat_seconds, notify, singletons_active, monitor_claim_on, monitor_on, maintain_on, created_on, updated_on) overriding system value values
  ('__pgboss__send-it', 'standard', '2', '0', 'false', NULL, '900', '1209600', '604800', NULL, 'false', 'job_common', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', NULL, NULL, '{0}', NULL, 'false', NULL, '2026-11-28 19:28:47.79054+00', '2026-11-28 19:28:47.792242+00', '2026-11-28 19:28:47.802376+00', '2026-11-28 19:28:43.999039+00', '2026-11-28 19:28:43.999039+00'),
  ('coupon-licenses', 'standard', '2', '0', 'false', NULL, '900', '1209600', '604800', NULL, 'false', 'job_common', '0', '1', '1', '0', '0', '0', '1', '0', '0', '0', NULL, NULL, '{1}', NULL, 'false', NULL, '2026-11-28 19:28:47.79054+00', '2026-11-28 19:28:47.792242+00', '2026-11-28 19:28:47.802376+00', '2026-11-28 19:28:44.042637+00', '2026-11-28 19:28:44.042637+00'),
  ('order-licenses', 'standard', '2', '0', 'false', NULL, '900', '1209600', '604800', NULL, 'false', 'job_common', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', NULL, NULL, '{0}', NULL, 'false', NULL, '2026-11-28 19:28:47.79054+00', '2026-11-28 19:28:47.792242+00', '2026-11-28 19:28:47.802376+00', '2026-11-28 19:28:44.05407+00', '2026-11-28 19:28:44.05407+00'),
  ('order-notifications-0', 'standard', '2', '0', 'false', NULL, '900', '1209600', '604800', NULL, 'false', 'job_common', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', NULL, NULL, '{0}', NULL, 'false', NULL, '2026-11-28 19:28:47.79054+00', '2026-11-28 19:28:47.792242+00', '2026-11-28 19:28:47.802376+00', '2026-11-28 19:28:44.057159+00', '2026-11-28 19:28:44.057159+00'),
  ('order-notifications-1', 'standard', '2', '0', 'false', NULL, '900', '1209600', '604800', NULL, 'false', 'job_common', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', NULL, NULL, '{0}', NULL, 'false', NULL, '2026-11-28 19:28:47.79054+00', '2026-11-28 19:28:47.792242+00', '2026-11-28 19:28:47.802376+00', '2026-11-28 19:28:44.058695+00', '2026-11-28 19:28:44.058695+00'),
  ('order-notifications-2', 'standard', '2', '0', 'false', NULL, '900', '1209600', '604800', NULL, 'false', 'job_common', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', NULL, NULL, '{0}', NULL, 'false', NULL, '2026-11-28 19:28:47.79054+00', '2026-11-28 19:28:47.792242+00', '2026-11-28 19:28:47.802376+00', '2026-11-28 19:28:44.059178+00', '2026-11-28 19:28:44.059178+00'),
  ('order-notifications-3', 'standard', '2', '0', 'false', NULL, '900', '1209600', '604800', NULL, 'false', 'job_common', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', NULL, NULL, '{0}', NULL, 'false', NULL, '2026-11-28 19:28:47.79054+00', '2026-11-28 19:28:47.792242+00', '2026-11-28 19:28:47.802376+00', '2026-11-28 19:28:44.060013+00', '2026-11-28 19:28:44.060013+00'),
  ('subject-data-atma', 'standard', '2', '0', 'false', NULL, '900', '1209600', '604800', NULL, 'false', 'job_common', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', NULL, NULL, '{0}', NULL, 'false', NULL, '2026-11-28 19:28:47.79054+00', '2026-11-28 19:28:47.792242+00', '2026-11-28 19:28:47.802376+00', '2026-11-28 19:28:44.022995+00', '2026-11-28 19:28:44.022995+00'),
  ('subject-data-aua', 'standard', '2', '0', 'false', NULL, '900', '1209600', '604800', NULL, 'false', 'job_common', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', NULL, NULL, '{0}', NULL, 'false', NULL, '2026-11-28 19:28:47.79054+00', '2026-11-28 19:28:47.792242+00', '2026-11-28 19:28:47.802376+00', '2026-11-28 19:28:44.031879+00', '2026-11-28 19:28:44.031879+00'),
  ('subject-data-clag', 'standard', '2', '0', 'false', NULL, '900', '1209600', '604800', NULL, 'false', 'job_common', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', NULL, NULL, '{0}', NULL, 'false', NULL, '2026-11-28 19:28:47.79054+00', '2026-11-28 19:28:47.792242+00', '2026-11-28 19:28:47.802376+00', '2026-11-28 19:28:44.032471+00', '2026-11-28 19:28:44.032471+00'),
  ('subject-data-gres', 'standard', '2', '0', 'false', NULL, '900', '1209600', '604800', NULL, 'false', 'job_common', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', NULL, NULL, '{0}', NULL, 'false', NULL, '2026-11-28 19:28:47.79054+00', '2026-11-28 19:28:47.792242+00', '2026-11-28 19:28:47.802376+00', '2026-11-28 19:28:44.032974+00', '2026-11-28 19:28:44.032974+00'),
  ('subject-data-lars', 'standard', '2', '0', 'false', NULL, '900', '1209600', '604800', NULL, 'false', 'job_common', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', NULL, NULL, '{0}', NULL, 'false', NULL, '2026-11-28 19:28:47.79054+00', '2026-11-28 19:28:47.792242+00', '2026-11-28 19:28:47.802376+00', '2026-11-28 19:28:44.033469+00', '2026-11-28 19:28:44.033469+00'),
  ('subject-data-lima', 'standard', '2', '0', 'false', NULL, '900', '1209600', '604800', NULL, 'false', 'job_common', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', NULL, NULL, '{0}', NULL, 'false', NULL, '2026-11-28 19:28:47.79054+00', '2026-11-28 19:28:47.792242+00', '2026-11-28 19:28:47.802376+00', '2026-11-28 19:28:44.03397+00', '2026-11-28 19:28:44.03397+00'),
  ('subject-data-osc', 'standard', '2', '0', 'false', NULL, '900', '1209600', '604800', NULL, 'false', 'job_common', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', NULL, NULL, '{0}', NULL, 'false', NULL, '2026-11-28 19:28:47.79054+00', '2026-11-28 19:28:47.792242+00', '2026-11-28 19:28:47.802376+00', '2026-11-28 19:28:44.034467+00', '2026-11-28 19:28:44.034467+00')
on conflict do nothing;

insert into jobs.version (version, cron_on, bam_on, flow_on, reindex_on, monitor_backoff_on) overriding system value values
  ('43', '2026-11-28 19:28:44.015245+00', '2026-11-28 19:28:44.016564+00', '2026-11-28 19:28:44.008804+00', '2026-11-28 19:28:47.817302+00', NULL)
on conflict do nothing;

insert into lars.activities (activity_key, activity_id, definition, updated_at, subject, said_by_learner, said_of_none) overriding system value values
  (E'\\x1be6817f0a8593f6239af5ed678713eab16b46e080a57c679865c0ee25003c83', 'http://localhost/lars/cmi5/activities/PsnVfKLtgRhQvc3q2vOQY2IInerhprkl1OnnHeBLMxM', '{"name":{"de":"wind"},"description":{"de":"wind"}}', '2026-11-28 19:28:47.980183+00', NULL, 'false', 'false'),
  (E'\\x578d900a602c1e43ea10093e2a2793248d2466eb3b178c72e11756379379e3ae', 'http://localhost/lars/cmi5/activities/LeQ2CgXwQnfHsypUFLgnY2QD5zm8Lzo7o_BDbVAbpK8', '{"name":{"de":"wolken"},"description":{"de":"wolken"}}', '2026-11-28 19:28:47.939775+00', NULL, 'false', 'false'),
  (E'\\x62a6cb4c53bfdaa21b0d9a97d91e1d532b28c567fc90fa094dffbb4e6b4d6221', 'http://o.example/83748b33-e611-49b1-b49c-c462ae7400b7', '{"name":{"de":"Regenbogen"}}', '2026-11-28 19:28:47.669926+00', 'demo-mia', 'true', 'false')
on conflict do nothing;

insert into lars.activity_profiles (activity_key, profile_key, activity_id, profile_id, content_type, etag, content, updated_at) overriding system value values
  (E'\\xfa91142e387de84a867ccba12d4779f5615f10075f812f48e28eb9c52b93f35a', E'\\xd37a24b801c6e2e338243b7361c5985e1d8e26bcf5555dd08cd8c969e01e1670', 'https://lectern.example/a', 'stand', 'text/plain', '726cea5bc148fb01941fd05c451f66943bf0c0eb', E'\\x5374616e64', '2026-11-28 19:28:48.123323+00')
on conflict do nothing;

insert into lars.agent_profiles (subject, profile_key, profile_id, content_type, etag, content, updated_at) overriding system value values
  ('demo-mia', E'\\x9b202c7d5da82804106706bfdf7103f1bfa56943dc674407cb240241820efaff', 'Regenbogen', 'text/plain', 'c35233b4b7befe68eb1978f98bbba0e81eb3b557', E'\\x526567656e626f67656e', '2026-11-28 19:28:47.651456+00')
on conflict do nothing;

insert into lars.api_keys (api_key, secret_hash, title, scopes, created_at, revoked_at) overriding system value values
  ('lrs-hWIdyWJzHuny', E'\\x55b01f633b8c32a41e9fd7b6e38ce5f8723d2eedc8105b5faf25361cc2bd5127', 'Tool', '{all/read}', '2026-11-28 19:28:48.121007+00', NULL)
on conflict do nothing;

insert into lars.attachments (subject, sha2, content, sent_by, kept_for) overriding system value values
  ('demo-mia', 'a7076b302be7680e5f405ade9258715521abe5df81059e0ad2fc2bc0e4aa073c', E'\\x526567656e626f67656e', NULL, NULL)
on conflict do nothing;

insert into lars.cmi5_activities (name, course_id) overriding system value values
  ('LeQ2CgXwQnfHsypUFLgnY2QD5zm8Lzo7o_BDbVAbpK8', 'd7bdf875-202f-4b6e-9676-863cad80bf6b'),
  ('PsnVfKLtgRhQvc3q2vOQY2IInerhprkl1OnnHeBLMxM', 'd7bdf875-202f-4b6e-9676-863cad80bf6b'),
  ('by8SUMZuGzlUT2I9F0KU9rfJRW_JAYw3Yque_-w0ZLA', 'd7bdf875-202f-4b6e-9676-863cad80bf6b')
on conflict do nothing;

insert into lars.cmi5_registrations (subject, course_key, course_id, issue_id, registration, structure_hash, satisfied, created_at) overriding system value values
  ('demo-mia', 'Regenbogen', 'Regenbogen', '1', 'fc87322e-eba2-48df-8644-e5031e80905f', 'a7076b302be7680e5f405ade9258715521abe5df81059e0ad2fc2bc0e4aa073c', '{}', '2026-11-28 19:28:47.68803+00'),
  ('demo-mia', 'd9ed50e678fb61c4653d952f06e738636da93a15073261e8a7d3dd494851a9de', 'd7bdf875-202f-4b6e-9676-863cad80bf6b', '1', '279101ea-2d83-4157-afda-d103a315b221', '61e071dcf1de89a3280db23c07b3391927ca88fba3c91a264eaaca87a6b7347b', '{}', '2026-11-28 19:28:47.928654+00')
on conflict do nothing;

insert into lars.cmi5_sessions (subject, session_id, course_key, registration, structure_hash, au_id, activity_id, launch_mode, mastery_score, launched_at, expires_at, sign_in, fetch_hash, token_hash, told, latest, heard_at, ended_at, ended_by, revision) overriding system value values
  ('demo-mia', 'bd85849b-075c-4bfb-927d-1e6a202a757b', 'd9ed50e678fb61c4653d952f06e738636da93a15073261e8a7d3dd494851a9de', '279101ea-2d83-4157-afda-d103a315b221', '61e071dcf1de89a3280db23c07b3391927ca88fba3c91a264eaaca87a6b7347b', 'https://verlag.example/wetter/wind', 'http://localhost/lars/cmi5/activities/PsnVfKLtgRhQvc3q2vOQY2IInerhprkl1OnnHeBLMxM', 'Normal', NULL, '2026-11-28 19:28:47.976+00', '2026-11-29 19:28:47.976+00', 'zBv2XiBmiK5r7Q7uvP4kZM4VVLq5Mql4vy7sBO7gp_E', E'\\x472a53dc81c93bfec491da1203a12edcc1ed4d53ba5f24992fb8709581c3f428', E'\\xbf1771f67e94f648744754a9c979e10a65ffeecc0887ce7ef90108f63099728d', '{}', NULL, NULL, NULL, NULL, '0'),
  ('demo-mia', 'c262c79c-4ce1-4bba-adb3-e584d37d0833', 'd9ed50e678fb61c4653d952f06e738636da93a15073261e8a7d3dd494851a9de', '279101ea-2d83-4157-afda-d103a315b221', '61e071dcf1de89a3280db23c07b3391927ca88fba3c91a264eaaca87a6b7347b', 'https://verlag.example/wetter/wolken', 'http://localhost/lars/cmi5/activities/LeQ2CgXwQnfHsypUFLgnY2QD5zm8Lzo7o_BDbVAbpK8', 'Normal', NULL, '2026-11-28 19:28:47.931+00', '2026-11-29 19:28:47.931+00', 'zBv2XiBmiK5r7Q7uvP4kZM4VVLq5Mql4vy7sBO7gp_E', E'\\x637ba9972053d16131a22cc8a14d5af072089deeb162a2df90ed0e83a8d796a5', E'\\x024267717560932f2e1cc14cfb5739ee524f409c386abe4a5d35353c3293f197', '{"initialized":{"id":"252aa637-b4bf-437f-ac31-977ddb5f6b9d","timestamp":"2026-11-28T19:28:47.945Z"},"completed":{"id":"3311435e-eda2-45b7-a784-b635d1e84d6e","timestamp":"2026-11-28T19:28:47.956Z"},"terminated":{"id":"a8cb142e-fab3-426b-80d0-afa17f601111","timestamp":"2026-11-28T19:28:47.964Z"}}', '2026-11-28 19:28:47.964+00', '2026-11-28 19:28:47.968+00', '2026-11-28 19:28:47.968+00', 'terminated', '3'),
  ('demo-mia', 'f6fc89ab-563f-431a-a898-2b037755c704', 'Regenbogen', 'fc87322e-eba2-48df-8644-e5031e80905f', 'a7076b302be7680e5f405ade9258715521abe5df81059e0ad2fc2bc0e4aa073c', 'http://au.example', 'http://activity.example', 'Normal', NULL, '2026-11-28 19:28:47.688+00', '2026-11-28 19:28:47.688+00', 'a hash', E'\\xa7076b302be7680e5f405ade9258715521abe5df81059e0ad2fc2bc0e4aa073c', NULL, '{}', NULL, NULL, NULL, NULL, '0')
on conflict do nothing;

insert into lars.cmi5_structures (structure_hash, structure) overriding system value values
  ('61e071dcf1de89a3280db23c07b3391927ca88fba3c91a264eaaca87a6b7347b', '{"aus":[{"description":{"de":"wolken"},"id":"https://verlag.example/wetter/wolken","launch_method":"AnyWindow","move_on":"CompletedOrPassed","title":{"de":"wolken"},"url":"wolken/index.html"},{"description":{"de":"wind"},"id":"https://verlag.example/wetter/wind","launch_method":"AnyWindow","move_on":"CompletedOrPassed","title":{"de":"wind"},"url":"wind/index.html"}],"blocks":[],"description":{"de":"Wetter"},"id":"https://verlag.example/wetter","title":{"de":"Wetter"}}')
on conflict do nothing;

insert into lars.exercise_activity (subject, course_id, issue_id, begins, exercise_id, statements_count) overriding system value values
  ('demo-mia', 'Regenbogen', '1', '2026-11-28 19:28:47.69+00', 'Regenbogen', '1')
on conflict do nothing;

insert into lars.exercise_progress (subject, course_id, issue_id, exercise_id, begun_at, finished_at, last_finished_at, last_active_at, has_succeeded, best_score, last_score, scored_at) overriding system value values
  ('demo-mia', 'Regenbogen', '1', 'Regenbogen', '2026-11-28 19:28:47.689+00', NULL, NULL, '2026-11-28 19:28:47.689+00', NULL, NULL, NULL, NULL)
on conflict do nothing;

insert into lars.forwarding_failures (subject, target, sequence, statement_id, status, answer, failed_at, is_waiting) overriding system value values
  ('demo-mia', 'store-bda4a94e-9505-418c-90a7-11e9575a3438', '1', '01a223a1-ac2d-46c3-ad79-e7945b25c86f', '400', 'demo-mia Regenbogen', '2026-11-28 19:28:47.687197+00', 'false')
on conflict do nothing;

insert into lars.forwardings (target, "position", attempts, next_attempt_at, last_failure, last_failure_at) overriding system value values
  ('store', '0', '0', NULL, NULL, NULL)
on conflict do nothing;

insert into lars.progress_readings (subject, course_id, issue_id, version, stored, sequence, voided_count) overriding system value values
  ('demo-mia', 'Regenbogen', '1', '1', '1970-01-01 00:00:00+00', '0', '0')
on conflict do nothing;

insert into lars.refused_statements (subject, refused_id, authority, refused_at, fault, statement) overriding system value values
  ('demo-mia', 'dd0c1a3c-b81c-4698-9518-599d100e45a5', 'tool', '2026-11-28 19:28:47.686504+00', 'statement.verb: is missing', '{"actor":{"account":{"homePage":"http://localhost:44213","name":"demo-mia"}},"result":{"response":"Regenbogen"}}')
on conflict do nothing;

insert into lars.statement_ids (statement_id, subject, stored, sequence) overriding system value values
  ('01a223a1-ac2d-46c3-ad79-e7945b25c86f', 'demo-mia', '2026-11-28 19:28:47.667883+00', '1'),
  ('01a223a1-ac39-40d0-b586-9e41301a8379', 'demo-mia', '2026-11-28 19:28:47.674854+00', '2'),
  ('01a223a1-ac44-44cc-8f6c-6ee1e1d1e448', 'demo-sofia', '2026-11-28 19:28:47.685283+00', '3'),
  ('252aa637-b4bf-437f-ac31-977ddb5f6b9d', 'demo-mia', '2026-11-28 19:28:47.953918+00', '5'),
  ('3311435e-eda2-45b7-a784-b635d1e84d6e', 'demo-mia', '2026-11-28 19:28:47.962355+00', '6'),
  ('a473f386-f78e-5e03-a250-beec2bc232f8', 'demo-mia', '2026-11-28 19:28:47.937354+00', '4'),
  ('a8cb142e-fab3-426b-80d0-afa17f601111', 'demo-mia', '2026-11-28 19:28:47.969254+00', '7'),
  ('c639872e-dc1c-5c1c-92d5-e3bf617789ed', 'demo-mia', '2026-11-28 19:28:47.978537+00', '8')
on conflict do nothing;

insert into lars.statements (subject, stored, sequence, statement_id, verb, activity, registration, authority, terms, courses, said_within, attached, refers_to, is_voided, dto_id, statement) overriding system value values
  ('demo-mia', '2026-11-28 19:28:47.667883+00', '1', '01a223a1-ac2d-46c3-ad79-e7945b25c86f', '-5043636651465185980', '1208023015986605347', NULL, '-137954661291370937', '{-8985368112713915519,6564700676388749805,-3855545833218307437}', '{6353135532459429884}', NULL, '{a7076b302be7680e5f405ade9258715521abe5df81059e0ad2fc2bc0e4aa073c}', NULL, 'true', NULL, '{"id":"01a223a1-ac2d-46c3-ad79-e7945b25c86f","actor":{"account":{"homePage":"http://localhost:44213","name":"demo-mia"}},"verb":{"id":"http://v.example/did"},"object":{"id":"http://o.example/83748b33-e611-49b1-b49c-c462ae7400b7","definition":{"name":{"de":"Regenbogen"}}},"attachments":[{"usageType":"http://u.example/essay","display":{"de":"Regenbogen"},"contentType":"text/plain","length":10,"sha2":"a7076b302be7680e5f405ade9258715521abe5df81059e0ad2fc2bc0e4aa073c"}],"timestamp":"2026-11-28T19:28:47.661Z","version":"1.0.0","authority":{"objectType":"Agent","account":{"homePage":"http://localhost:44213","name":"lectern-shell"}}}'),
  ('demo-mia', '2026-11-28 19:28:47.674854+00', '2', '01a223a1-ac39-40d0-b586-9e41301a8379', '-5241329894503976469', NULL, NULL, '-137954661291370937', '{1208023015986605347,6564700676388749805,-4095678105185852661,-5043636651465185980,-8309130025251065315,-3855545833218307437,-8985368112713915519,5439704770083059712}', NULL, NULL, NULL, '01a223a1-ac2d-46c3-ad79-e7945b25c86f', 'false', NULL, '{"id":"01a223a1-ac39-40d0-b586-9e41301a8379","actor":{"account":{"homePage":"http://localhost:44213","name":"demo-mia"}},"verb":{"id":"http://adlnet.gov/expapi/verbs/voided"},"object":{"objectType":"StatementRef","id":"01a223a1-ac2d-46c3-ad79-e7945b25c86f"},"timestamp":"2026-11-28T19:28:47.673Z","version":"1.0.0","authority":{"objectType":"Agent","account":{"homePage":"http://localhost:44213","name":"lectern-shell"}}}'),
  ('demo-mia', '2026-11-28 19:28:47.937354+00', '4', 'a473f386-f78e-5e03-a250-beec2bc232f8', '7702502921402447418', '2752963249365137494', '279101ea-2d83-4157-afda-d103a315b221', '6545841086687900913', '{-8985368112713915519,143077901572885581,7681288213579069399,-8984475218693382499,5098474014390135892}', '{2729295480717207659}', '{d7bdf875-202f-4b6e-9676-863cad80bf6b}', NULL, NULL, 'false', NULL, '{"id":"a473f386-f78e-5e03-a250-beec2bc232f8","actor":{"objectType":"Agent","account":{"homePage":"http://localhost:44213","name":"demo-mia"}},"verb":{"id":"http://adlnet.gov/expapi/verbs/launched","display":{"en":"launched"}},"object":{"objectType":"Activity","id":"http://localhost/lars/cmi5/activities/LeQ2CgXwQnfHsypUFLgnY2QD5zm8Lzo7o_BDbVAbpK8","definition":{"name":{"de":"wolken"},"description":{"de":"wolken"}}},"context":{"registration":"279101ea-2d83-4157-afda-d103a315b221","contextActivities":{"category":[{"id":"https://w3id.org/xapi/cmi5/context/categories/cmi5"}],"grouping":[{"id":"https://verlag.example/wetter/wolken"}]},"extensions":{"https://w3id.org/xapi/cmi5/context/extensions/sessionid":"c262c79c-4ce1-4bba-adb3-e584d37d0833","https://w3id.org/xapi/cmi5/context/extensions/launchmode":"Normal","https://w3id.org/xapi/cmi5/context/extensions/launchurl":"https://content.example/wetter/wolken/index.html","https://w3id.org/xapi/cmi5/context/extensions/moveon":"CompletedOrPassed"}},"timestamp":"2026-11-28T19:28:47.931Z","version":"1.0.0","authority":{"objectType":"Agent","account":{"homePage":"http://localhost/lars/xapi","name":"cmi5"}}}'),
  ('demo-mia', '2026-11-28 19:28:47.953918+00', '5', '252aa637-b4bf-437f-ac31-977ddb5f6b9d', '-2324500652690430099', '2752963249365137494', '279101ea-2d83-4157-afda-d103a315b221', '-6661642185750246012', '{-8985368112713915519,7783006052954210675,7681288213579069399,5098474014390135892,-8984475218693382499}', '{2729295480717207659}', '{d7bdf875-202f-4b6e-9676-863cad80bf6b}', NULL, NULL, 'false', NULL, '{"id":"252aa637-b4bf-437f-ac31-977ddb5f6b9d","actor":{"objectType":"Agent","account":{"homePage":"http://localhost:44213","name":"demo-mia"}},"verb":{"id":"http://adlnet.gov/expapi/verbs/initialized"},"object":{"id":"http://localhost/lars/cmi5/activities/LeQ2CgXwQnfHsypUFLgnY2QD5zm8Lzo7o_BDbVAbpK8"},"context":{"registration":"279101ea-2d83-4157-afda-d103a315b221","contextActivities":{"grouping":[{"id":"https://verlag.example/wetter/wolken"}],"category":[{"id":"https://w3id.org/xapi/cmi5/context/categories/cmi5"}]},"extensions":{"https://w3id.org/xapi/cmi5/context/extensions/sessionid":"c262c79c-4ce1-4bba-adb3-e584d37d0833"}},"timestamp":"2026-11-28T19:28:47.945Z","version":"1.0.0","authority":{"objectType":"Agent","account":{"homePage":"http://localhost/lars/xapi","name":"cmi5-content"}}}'),
  ('demo-mia', '2026-11-28 19:28:47.962355+00', '6', '3311435e-eda2-45b7-a784-b635d1e84d6e', '2706082601072382807', '2752963249365137494', '279101ea-2d83-4157-afda-d103a315b221', '-6661642185750246012', '{-8985368112713915519,7783006052954210675,7681288213579069399,5098474014390135892,-8984475218693382499,1010393326238087687}', '{2729295480717207659}', '{d7bdf875-202f-4b6e-9676-863cad80bf6b}', NULL, NULL, 'false', NULL, '{"id":"3311435e-eda2-45b7-a784-b635d1e84d6e","actor":{"objectType":"Agent","account":{"homePage":"http://localhost:44213","name":"demo-mia"}},"verb":{"id":"http://adlnet.gov/expapi/verbs/completed"},"object":{"id":"http://localhost/lars/cmi5/activities/LeQ2CgXwQnfHsypUFLgnY2QD5zm8Lzo7o_BDbVAbpK8"},"result":{"completion":true,"duration":"PT60S"},"context":{"registration":"279101ea-2d83-4157-afda-d103a315b221","contextActivities":{"grouping":[{"id":"https://verlag.example/wetter/wolken"}],"category":[{"id":"https://w3id.org/xapi/cmi5/context/categories/cmi5"},{"id":"https://w3id.org/xapi/cmi5/context/categories/moveon"}]},"extensions":{"https://w3id.org/xapi/cmi5/context/extensions/sessionid":"c262c79c-4ce1-4bba-adb3-e584d37d0833"}},"timestamp":"2026-11-28T19:28:47.956Z","version":"1.0.0","authority":{"objectType":"Agent","account":{"homePage":"http://localhost/lars/xapi","name":"cmi5-content"}}}'),
  ('demo-mia', '2026-11-28 19:28:47.969254+00', '7', 'a8cb142e-fab3-426b-80d0-afa17f601111', '372834541434628908', '2752963249365137494', '279101ea-2d83-4157-afda-d103a315b221', '-6661642185750246012', '{-8985368112713915519,7783006052954210675,7681288213579069399,5098474014390135892,-8984475218693382499}', '{2729295480717207659}', '{d7bdf875-202f-4b6e-9676-863cad80bf6b}', NULL, NULL, 'false', NULL, '{"id":"a8cb142e-fab3-426b-80d0-afa17f601111","actor":{"objectType":"Agent","account":{"homePage":"http://localhost:44213","name":"demo-mia"}},"verb":{"id":"http://adlnet.gov/expapi/verbs/terminated"},"object":{"id":"http://localhost/lars/cmi5/activities/LeQ2CgXwQnfHsypUFLgnY2QD5zm8Lzo7o_BDbVAbpK8"},"result":{"duration":"PT90S"},"context":{"registration":"279101ea-2d83-4157-afda-d103a315b221","contextActivities":{"grouping":[{"id":"https://verlag.example/wetter/wolken"}],"category":[{"id":"https://w3id.org/xapi/cmi5/context/categories/cmi5"}]},"extensions":{"https://w3id.org/xapi/cmi5/context/extensions/sessionid":"c262c79c-4ce1-4bba-adb3-e584d37d0833"}},"timestamp":"2026-11-28T19:28:47.964Z","version":"1.0.0","authority":{"objectType":"Agent","account":{"homePage":"http://localhost/lars/xapi","name":"cmi5-content"}}}'),
  ('demo-mia', '2026-11-28 19:28:47.978537+00', '8', 'c639872e-dc1c-5c1c-92d5-e3bf617789ed', '7702502921402447418', '5908152632797887191', '279101ea-2d83-4157-afda-d103a315b221', '6545841086687900913', '{-8985368112713915519,143077901572885581,-4744020293792467111,-8984475218693382499,270933144120037838}', '{2729295480717207659}', '{d7bdf875-202f-4b6e-9676-863cad80bf6b}', NULL, NULL, 'false', NULL, '{"id":"c639872e-dc1c-5c1c-92d5-e3bf617789ed","actor":{"objectType":"Agent","account":{"homePage":"http://localhost:44213","name":"demo-mia"}},"verb":{"id":"http://adlnet.gov/expapi/verbs/launched","display":{"en":"launched"}},"object":{"objectType":"Activity","id":"http://localhost/lars/cmi5/activities/PsnVfKLtgRhQvc3q2vOQY2IInerhprkl1OnnHeBLMxM","definition":{"name":{"de":"wind"},"description":{"de":"wind"}}},"context":{"registration":"279101ea-2d83-4157-afda-d103a315b221","contextActivities":{"category":[{"id":"https://w3id.org/xapi/cmi5/context/categories/cmi5"}],"grouping":[{"id":"https://verlag.example/wetter/wind"}]},"extensions":{"https://w3id.org/xapi/cmi5/context/extensions/sessionid":"bd85849b-075c-4bfb-927d-1e6a202a757b","https://w3id.org/xapi/cmi5/context/extensions/launchmode":"Normal","https://w3id.org/xapi/cmi5/context/extensions/launchurl":"https://content.example/wetter/wind/index.html","https://w3id.org/xapi/cmi5/context/extensions/moveon":"CompletedOrPassed"}},"timestamp":"2026-11-28T19:28:47.976Z","version":"1.0.0","authority":{"objectType":"Agent","account":{"homePage":"http://localhost/lars/xapi","name":"cmi5"}}}'),
  ('demo-sofia', '2026-11-28 19:28:47.685283+00', '3', '01a223a1-ac44-44cc-8f6c-6ee1e1d1e448', '-5043636651465185980', '-1984671497084312377', NULL, '-137954661291370937', '{-8961090716662116602,-8985368112713915519,6564700676388749805,-8443020144155787744}', '{-705050772753226495}', NULL, NULL, NULL, 'false', NULL, '{"id":"01a223a1-ac44-44cc-8f6c-6ee1e1d1e448","actor":{"account":{"homePage":"http://localhost:44213","name":"demo-sofia"}},"verb":{"id":"http://v.example/did"},"object":{"id":"http://o.example"},"context":{"instructor":{"name":"Regenbogen","account":{"homePage":"http://localhost:44213","name":"demo-mia"}}},"timestamp":"2026-11-28T19:28:47.684Z","version":"1.0.0","authority":{"objectType":"Agent","account":{"homePage":"http://localhost:44213","name":"lectern-shell"}}}')
on conflict do nothing;

insert into lars.states (subject, state_key, activity_id, registration, state_id, content_type, etag, content, updated_at, kept_for) overriding system value values
  ('demo-mia', E'\\x28b6c55c34faa535df5bcac9715bc201f68bda29d84b4cec2bb367e94ed5db15', 'https://lectern.example/a', NULL, 'Regenbogen', 'text/plain', 'c35233b4b7befe68eb1978f98bbba0e81eb3b557', E'\\x526567656e626f67656e', '2026-11-28 19:28:47.647073+00', NULL),
  ('demo-mia', E'\\x99cedaf584420733ae1ca26379047dbb780ca5723bfc924635549f1a4af12d18', 'http://localhost/lars/cmi5/activities/LeQ2CgXwQnfHsypUFLgnY2QD5zm8Lzo7o_BDbVAbpK8', '279101ea-2d83-4157-afda-d103a315b221', 'LMS.LaunchData', 'application/json', '432fa456d844b015de81b43fb1945b4941f61cd9', E'\\x7b22636f6e7465787454656d706c617465223a7b22636f6e7465787441637469766974696573223a7b2267726f7570696e67223a5b7b226f626a65637454797065223a224163746976697479222c226964223a2268747470733a2f2f7665726c61672e6578616d706c652f7765747465722f776f6c6b656e227d5d7d2c22657874656e73696f6e73223a7b2268747470733a2f2f773369642e6f72672f786170692f636d69352f636f6e746578742f657874656e73696f6e732f73657373696f6e6964223a2263323632633739632d346365312d346262612d616462332d653538346433376430383333227d7d2c226c61756e63684d6f6465223a224e6f726d616c222c226d6f76654f6e223a22436f6d706c657465644f72506173736564222c2272657475726e55524c223a2268747470733a2f2f636f6e74656e742e6578616d706c652f7765747465722f696e6465782e68746d6c227d', '2026-11-28 19:28:47.932296+00', '279101ea-2d83-4157-afda-d103a315b221'),
  ('demo-mia', E'\\xd1455729350e652cbe5db642ebeaf317f3ead00f7b2267df6b213cdc931a7e76', 'http://localhost/lars/cmi5/activities/PsnVfKLtgRhQvc3q2vOQY2IInerhprkl1OnnHeBLMxM', '279101ea-2d83-4157-afda-d103a315b221', 'LMS.LaunchData', 'application/json', 'd95063b24d5cafa72ec99cc1034e784b20817437', E'\\x7b22636f6e7465787454656d706c617465223a7b22636f6e7465787441637469766974696573223a7b2267726f7570696e67223a5b7b226f626a65637454797065223a224163746976697479222c226964223a2268747470733a2f2f7665726c61672e6578616d706c652f7765747465722f77696e64227d5d7d2c22657874656e73696f6e73223a7b2268747470733a2f2f773369642e6f72672f786170692f636d69352f636f6e746578742f657874656e73696f6e732f73657373696f6e6964223a2262643835383439622d303735632d346266622d393237642d316536613230326137353762227d7d2c226c61756e63684d6f6465223a224e6f726d616c222c226d6f76654f6e223a22436f6d706c657465644f72506173736564222c2272657475726e55524c223a2268747470733a2f2f636f6e74656e742e6578616d706c652f7765747465722f696e6465782e68746d6c227d', '2026-11-28 19:28:47.977339+00', '279101ea-2d83-4157-afda-d103a315b221')
on conflict do nothing;

insert into lars.voidings (statement_id, subject) overriding system value values
  ('01a223a1-ac2d-46c3-ad79-e7945b25c86f', 'demo-mia')
on conflict do nothing;

insert into lima.device_products (subject, mandant_identifier, product_reference, device_identifier, registered_at) overriding system value values
  ('demo-mia', 'LECTERN', 'wasser-entdecken', 'device-Regenbogen', '2026-11-28 19:28:47.598796+00')
on conflict do nothing;

insert into lima.devices (subject, device_identifier, os_name, os_version, screen_size, simple_ui, locale, app_version, device_registration_date, model, last_app_update, touch_device, updated_at) overriding system value values
  ('demo-mia', 'device-Regenbogen', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-28 19:28:47.555609+00', NULL, NULL, NULL, '2026-11-28 19:28:47.555609+00')
on conflict do nothing;

insert into lima.group_licenses (group_id, license_code, subject) overriding system value values
  ('1b053013-c941-4429-a0db-f517ad4ea727', 'ZNG69-V0TNM-VFWMJ-Z7ECE-PV680', 'demo-mia')
on conflict do nothing;

insert into lima.license_orders (order_system_identifier, license_order_identifier, subject, license_code, mandant_identifier, product_reference, article_number, license_strategy, group_id, seats, valid_from, valid_until, version, ordered_at, updated_at, deleted_at) overriding system value values
  ('IAPROS1', 'coupon:DXWD9KT7WT367CMX', 'demo-mia', 'THCHS-8RAK3-ZWRZ5-2HQ8V-C6SMV', 'LECTERN', 'wasser-entdecken', NULL, 'LICENSE_STRATEGY_USER', NULL, '1', '2026-11-28 19:28:47.627+00', NULL, '1', '2026-11-28 19:28:47.634095+00', '2026-11-28 19:28:47.634095+00', NULL),
  ('SHOP', '38c454f9-9b97-4c66-b6b3-1365b94fa1d1', 'demo-mia', 'ZNG69-V0TNM-VFWMJ-Z7ECE-PV680', 'LECTERN', 'wasser-entdecken', NULL, 'LICENSE_STRATEGY_GROUP', '1b053013-c941-4429-a0db-f517ad4ea727', '5', '2026-11-28 19:28:47.579544+00', NULL, '1', '2026-11-28 19:28:47.579544+00', '2026-11-28 19:28:47.579544+00', NULL)
on conflict do nothing;

insert into lima.license_overrides (subject, license_code, license_override_id, license_override_kind, reason, ends_at, saved_at, saved_by, deleted_at) overriding system value values
  ('demo-mia', 'ZNG69-V0TNM-VFWMJ-Z7ECE-PV680', '76535517-634d-4a30-bad9-5a2f16dffa52', 'LICENSE_OVERRIDE_KIND_EXTEND', 'why', '2999-01-01 00:00:00+00', '2026-11-28 19:28:47.608571+00', 'demo-sofia', NULL),
  ('demo-sofia', 'any', '76535517-634d-4a30-bad9-5a2f16dffa52', 'LICENSE_OVERRIDE_KIND_EXTEND', 'why', '2999-01-01 00:00:00+00', '2026-11-28 19:28:47.612781+00', 'demo-mia', NULL)
on conflict do nothing;

insert into lima.license_usages (license_code, license_usage_id, subject, device_identifier, mandant_identifier, product_reference, obtained_at, expires_at, due_at, ended_at) overriding system value values
  ('ZNG69-V0TNM-VFWMJ-Z7ECE-PV680', 'f887d09b-af05-4444-a715-d3c3f0175b04', 'demo-mia', 'device-Regenbogen', 'LECTERN', 'wasser-entdecken', '2026-11-28 19:28:47.603723+00', '2026-11-28 19:31:47.603723+00', '2026-11-28 19:31:47.603723+00', NULL)
on conflict do nothing;

insert into lima.licenses (subject, license_code, license_strategy, mandant_identifier, product_reference, group_id, seats, valid_from, valid_until, created_at) overriding system value values
  ('demo-mia', 'THCHS-8RAK3-ZWRZ5-2HQ8V-C6SMV', 'LICENSE_STRATEGY_USER', 'LECTERN', 'wasser-entdecken', NULL, '1', '2026-11-28 19:28:47.627+00', NULL, '2026-11-28 19:28:47.634095+00'),
  ('demo-mia', 'ZNG69-V0TNM-VFWMJ-Z7ECE-PV680', 'LICENSE_STRATEGY_GROUP', 'LECTERN', 'wasser-entdecken', '1b053013-c941-4429-a0db-f517ad4ea727', '5', '2026-11-28 19:28:47.579+00', NULL, '2026-11-28 19:28:47.579544+00')
on conflict do nothing;

insert into lima.products (mandant_identifier, product_reference, title, article_numbers, device_maximum, version, updated_at) overriding system value values
  ('LECTERN', 'wasser-entdecken', 'Wasser', '{}', '9', '1', '2026-11-28 19:28:47.551826+00')
on conflict do nothing;

insert into lima.seats (license_code, taken) overriding system value values
  ('ZNG69-V0TNM-VFWMJ-Z7ECE-PV680', '1')
on conflict do nothing;

insert into osc.coupon_batches (batch_identifier, request, made_by, made_at) overriding system value values
  ('4b922b13-6fba-4540-b88e-d625cf760c4c', '{"seats": 1, "coupon_count": 1, "batch_identifier": "4b922b13-6fba-4540-b88e-d625cf760c4c", "license_strategy": "LICENSE_STRATEGY_USER", "product_reference": "wasser-entdecken", "mandant_identifier": "LECTERN", "order_system_identifier": "IAPROS1"}', 'demo-sofia', '2026-11-28 19:28:47.615728+00'),
  ('e7790807-029c-40d4-aa9d-25c6a3e2a116', '{"coupon_codes": ["STILLREDEEMABLE"], "order_system_identifier": "IAPROS1"}', 'demo-mia', '2026-11-28 19:28:47.691969+00')
on conflict do nothing;

insert into osc.coupon_history (coupon_code, step, coupon_state, changed_at, changed_by, reason) overriding system value values
  ('DXWD9KT7WT367CMX', '1', 'VALID', '2026-11-28 19:28:47.619849+00', 'demo-sofia', NULL),
  ('DXWD9KT7WT367CMX', '2', 'ASSIGNED', '2026-11-28 19:28:47.629267+00', 'demo-mia', NULL),
  ('DXWD9KT7WT367CMX', '3', 'ACTIVE', '2026-11-28 19:28:47.630175+00', 'demo-mia', NULL),
  ('redeemable-d9483ff6-f832-4b5d-a330-463165747ea2', '1', 'ASSIGNED', '2026-11-28 19:28:47.69342+00', 'demo-mia', NULL)
on conflict do nothing;

insert into osc.coupons (coupon_code, coupon_state, order_system_identifier, batch_identifier, mandant_identifier, product_reference, license_strategy, seats, license_duration_in_days, redeemable_until, assigned_subject, activated_at, license_code, note, created_at, updated_at) overriding system value values
  ('DXWD9KT7WT367CMX', 'ACTIVE', 'IAPROS1', '4b922b13-6fba-4540-b88e-d625cf760c4c', 'LECTERN', 'wasser-entdecken', 'LICENSE_STRATEGY_USER', '1', NULL, NULL, 'demo-mia', '2026-11-28 19:28:47.627+00', 'THCHS-8RAK3-ZWRZ5-2HQ8V-C6SMV', NULL, '2026-11-28 19:28:47.615728+00', '2026-11-28 19:28:47.637351+00'),
  ('redeemable-d9483ff6-f832-4b5d-a330-463165747ea2', 'ASSIGNED', 'IAPROS1', 'b', 'LECTERN', 'wasser', 'LICENSE_STRATEGY_USER', '1', NULL, NULL, 'demo-mia', NULL, NULL, NULL, '2026-11-28 19:28:47.692406+00', '2026-11-28 19:28:47.692406+00')
on conflict do nothing;

insert into osc.customers (customer_id, order_system_identifier, subject) overriding system value values
  ('customer-600654db-4c93-4e00-8fd6-cbd4973850f4', 'IAPROS1', 'demo-mia')
on conflict do nothing;

insert into osc.deliveries (delivery_id, notification_id, place, order_system_identifier, subject, change, attempts, last_attempt_at, last_failure, given_up_at, delivered_at, created_at) overriding system value values
  ('5df165e5-79df-4004-bcdc-cf6784da7eb3', 'cc53bf92-8a30-4b39-a14c-69ec9efe5cbb', '0', 'IAPROS1', 'demo-mia', '{"change_type": "CUSTOMER_LINKED", "customer_id": "customer-600654db-4c93-4e00-8fd6-cbd4973850f4"}', '0', NULL, NULL, NULL, NULL, '2026-11-28 19:28:47.695416+00')
on conflict do nothing;

insert into osc.notifications (notification_id, subject, changes, created_at) overriding system value values
  ('cc53bf92-8a30-4b39-a14c-69ec9efe5cbb', 'demo-mia', '[{"change_type": "CUSTOMER_LINKED", "customer_id": "customer-600654db-4c93-4e00-8fd6-cbd4973850f4"}]', '2026-11-28 19:28:47.694826+00')
on conflict do nothing;

insert into osc.order_system_user_relations (subject, order_system_identifier, customer_id, updated_at) overriding system value values
  ('demo-mia', 'IAPROS1', 'customer-600654db-4c93-4e00-8fd6-cbd4973850f4', '2026-11-28 19:28:47.694293+00')
on conflict do nothing;

insert into osc.order_systems (order_system_identifier, connector_id, client_id, client_issuer, notification_address, notification_key, orders_address, orders_token, mandant_identifiers, updated_at) overriding system value values
  ('SHOP', 'SHOP', 'shop', NULL, 'https://shop.example/', 'key', NULL, NULL, '{LECTERN}', '2026-11-28 19:28:48.124236+00')
on conflict do nothing;

insert into osc.orders (order_system_identifier, external_id, subject, mandant_identifier, product_reference, article_number, license_strategy, seats, valid_from, valid_until, ordered_at, order_state, license_code, updated_at) overriding system value values
  ('IAPROS1', '18a74bfe-978c-4b8c-af25-ce3f923764f6', 'demo-mia', 'LECTERN', 'wasser', NULL, 'LICENSE_STRATEGY_USER', '1', NULL, NULL, '2026-11-28 19:28:47.691+00', 'ORDER_STATE_RECEIVED', NULL, '2026-11-28 19:28:47.691294+00')
on conflict do nothing;

insert into platform.functions (version, hash) overriding system value values
  ('0.1.0', '753cd2950f72d328fc0ade1fdc980f92010c8743ac46549d806446ddf6d40c98')
on conflict do nothing;

insert into platform.kysely_migration (name, "timestamp") overriding system value values
  ('0001-schema', '2026-11-28T19:28:43.834Z')
on conflict do nothing;

insert into platform.kysely_migration_lock (id, is_locked) overriding system value values
  ('migration_lock', '0')
on conflict do nothing;

select setval('clag.search_own_texts_text_id_seq', 4);

select setval('lars.statement_sequence', 8);

