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
    -- Columns of later versions are not named, so that they get their defaults.
    insert into lars.cmi5_sessions (
      subject, session_id, course_key, registration, structure_hash, au_id, activity_id, launch_mode,
      mastery_score, launched_at, expires_at, sign_in, fetch_hash, token_hash, told, latest, heard_at,
      ended_at, ended_by, revision
    )
    select session.subject, session.session_id, session.course_key, session.registration,
      session.structure_hash, session.au_id, session.activity_id, session.launch_mode,
      session.mastery_score, session.launched_at, session.expires_at, session.sign_in,
      session.fetch_hash, session.token_hash, session.told, session.latest, session.heard_at,
      session.ended_at, session.ended_by, session.revision
    where not exists (
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
  ('02c02c9b3865de948156428452718bd20ba678db4d9694c9af8597a88590e67d', '4d182c82-c771-415c-9ea4-7a4e343db233', '40'),
  ('526513b92c7b00f0577136f1e99e3169064a11448eb29288b00797fa6f573dee', '004c29a3-18d4-4033-a5d4-74057cd6e3b0', '40'),
  ('d5d71de372dd0df4a77d1fd310194adbcf94da67fcefab1d790c1608fa231689', '03c92afd-021c-43f0-87da-65ed342fbb90', '40'),
  ('fd7ea9dd1efb53b847f649fd0147a38d55dd54758c447a2113e8a0fd953445ad', '03a7ab00-1b2a-403c-90ea-235313feb5f9', '40')
on conflict do nothing;

insert into atma.file_versions (file_reference, space, asset_stage, asset_type, version, file_name, media_type, size_in_bytes, content_hash, product_references, is_public, distribution_channel, mandant_identifier, object_id, upload_id, media_version, created_at) overriding system value values
  ('never-sent', 'group:d338cde6-01ed-4af2-af39-6a1d5c809a1e', 'ASSET_STAGE_PROD', 'ASSET_TYPE_ASSET_EXCHANGE', '1', 'Regenbogen.bin', 'application/octet-stream', '10', NULL, '{}', 'false', NULL, NULL, NULL, '362461de-d45a-4e8f-a361-c2b67ae69349', NULL, '2026-11-28 20:40:17.250953+00'),
  ('poster', 'group:d338cde6-01ed-4af2-af39-6a1d5c809a1e', 'ASSET_STAGE_PROD', 'ASSET_TYPE_ASSET_EXCHANGE', '1', 'Regenbogen.bin', 'application/octet-stream', '10', 'a7076b302be7680e5f405ade9258715521abe5df81059e0ad2fc2bc0e4aa073c', '{}', 'false', NULL, NULL, '7de4bd42-b166-4b11-be98-b8530989bdf2', '373fcf76-c8e5-4157-b8f3-e7d5e70e1def', NULL, '2026-11-28 20:40:17.250953+00'),
  ('publications/afe3b37dbd5ed1b9/02c02c9b3865de948156428452718bd20ba678db4d9694c9af8597a88590e67d/df5ebd8fdfb30b06', 'mandant:LECTERN', 'ASSET_STAGE_PROD', 'ASSET_TYPE_WEB_PUB', '1', 'a.svg', 'image/svg+xml', '40', '02c02c9b3865de948156428452718bd20ba678db4d9694c9af8597a88590e67d', '{wasser-entdecken}', 'true', 'WEBPUB', NULL, '4d182c82-c771-415c-9ea4-7a4e343db233', 'b6c9682d-e40c-49eb-ae8a-8031fff7d612', NULL, '2026-11-28 20:40:17.708122+00'),
  ('publications/afe3b37dbd5ed1b9/526513b92c7b00f0577136f1e99e3169064a11448eb29288b00797fa6f573dee/df5ebd8fdfb30b06', 'mandant:LECTERN', 'ASSET_STAGE_PROD', 'ASSET_TYPE_WEB_PUB', '1', 'a.svg', 'image/svg+xml', '40', '526513b92c7b00f0577136f1e99e3169064a11448eb29288b00797fa6f573dee', '{wasser-entdecken}', 'true', 'WEBPUB', NULL, '004c29a3-18d4-4033-a5d4-74057cd6e3b0', '10dda2ed-0fa4-4bde-8440-be3c2ce8f7f4', NULL, '2026-11-28 20:40:17.878895+00'),
  ('publications/afe3b37dbd5ed1b9/d5d71de372dd0df4a77d1fd310194adbcf94da67fcefab1d790c1608fa231689/df5ebd8fdfb30b06', 'mandant:LECTERN', 'ASSET_STAGE_PROD', 'ASSET_TYPE_WEB_PUB', '1', 'b.svg', 'image/svg+xml', '40', 'd5d71de372dd0df4a77d1fd310194adbcf94da67fcefab1d790c1608fa231689', '{wasser-entdecken}', 'true', 'WEBPUB', NULL, '03c92afd-021c-43f0-87da-65ed342fbb90', '774be568-3283-497c-b0b5-fc92241337bc', NULL, '2026-11-28 20:40:17.914177+00'),
  ('publications/afe3b37dbd5ed1b9/fd7ea9dd1efb53b847f649fd0147a38d55dd54758c447a2113e8a0fd953445ad/df5ebd8fdfb30b06', 'mandant:LECTERN', 'ASSET_STAGE_PROD', 'ASSET_TYPE_WEB_PUB', '1', 'b.svg', 'image/svg+xml', '40', 'fd7ea9dd1efb53b847f649fd0147a38d55dd54758c447a2113e8a0fd953445ad', '{wasser-entdecken}', 'true', 'WEBPUB', NULL, '03a7ab00-1b2a-403c-90ea-235313feb5f9', 'd5607f60-a7b3-45da-b780-6f6f68097ec6', NULL, '2026-11-28 20:40:17.753572+00')
on conflict do nothing;

insert into atma.files (file_reference, space, asset_stage, asset_type, newest_version, subject, created_at) overriding system value values
  ('Regenbogen', 'group:d338cde6-01ed-4af2-af39-6a1d5c809a1e', 'ASSET_STAGE_PROD', 'ASSET_TYPE_ASSET_EXCHANGE', '1', 'demo-mia', '2026-11-28 20:40:17.321401+00'),
  ('never-sent', 'group:d338cde6-01ed-4af2-af39-6a1d5c809a1e', 'ASSET_STAGE_PROD', 'ASSET_TYPE_ASSET_EXCHANGE', '0', 'demo-mia', '2026-11-28 20:40:17.250953+00'),
  ('poster', 'group:d338cde6-01ed-4af2-af39-6a1d5c809a1e', 'ASSET_STAGE_PROD', 'ASSET_TYPE_ASSET_EXCHANGE', '1', 'demo-mia', '2026-11-28 20:40:17.300793+00'),
  ('publications/afe3b37dbd5ed1b9/02c02c9b3865de948156428452718bd20ba678db4d9694c9af8597a88590e67d/df5ebd8fdfb30b06', 'mandant:LECTERN', 'ASSET_STAGE_PROD', 'ASSET_TYPE_WEB_PUB', '1', NULL, '2026-11-28 20:40:17.749529+00'),
  ('publications/afe3b37dbd5ed1b9/526513b92c7b00f0577136f1e99e3169064a11448eb29288b00797fa6f573dee/df5ebd8fdfb30b06', 'mandant:LECTERN', 'ASSET_STAGE_PROD', 'ASSET_TYPE_WEB_PUB', '1', NULL, '2026-11-28 20:40:17.904103+00'),
  ('publications/afe3b37dbd5ed1b9/d5d71de372dd0df4a77d1fd310194adbcf94da67fcefab1d790c1608fa231689/df5ebd8fdfb30b06', 'mandant:LECTERN', 'ASSET_STAGE_PROD', 'ASSET_TYPE_WEB_PUB', '1', NULL, '2026-11-28 20:40:17.932677+00'),
  ('publications/afe3b37dbd5ed1b9/fd7ea9dd1efb53b847f649fd0147a38d55dd54758c447a2113e8a0fd953445ad/df5ebd8fdfb30b06', 'mandant:LECTERN', 'ASSET_STAGE_PROD', 'ASSET_TYPE_WEB_PUB', '1', NULL, '2026-11-28 20:40:17.7758+00')
on conflict do nothing;

insert into atma.group_stores (group_id, size_in_bytes) overriding system value values
  ('d338cde6-01ed-4af2-af39-6a1d5c809a1e', '20')
on conflict do nothing;

insert into atma.removals (removal_id, object_id, store_upload, content_hash, due_at, writable_until) overriding system value values
  ('fff503ad-ecce-42e0-b2d9-e61cdbafc3e0', '35a8d92c-34c1-4d12-aaf3-1738498ff347', NULL, NULL, '2026-11-28 21:40:17.32958+00', '2026-11-28 21:40:17.32958+00')
on conflict do nothing;

insert into atma.uploads (upload_id, file_reference, space, asset_stage, asset_type, version, media_type, size_in_bytes, content_hash, attempt_id, object_id, store_upload, parts, received_bytes, expires_at, completed_at, ends_with) overriding system value values
  ('10dda2ed-0fa4-4bde-8440-be3c2ce8f7f4', 'publications/afe3b37dbd5ed1b9/526513b92c7b00f0577136f1e99e3169064a11448eb29288b00797fa6f573dee/df5ebd8fdfb30b06', 'mandant:LECTERN', 'ASSET_STAGE_PROD', 'ASSET_TYPE_WEB_PUB', '1', 'image/svg+xml', '40', '526513b92c7b00f0577136f1e99e3169064a11448eb29288b00797fa6f573dee', 'd98a1972-a341-4bfb-8c89-a0e519588223', '004c29a3-18d4-4033-a5d4-74057cd6e3b0', NULL, '[]', '40', '2026-11-29 20:40:17.881+00', '2026-11-28 20:40:17.901275+00', '{n9gdcb7yORXbMo67F5ODeZwFyg4ndR0jV-chdYSzfSU,vxQ8XhnANj4hRA9a0ld8Hp4wjqMr1bO2cQuuH5yJURQ}'),
  ('362461de-d45a-4e8f-a361-c2b67ae69349', 'never-sent', 'group:d338cde6-01ed-4af2-af39-6a1d5c809a1e', 'ASSET_STAGE_PROD', 'ASSET_TYPE_ASSET_EXCHANGE', '1', 'application/octet-stream', '10', NULL, NULL, NULL, NULL, '[]', '0', '2026-11-29 20:40:17.262+00', NULL, '{_Ppv5zbhQDre2jE3gaUyjMzGeyWKtzVkBko9hwn4G7Y,X_SMXvJvKGiZC6HuXol5ejfOlDBlLPVwQnFEYywX0mg}'),
  ('373fcf76-c8e5-4157-b8f3-e7d5e70e1def', 'poster', 'group:d338cde6-01ed-4af2-af39-6a1d5c809a1e', 'ASSET_STAGE_PROD', 'ASSET_TYPE_ASSET_EXCHANGE', '1', 'application/octet-stream', '10', NULL, 'e84f7776-1039-427a-83b3-088a47057af4', '7de4bd42-b166-4b11-be98-b8530989bdf2', NULL, '[]', '10', '2026-11-29 20:40:17.259+00', '2026-11-28 20:40:17.297572+00', '{_Ppv5zbhQDre2jE3gaUyjMzGeyWKtzVkBko9hwn4G7Y,X_SMXvJvKGiZC6HuXol5ejfOlDBlLPVwQnFEYywX0mg}'),
  ('774be568-3283-497c-b0b5-fc92241337bc', 'publications/afe3b37dbd5ed1b9/d5d71de372dd0df4a77d1fd310194adbcf94da67fcefab1d790c1608fa231689/df5ebd8fdfb30b06', 'mandant:LECTERN', 'ASSET_STAGE_PROD', 'ASSET_TYPE_WEB_PUB', '1', 'image/svg+xml', '40', 'd5d71de372dd0df4a77d1fd310194adbcf94da67fcefab1d790c1608fa231689', '925fa04f-466a-428d-918c-f75500bd5d6f', '03c92afd-021c-43f0-87da-65ed342fbb90', NULL, '[]', '40', '2026-11-29 20:40:17.917+00', '2026-11-28 20:40:17.930908+00', '{n9gdcb7yORXbMo67F5ODeZwFyg4ndR0jV-chdYSzfSU,vxQ8XhnANj4hRA9a0ld8Hp4wjqMr1bO2cQuuH5yJURQ}'),
  ('b6c9682d-e40c-49eb-ae8a-8031fff7d612', 'publications/afe3b37dbd5ed1b9/02c02c9b3865de948156428452718bd20ba678db4d9694c9af8597a88590e67d/df5ebd8fdfb30b06', 'mandant:LECTERN', 'ASSET_STAGE_PROD', 'ASSET_TYPE_WEB_PUB', '1', 'image/svg+xml', '40', '02c02c9b3865de948156428452718bd20ba678db4d9694c9af8597a88590e67d', 'c28352da-8502-4553-a83a-ab4a49e80142', '4d182c82-c771-415c-9ea4-7a4e343db233', NULL, '[]', '40', '2026-11-29 20:40:17.713+00', '2026-11-28 20:40:17.745435+00', '{n9gdcb7yORXbMo67F5ODeZwFyg4ndR0jV-chdYSzfSU,vxQ8XhnANj4hRA9a0ld8Hp4wjqMr1bO2cQuuH5yJURQ}'),
  ('d5607f60-a7b3-45da-b780-6f6f68097ec6', 'publications/afe3b37dbd5ed1b9/fd7ea9dd1efb53b847f649fd0147a38d55dd54758c447a2113e8a0fd953445ad/df5ebd8fdfb30b06', 'mandant:LECTERN', 'ASSET_STAGE_PROD', 'ASSET_TYPE_WEB_PUB', '1', 'image/svg+xml', '40', 'fd7ea9dd1efb53b847f649fd0147a38d55dd54758c447a2113e8a0fd953445ad', '81c140b5-07bb-4709-8089-cf85386ce283', '03a7ab00-1b2a-403c-90ea-235313feb5f9', NULL, '[]', '40', '2026-11-29 20:40:17.755+00', '2026-11-28 20:40:17.773807+00', '{n9gdcb7yORXbMo67F5ODeZwFyg4ndR0jV-chdYSzfSU,vxQ8XhnANj4hRA9a0ld8Hp4wjqMr1bO2cQuuH5yJURQ}')
on conflict do nothing;

insert into atma.video_convert_objects (video_convert_id, object_id, store_upload) overriding system value values
  ('dcc6bc32-63dc-4a73-83b7-2928aa7df817', '29c03569-3963-403e-9bf5-e4ef5eabe87a', NULL)
on conflict do nothing;

insert into atma.video_converts (video_convert_id, file_reference, space, asset_stage, asset_type, requested_version, source_version, video_rendition, height_in_pixels, target_file_reference, state, turn, round, attempt_id, attempts, progress_in_percent, failure, created_at, finished_at) overriding system value values
  ('dcc6bc32-63dc-4a73-83b7-2928aa7df817', 'film', 'mandant:LECTERN', 'ASSET_STAGE_PROD', 'ASSET_TYPE_WEB_PUB', '0', '1', 'VIDEO_RENDITION_HLS', NULL, 'film.m3u8', 'DONE', '90e8ca4f-3d15-4bdc-84ee-08c98b8da9c7', '0', NULL, '0', '0', NULL, '2026-11-28 20:40:18.365078+00', NULL)
on conflict do nothing;

insert into aua.applications (subject) overriding system value values
  ('lectern-order-system'),
  ('lectern-publisher'),
  ('lectern-shell')
on conflict do nothing;

insert into aua.audit_log (entry_id, at, kind, call, token_subject, login_subject, client_id, subject, correlation_id, code, change) overriding system value values
  ('04cd136f-a8b1-4dc0-ad4d-922f005211a5', '2026-11-28 20:40:17.498601+00', 'change', '/lima/licenseOrder/save', NULL, NULL, NULL, 'demo-mia', 'bbc528ae-21b5-4832-9d18-3db90ea07149', NULL, '{"reason": "The coupon was activated.", "license_code": "5FKVT-HBP18-91C2E-MQB27-5YQ3H", "license_order": {"seats": 1, "valid_from": "2026-11-28T20:40:17.487Z", "license_strategy": "LICENSE_STRATEGY_USER", "product_reference": "wasser-entdecken", "mandant_identifier": "LECTERN", "order_system_identifier": "IAPROS1", "license_order_identifier": "coupon:7GWTNDGXTNPYFRW3"}}'),
  ('0b2b943d-13f1-4d8e-a878-3ba84d6e328e', '2026-11-28 20:40:17.418227+00', 'change', '/lima/licenseOrder/save', 'demo-sofia', NULL, 'lectern-shell', 'demo-mia', '16511d95-df60-4dc7-b9d1-a23843fa31d0', NULL, '{"subject": "demo-mia", "license_code": "TVE14-4EH28-ZA7D6-0PR35-ZVJHM", "license_order": {"seats": 5, "group_id": "d338cde6-01ed-4af2-af39-6a1d5c809a1e", "license_strategy": "LICENSE_STRATEGY_GROUP", "product_reference": "wasser-entdecken", "mandant_identifier": "LECTERN", "order_system_identifier": "SHOP", "license_order_identifier": "d79ccd1f-1a4a-4145-9675-2ddecc4f3f79"}}'),
  ('126ab205-5983-4f4d-bbaf-f31b830a964f', '2026-11-28 20:40:18.068772+00', 'change', '/aua/v1/user/delete', 'demo-sofia', NULL, 'lectern-shell', 'erased-487be3bb-6400-4fb1-8a93-8c85c22dddaa', '8ccd9dff-86d8-42de-b081-9771b14663ee', NULL, '{"subject": "erased-487be3bb-6400-4fb1-8a93-8c85c22dddaa"}'),
  ('16537235-bc71-49b1-804d-fe94b8d2df28', '2026-11-28 20:40:17.918952+00', 'change', '/atma/v2/fileConfig/save', 'demo-lea', NULL, 'lectern-shell', NULL, 'a207be20-d484-492d-89da-50accabacb29', NULL, '{"files": [{"version": 1, "file_name": "b.svg", "is_public": true, "asset_type": "ASSET_TYPE_WEB_PUB", "media_type": "image/svg+xml", "asset_stage": "ASSET_STAGE_PROD", "content_hash": "d5d71de372dd0df4a77d1fd310194adbcf94da67fcefab1d790c1608fa231689", "size_in_bytes": 40, "file_reference": "publications/afe3b37dbd5ed1b9/d5d71de372dd0df4a77d1fd310194adbcf94da67fcefab1d790c1608fa231689/df5ebd8fdfb30b06", "mandant_identifier": "LECTERN", "product_references": ["wasser-entdecken"], "distribution_channel": "WEBPUB"}]}'),
  ('260993fb-cf2d-4eea-a08e-6a87231527d7', '2026-11-28 20:40:17.757385+00', 'change', '/atma/v2/fileConfig/save', 'demo-lea', NULL, 'lectern-shell', NULL, '7320b811-d9f7-4d84-befb-2534f86b230c', NULL, '{"files": [{"version": 1, "file_name": "b.svg", "is_public": true, "asset_type": "ASSET_TYPE_WEB_PUB", "media_type": "image/svg+xml", "asset_stage": "ASSET_STAGE_PROD", "content_hash": "fd7ea9dd1efb53b847f649fd0147a38d55dd54758c447a2113e8a0fd953445ad", "size_in_bytes": 40, "file_reference": "publications/afe3b37dbd5ed1b9/fd7ea9dd1efb53b847f649fd0147a38d55dd54758c447a2113e8a0fd953445ad/df5ebd8fdfb30b06", "mandant_identifier": "LECTERN", "product_references": ["wasser-entdecken"], "distribution_channel": "WEBPUB"}]}'),
  ('26623dd9-6747-49a9-950e-369c1d9923b9', '2026-11-28 20:40:17.839579+00', 'change', '/clag/v1/publishing/switchOver', 'demo-lea', NULL, 'lectern-shell', NULL, '523a8ff6-27b5-4bbc-bc12-20c48e813663', NULL, '{"version": 1, "issue_id": "wasser-2026", "course_id": "wasser"}'),
  ('2721311f-9a7f-4ce8-a798-32d321bb5a67', '2026-11-28 20:40:17.656697+00', 'change', '/clag/v1/publishing/begin', 'demo-lea', NULL, 'lectern-shell', NULL, '0a92b64d-28fe-4406-bef8-b4c793e09369', NULL, '{"issue": {"title": "Stand 1", "issue_id": "wasser-2026", "distribution_channel": "WEBPUB"}, "course": {"title": "Kurs wasser", "course_id": "wasser"}, "version": 1, "mandant_identifier": "LECTERN"}'),
  ('359c5d1a-0880-4e12-9e5c-40d6a26eb2f6', '2026-11-28 20:40:17.715659+00', 'change', '/atma/v2/fileConfig/save', 'demo-lea', NULL, 'lectern-shell', NULL, '667aaa81-5250-4e73-8329-7f0a5d1f07b4', NULL, '{"files": [{"version": 1, "file_name": "a.svg", "is_public": true, "asset_type": "ASSET_TYPE_WEB_PUB", "media_type": "image/svg+xml", "asset_stage": "ASSET_STAGE_PROD", "content_hash": "02c02c9b3865de948156428452718bd20ba678db4d9694c9af8597a88590e67d", "size_in_bytes": 40, "file_reference": "publications/afe3b37dbd5ed1b9/02c02c9b3865de948156428452718bd20ba678db4d9694c9af8597a88590e67d/df5ebd8fdfb30b06", "mandant_identifier": "LECTERN", "product_references": ["wasser-entdecken"], "distribution_channel": "WEBPUB"}]}'),
  ('3d1da7c0-89a2-4e40-ab4f-1091588cb34a', '2026-11-28 20:40:17.457675+00', 'change', '/lima/licenseOverride/save', 'demo-sofia', NULL, 'lectern-shell', 'demo-mia', '0928148b-d8a0-4b67-b611-55fb78f49187', NULL, '{"subject": "demo-mia", "license_code": "TVE14-4EH28-ZA7D6-0PR35-ZVJHM", "license_override": {"reason": "why", "ends_at": "2999-01-01T00:00:00.000Z", "license_override_id": "bd74196a-3ac2-40c3-ae51-0d7af980bccd", "license_override_kind": "LICENSE_OVERRIDE_KIND_EXTEND"}}'),
  ('55e0d3a4-c0f2-48a7-9498-cbeec6ddba34', '2026-11-28 20:40:18.337717+00', 'change', '/aua/v1/user/link', 'demo-ben', NULL, 'lectern-shell', 'demo-ben', 'f08c2167-8c5d-4b0a-b0d8-d1fe78f5f928', NULL, '{"migrate": true, "subject": "demo-ben", "to_subject": "demo-thomas"}'),
  ('7add6e14-b8b8-4bd7-b577-a90903efb1c3', '2026-11-28 20:40:17.952036+00', 'change', '/clag/v1/publishing/switchOver', 'demo-lea', NULL, 'lectern-shell', NULL, 'f3d02e87-e170-477b-856f-8ab4e6b133dc', NULL, '{"version": 2, "issue_id": "wasser-2026", "course_id": "wasser", "replaced_version": 1}'),
  ('7e5015b2-a70b-4611-a4f3-502576d4ef12', '2026-11-28 20:40:17.883098+00', 'change', '/atma/v2/fileConfig/save', 'demo-lea', NULL, 'lectern-shell', NULL, '4955cbc4-34ce-4cc4-94cc-0e78edae92f7', NULL, '{"files": [{"version": 1, "file_name": "a.svg", "is_public": true, "asset_type": "ASSET_TYPE_WEB_PUB", "media_type": "image/svg+xml", "asset_stage": "ASSET_STAGE_PROD", "content_hash": "526513b92c7b00f0577136f1e99e3169064a11448eb29288b00797fa6f573dee", "size_in_bytes": 40, "file_reference": "publications/afe3b37dbd5ed1b9/526513b92c7b00f0577136f1e99e3169064a11448eb29288b00797fa6f573dee/df5ebd8fdfb30b06", "mandant_identifier": "LECTERN", "product_references": ["wasser-entdecken"], "distribution_channel": "WEBPUB"}]}'),
  ('a3b2b4bb-3d4e-4ca3-a4b8-f82501fef4df', '2026-11-28 20:40:17.855511+00', 'change', '/clag/v1/publishing/begin', 'demo-lea', NULL, 'lectern-shell', NULL, '36b197e8-878d-48dc-b1bb-be9ce44f8139', NULL, '{"issue": {"title": "Stand 2", "issue_id": "wasser-2026", "distribution_channel": "WEBPUB"}, "course": {"title": "Kurs wasser", "course_id": "wasser"}, "version": 2, "mandant_identifier": "LECTERN"}'),
  ('ff95cff6-7975-4be6-9157-b53fb29de7f6', '2026-11-28 20:40:17.479533+00', 'change', '/osc/coupon/change', 'demo-sofia', NULL, 'lectern-shell', NULL, 'aa00b20a-c338-477b-a31a-535df229544c', NULL, '{"coupons_made": 1, "batch_identifier": "6026e768-7d4e-4e5a-bd20-a7e460a24e10"}')
on conflict do nothing;

insert into aua.cloud_migrations (subject, started_at, finalized_at) overriding system value values
  ('demo-mia', '2026-11-28 20:40:17.139032+00', NULL)
on conflict do nothing;

insert into aua.denied_sessions (issuer, kind, value, denied_at) overriding system value values
  ('https://login.example', 'session', 'sid', '2026-11-28 20:40:18.361847+00')
on conflict do nothing;

insert into aua.erased_subjects (subject_hash, erased_at) overriding system value values
  ('AqWtuH2zX8907seSkZzmDxVGD3etBI3adyPYwVuzTv0', '2026-11-28 20:40:18.223+00')
on conflict do nothing;

insert into aua.identities (subject, identity_provider_identifier, external_id, groups, updated_at) overriding system value values
  ('demo-mia', 'BEOOK_1', 'demo-mia', '{}', '2026-11-28 20:40:17.076465+00'),
  ('demo-mia', 'EDULOG', '948eb65d-64f6-4fd6-844b-fbae38c7370a', '{}', '2026-11-28 20:40:17.111523+00')
on conflict do nothing;

insert into aua.identity_providers (identity_provider_identifier) overriding system value values
  ('BEOOK_1')
on conflict do nothing;

insert into aua.outbox_keys (subject, key) overriding system value values
  ('demo-mia', '-JxsnRGZ4qr5gQkxmH0zOcgvxgWSgwJcgRbVDEJpujQ')
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
  ('demo-ben', 'e5ff4398-a3bc-435e-abe9-95a8c88901ef', 'atma', NULL, NULL, NULL, '0', NULL, NULL),
  ('demo-ben', 'e5ff4398-a3bc-435e-abe9-95a8c88901ef', 'aua', NULL, NULL, NULL, '0', NULL, NULL),
  ('demo-ben', 'e5ff4398-a3bc-435e-abe9-95a8c88901ef', 'clag', NULL, NULL, NULL, '0', NULL, NULL),
  ('demo-ben', 'e5ff4398-a3bc-435e-abe9-95a8c88901ef', 'gres', NULL, NULL, NULL, '0', NULL, NULL),
  ('demo-ben', 'e5ff4398-a3bc-435e-abe9-95a8c88901ef', 'lars', NULL, NULL, NULL, '0', NULL, NULL),
  ('demo-ben', 'e5ff4398-a3bc-435e-abe9-95a8c88901ef', 'lima', NULL, NULL, NULL, '0', NULL, NULL),
  ('demo-ben', 'e5ff4398-a3bc-435e-abe9-95a8c88901ef', 'osc', NULL, NULL, NULL, '0', NULL, NULL),
  ('somebody-else', '487be3bb-6400-4fb1-8a93-8c85c22dddaa', 'atma', '2026-11-28 20:40:18.084423+00', '{"atma.files": 0, "atma.file_versions": 0}', NULL, '0', NULL, NULL),
  ('somebody-else', '487be3bb-6400-4fb1-8a93-8c85c22dddaa', 'aua', '2026-11-28 20:40:18.096507+00', '{"aua.users": 0, "aua.identities": 0, "aua.properties": 0, "aua.user_roles": 0, "aua.outbox_keys": 0, "aua.cloud_migrations": 0}', NULL, '0', NULL, NULL),
  ('somebody-else', '487be3bb-6400-4fb1-8a93-8c85c22dddaa', 'clag', '2026-11-28 20:40:18.124984+00', '{"clag.content_items": 0, "clag.content_sizes": 0, "clag.issue_changes": 0, "clag.conflict_copies": 0, "clag.search_own_texts": 0, "clag.local_store_items": 0}', NULL, '0', NULL, NULL),
  ('somebody-else', '487be3bb-6400-4fb1-8a93-8c85c22dddaa', 'gres', '2026-11-28 20:40:18.130616+00', '{"gres.looks": 0, "gres.members": 0, "gres.transactions": 0}', NULL, '0', NULL, NULL),
  ('somebody-else', '487be3bb-6400-4fb1-8a93-8c85c22dddaa', 'lars', '2026-11-28 20:40:18.144307+00', '{"lars.states": 0, "lars.activities": 0, "lars.statements": 0, "lars.attachments": 0, "lars.cmi5_sessions": 0, "lars.agent_profiles": 0, "lars.exercise_activity": 0, "lars.exercise_progress": 0, "lars.progress_readings": 0, "lars.cmi5_registrations": 0, "lars.refused_statements": 0, "lars.forwarding_failures": 0}', NULL, '0', NULL, NULL),
  ('somebody-else', '487be3bb-6400-4fb1-8a93-8c85c22dddaa', 'lima', '2026-11-28 20:40:18.132439+00', '{"lima.devices": 0, "lima.licenses": 0, "lima.license_orders": 0, "lima.license_usages": 0, "lima.device_products": 0, "lima.license_overrides": 0}', NULL, '0', NULL, NULL),
  ('somebody-else', '487be3bb-6400-4fb1-8a93-8c85c22dddaa', 'osc', '2026-11-28 20:40:18.098993+00', '{"osc.orders": 0, "osc.coupons": 0, "osc.customers": 0, "osc.deliveries": 0, "osc.notifications": 0, "osc.coupon_batches": 0, "osc.coupon_history": 0, "osc.order_system_user_relations": 0}', NULL, '0', NULL, NULL)
on conflict do nothing;

insert into aua.subject_jobs (subject, job_id, kind, to_subject, requested_by, correlation_id, created_at, begins_at, finished_at, swept_at) overriding system value values
  ('demo-ben', 'e5ff4398-a3bc-435e-abe9-95a8c88901ef', 'move', 'demo-thomas', 'demo-ben', 'f08c2167-8c5d-4b0a-b0d8-d1fe78f5f928', '2026-11-28 20:40:18.330769+00', '2026-12-12 20:40:18.330769+00', NULL, NULL),
  ('somebody-else', '487be3bb-6400-4fb1-8a93-8c85c22dddaa', 'erase', NULL, 'demo-sofia', '8ccd9dff-86d8-42de-b081-9771b14663ee', '2026-11-28 20:40:18.060916+00', '2026-11-28 20:40:18.060916+00', '2026-11-28 20:40:18.227+00', NULL)
on conflict do nothing;

insert into aua.subject_links (from_subject, to_subject, linked_at, led_before) overriding system value values
  ('demo-ben', 'demo-thomas', '2026-11-28 20:40:18.330769+00', '{}')
on conflict do nothing;

insert into aua.user_roles (subject, role) overriding system value values
  ('demo-lea', 'publisher'),
  ('demo-lea', 'student'),
  ('demo-mia', 'student'),
  ('demo-mia', 'teacher'),
  ('demo-sofia', 'administrator')
on conflict do nothing;

insert into aua.users (subject, given_name, family_name, email, locale, mandant_groups, user_info_at, created_at, updated_at) overriding system value values
  ('demo-lea', NULL, NULL, NULL, NULL, '{LECTERN}', NULL, '2026-11-28 20:40:17.612181+00', '2026-11-28 20:40:17.612181+00'),
  ('demo-mia', 'Mia', 'Keller', 'mia@schule.example', 'de', '{}', '2026-11-28 20:40:17.076+00', '2026-11-28 20:40:17.076465+00', '2026-11-28 20:40:17.076465+00')
on conflict do nothing;

insert into clag.conflict_copies (subject, course_id, issue_id, kind, model_type, model_id, segment, item_id, version, content, bytes, updated_at) overriding system value values
  ('demo-mia', 'wasser', 'wasser-2026', 'note', 'topic', 'kreislauf', '', 'b3aa16dd-60e5-4508-bec9-624d7e69607b', '1', '{"content": {"text": "Regenbogen replaced", "note_content_type": "PLAIN_TEXT"}, "note_type": "SIDENOTE"}', '98', '2026-11-28 20:40:17.166+00')
on conflict do nothing;

insert into clag.content_items (subject, course_id, issue_id, kind, model_type, model_id, item_id, version, change_index, content, bytes, updated_at, recent) overriding system value values
  ('demo-mia', 'wasser', 'wasser-2026', 'annotation', 'topic', 'kreislauf', '393da0da-cf84-4c8e-a647-feb6c81d5bf1', '1', '1', '{"anchor": {"quote": {"exact": "Regenbogen highlight"}, "location": "topic_text", "position": {"end": 20, "start": 0}}, "color_index": "ANNOTATION_COLOR_2"}', '144', '2026-11-28 20:40:17.166+00', '[{"at": "2026-11-28T20:40:17.166Z", "base": 0, "digest": "E2intFersCAmfOAS", "version": 1}]'),
  ('demo-mia', 'wasser', 'wasser-2026', 'answer', 'exercise', 'luecken', 'a', '1', '5', '{"content": {"text": "Regenbogen answer", "basic_answer_type": "essay"}, "is_done": false}', '84', '2026-11-28 20:40:17.166+00', '[{"at": "2026-11-28T20:40:17.166Z", "base": 0, "digest": "gvVcZF-jVN6sdygK", "version": 1}]'),
  ('demo-mia', 'wasser', 'wasser-2026', 'bookmark', 'topic', 'kreislauf', '27535501-918e-49da-a482-889897db93a5', '2', '9', NULL, '0', '2026-11-28 20:40:17.197+00', '[{"at": "2026-11-28T20:40:17.197Z", "base": 1, "digest": "dCNOmK_nSY-12vHz", "version": 2}, {"at": "2026-11-28T20:40:17.166Z", "base": 0, "digest": "yrUaE36MeCaUGRee", "version": 1}]'),
  ('demo-mia', 'wasser', 'wasser-2026', 'bookmark', 'topic', 'kreislauf', '85a6100d-739b-495c-b243-761d3afb3ea0', '1', '3', '{"title": "Regenbogen mark", "color_index": "ANNOTATION_COLOR_1"}', '62', '2026-11-28 20:40:17.166+00', '[{"at": "2026-11-28T20:40:17.166Z", "base": 0, "digest": "Zs55K6nZDwTsyS76", "version": 1}]'),
  ('demo-mia', 'wasser', 'wasser-2026', 'note', 'topic', 'kreislauf', 'b3aa16dd-60e5-4508-bec9-624d7e69607b', '2', '8', '{"content": {"text": "Regenbogen note", "note_content_type": "PLAIN_TEXT"}, "note_type": "SIDENOTE"}', '94', '2026-11-28 20:40:17.197+00', '[{"at": "2026-11-28T20:40:17.197Z", "base": 0, "digest": "2Wqbo14iggj7TDy6", "version": 2}, {"at": "2026-11-28T20:40:17.166Z", "base": 0, "digest": "fcFqyZPZbJt8kGxB", "version": 1}]'),
  ('demo-mia', 'wasser', 'wasser-2026', 'topic_attributes', 'topic', 'kreislauf', '', '1', '7', '{"is_done": true}', '16', '2026-11-28 20:40:17.166+00', '[{"at": "2026-11-28T20:40:17.166Z", "base": 0, "digest": "fafQd-oxZmmsvcMu", "version": 1}]'),
  ('demo-mia', 'wasser', 'wasser-2026', 'user_topic', 'topic', 'own', '', '1', '6', '{"title": "Ausflug", "content": {"html": "<p>Regenbogen page</p>", "topic_type": "EDITABLE_HTML"}}', '92', '2026-11-28 20:40:17.166+00', '[{"at": "2026-11-28T20:40:17.166Z", "base": 0, "digest": "Dm1djF9IOJXu-lYq", "version": 1}]')
on conflict do nothing;

insert into clag.content_sizes (subject, items, bytes, version_floor) overriding system value values
  ('demo-mia', '9', '600', '0')
on conflict do nothing;

insert into clag.course_texts (course_id, issue_id, text_hash, text) overriding system value values
  ('wasser', 'wasser-2026', '24f28050aae68f9ef5e9c216a365725bcfdce9c7e55245af499c3d15dc6c3e4c', 'Schilf Stand 1'),
  ('wasser', 'wasser-2026', '491407cd503d8fdcc231662e039ac0aa8edf4aeb8dd0373abcff3fcdfc43aa92', 'Schilf Stand 2')
on conflict do nothing;

insert into clag.courses (course_id, mandant_identifier, had_since) overriding system value values
  ('e14df5b9-1f90-4d68-a83f-679d4a7cf117', 'LECTERN', '2026-11-28 20:40:17.962222+00'),
  ('wasser', 'LECTERN', '2026-11-28 20:40:17.786969+00')
on conflict do nothing;

insert into clag.exercises (course_id, issue_id, version, exercise_id, place, topic_id, exercise_group_id, title, exercise_type, basic_answer_type, difficulty, text_hash) overriding system value values
  ('wasser', 'wasser-2026', '1', 'e', '0', 't1', 'e', 'Stand 1', 'EXERCISE_TYPE_MULTICHOICE', NULL, NULL, '24f28050aae68f9ef5e9c216a365725bcfdce9c7e55245af499c3d15dc6c3e4c'),
  ('wasser', 'wasser-2026', '2', 'e', '0', 't1', 'e', 'Stand 2', 'EXERCISE_TYPE_MULTICHOICE', NULL, NULL, '491407cd503d8fdcc231662e039ac0aa8edf4aeb8dd0373abcff3fcdfc43aa92')
on conflict do nothing;

insert into clag.issue_changes (subject, course_id, issue_id, epoch, last_index, changed_at, removed_items, forgotten_through, version_floor) overriding system value values
  ('demo-mia', 'wasser', 'wasser-2026', '5750d7aa-c4b6-434c-9371-41b40f3e25a3', '10', '2026-11-28 20:40:17.599+00', '1', '0', '0')
on conflict do nothing;

insert into clag.issue_versions (course_id, issue_id, version, mandant_identifier, digest, course_title, title, distribution_channel, product_references, titles, files_count, files_digest, begun_at, switched_at, replaced_version) overriding system value values
  ('e14df5b9-1f90-4d68-a83f-679d4a7cf117', '1', '1', 'LECTERN', '61e071dcf1de89a3280db23c07b3391927ca88fba3c91a264eaaca87a6b7347b', 'Wetter', 'Wetter', 'WEBPUB', '{wetter}', 'licensed', '1', '61e071dcf1de89a3280db23c07b3391927ca88fba3c91a264eaaca87a6b7347b', '2026-11-28 20:40:17.963642+00', NULL, NULL),
  ('wasser', 'wasser-2026', '1', 'LECTERN', '5bd12920a16ebe1645973083c7db13c9c7c337546222405037c18f9a85b15c5d', 'Kurs wasser', 'Stand 1', 'WEBPUB', '{wasser-entdecken}', 'licensed', '2', 'c36d3a0c24dc9853c38c984ed0d18f4f6b60e0b5c43578d12ccb656286893af2', '2026-11-28 20:40:17.641489+00', '2026-11-28 20:40:17.793467+00', NULL),
  ('wasser', 'wasser-2026', '2', 'LECTERN', '7334f6813093510445c70180ea965830bd25e61593bcfb04bdbfde845225ea80', 'Kurs wasser', 'Stand 2', 'WEBPUB', '{wasser-entdecken}', 'licensed', '2', '8275e60ea6fdbccae21491a0ecf7ab582e2269ab1e110e652a212daadea75c09', '2026-11-28 20:40:17.843841+00', '2026-11-28 20:40:17.939307+00', '1')
on conflict do nothing;

insert into clag.issues (course_id, issue_id, current_version, newest_version, published_at) overriding system value values
  ('e14df5b9-1f90-4d68-a83f-679d4a7cf117', '1', '1', '1', NULL),
  ('wasser', 'wasser-2026', '2', '2', '2026-11-28 20:40:17.794134+00')
on conflict do nothing;

insert into clag.local_store_items (subject, course_id, issue_id, model_type, model_id, segment, key, value, version, change_index, updated_at, recent) overriding system value values
  ('demo-mia', 'wasser', 'wasser-2026', 'topic', 'kreislauf', 's', 'k', 'Regenbogen', '1', '10', '2026-11-28 20:40:17.599+00', '[]')
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
  ('demo-mia', 'wasser', 'wasser-2026', 'answer', 'exercise', 'luecken', 'a', '1', 'exercise', NULL, NULL, '', 'Regenbogen answer', '', ' /regenbogen;=regenbog; /answer;=answ;', '  ', ' regenbog answ ', '2026-11-28 20:40:17.161408+00'),
  ('demo-mia', 'wasser', 'wasser-2026', 'highlight', 'topic', 'kreislauf', '393da0da-cf84-4c8e-a647-feb6c81d5bf1', '2', 'topic', NULL, NULL, '', 'Regenbogen highlight', '', ' /regenbogen;=regenbog; /highlight;=highlight;', '  ', ' regenbog highlight ', '2026-11-28 20:40:17.161408+00'),
  ('demo-mia', 'wasser', 'wasser-2026', 'note', 'topic', 'kreislauf', 'b3aa16dd-60e5-4508-bec9-624d7e69607b', '3', 'note', 'b3aa16dd-60e5-4508-bec9-624d7e69607b', 'SIDENOTE', '', 'Regenbogen note', '', ' /regenbogen;=regenbog; /note;=not;', '  ', ' regenbog not ', '2026-11-28 20:40:17.195315+00')
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
  ('e14df5b9-1f90-4d68-a83f-679d4a7cf117', '1', '1', 'cmi5-structure.json', '61e071dcf1de89a3280db23c07b3391927ca88fba3c91a264eaaca87a6b7347b', '61e071dcf1de89a3280db23c07b3391927ca88fba3c91a264eaaca87a6b7347b', '300', 'application/json', 'true'),
  ('wasser', 'wasser-2026', '1', 'bilder/a.svg', 'publications/afe3b37dbd5ed1b9/02c02c9b3865de948156428452718bd20ba678db4d9694c9af8597a88590e67d/df5ebd8fdfb30b06', '02c02c9b3865de948156428452718bd20ba678db4d9694c9af8597a88590e67d', '40', 'image/svg+xml', 'true'),
  ('wasser', 'wasser-2026', '1', 'bilder/b.svg', 'publications/afe3b37dbd5ed1b9/fd7ea9dd1efb53b847f649fd0147a38d55dd54758c447a2113e8a0fd953445ad/df5ebd8fdfb30b06', 'fd7ea9dd1efb53b847f649fd0147a38d55dd54758c447a2113e8a0fd953445ad', '40', 'image/svg+xml', 'true'),
  ('wasser', 'wasser-2026', '2', 'bilder/a.svg', 'publications/afe3b37dbd5ed1b9/526513b92c7b00f0577136f1e99e3169064a11448eb29288b00797fa6f573dee/df5ebd8fdfb30b06', '526513b92c7b00f0577136f1e99e3169064a11448eb29288b00797fa6f573dee', '40', 'image/svg+xml', 'true'),
  ('wasser', 'wasser-2026', '2', 'bilder/b.svg', 'publications/afe3b37dbd5ed1b9/d5d71de372dd0df4a77d1fd310194adbcf94da67fcefab1d790c1608fa231689/df5ebd8fdfb30b06', 'd5d71de372dd0df4a77d1fd310194adbcf94da67fcefab1d790c1608fa231689', '40', 'image/svg+xml', 'true')
on conflict do nothing;

insert into gres.groups (group_id, provider_id, name, join_policy, join_code, join_code_expires_at, transaction_index, created_by, created_at, deleted_at) overriding system value values
  ('03f522c5-727a-4f06-88dd-056ac9e46541', 'BEOOK_1', 'Klasse 5b', 'on_request', '98MSKSEZ6N74', '2026-12-28 20:40:17.214+00', '1', NULL, '2026-11-28 20:40:17.210627+00', NULL),
  ('d338cde6-01ed-4af2-af39-6a1d5c809a1e', 'BEOOK_1', 'Klasse 5b', 'on_request', '96FEC2YA4555', '2026-12-28 20:40:17.225+00', '2', 'demo-mia', '2026-11-28 20:40:17.222724+00', NULL)
on conflict do nothing;

insert into gres.join_codes (join_code, group_id, expires_at) overriding system value values
  ('96FEC2YA4555', 'd338cde6-01ed-4af2-af39-6a1d5c809a1e', '2026-12-28 20:40:17.225+00'),
  ('98MSKSEZ6N74', '03f522c5-727a-4f06-88dd-056ac9e46541', '2026-12-28 20:40:17.214+00')
on conflict do nothing;

insert into gres.looks (subject, day, reader, first_at) overriding system value values
  ('demo-mia', '2026-11-28', 'reader-72caea95-ab23-4c0c-b94d-1ab8374875fb', '2026-11-28 20:40:17.244453+00'),
  ('read-7110bcc9-f365-4bb4-b064-4c0b1c866087', '2026-11-28', 'demo-mia', '2026-11-28 20:40:17.245567+00')
on conflict do nothing;

insert into gres.members (group_id, subject, group_role, membership_state, membership_types, display_name, sharings, origin, began_at, invited_until, invited_by, declines_to_lead, changed_at) overriding system value values
  ('03f522c5-727a-4f06-88dd-056ac9e46541', 'demo-mia', 'member', 'accepted', '{HasLicenses}', NULL, '[]', 'school', '2026-11-28 20:40:17.215+00', NULL, NULL, 'false', '2026-11-28 20:40:17.215+00'),
  ('d338cde6-01ed-4af2-af39-6a1d5c809a1e', 'demo-mia', 'leader', 'accepted', '{MaySupport,HasLicenses}', 'Regenbogen', '[{"issue_id": "wasser-2026", "course_id": "wasser", "sharing_types": ["Notes"]}]', 'self', '2026-11-28 20:40:17.226+00', NULL, NULL, 'false', '2026-11-28 20:40:17.24+00')
on conflict do nothing;

insert into gres.subject_groups (subject, group_id, group_role, membership_state, membership_types, invited_until, invited_by) overriding system value values
  ('demo-mia', '03f522c5-727a-4f06-88dd-056ac9e46541', 'member', 'accepted', '{HasLicenses}', NULL, NULL),
  ('demo-mia', 'd338cde6-01ed-4af2-af39-6a1d5c809a1e', 'leader', 'accepted', '{MaySupport,HasLicenses}', NULL, NULL)
on conflict do nothing;

insert into gres.transactions (group_id, transaction_index, transaction_id, changes, made_by, made_at) overriding system value values
  ('03f522c5-727a-4f06-88dd-056ac9e46541', '1', NULL, '[{"name": "Klasse 5b", "change_type": "GROUP_CREATED", "join_policy": "on_request", "provider_id": "BEOOK_1"}, {"subject": "demo-mia", "group_role": "member", "change_type": "MEMBERSHIP_ACCEPTED", "membership_types": ["HasLicenses"]}]', NULL, '2026-11-28 20:40:17.215+00'),
  ('d338cde6-01ed-4af2-af39-6a1d5c809a1e', '1', NULL, '[{"name": "Klasse 5b", "change_type": "GROUP_CREATED", "join_policy": "on_request", "provider_id": "BEOOK_1"}, {"subject": "demo-mia", "group_role": "leader", "change_type": "MEMBERSHIP_ACCEPTED", "membership_types": ["MaySupport", "HasLicenses"]}]', 'demo-mia', '2026-11-28 20:40:17.226+00'),
  ('d338cde6-01ed-4af2-af39-6a1d5c809a1e', '2', NULL, '[{"subject": "demo-mia", "group_role": "leader", "change_type": "MEMBERSHIP_SET", "display_name": "Regenbogen", "membership_types": ["MaySupport", "HasLicenses"]}, {"subject": "demo-mia", "sharings": [{"issue_id": "wasser-2026", "course_id": "wasser", "sharing_types": ["Notes"]}], "change_type": "SHARINGS_SET"}]', 'demo-mia', '2026-11-28 20:40:17.24+00')
on conflict do nothing;

insert into jobs.job (id, name, priority, data, state, retry_limit, retry_count, retry_delay, retry_backoff, retry_delay_max, expire_seconds, deletion_seconds, singleton_key, singleton_on, group_id, group_tier, start_after, created_on, started_on, completed_on, keep_until, output, dead_letter, policy, heartbeat_on, heartbeat_seconds, blocked, blocking, pending_dependencies, source_name, source_id, source_created_on, source_retry_count, source_output, source_root_id) overriding system value values
  ('062c5e8a-1f41-423a-a016-27d3c45e3516', 'subject-data-atma', '0', '{"jobId": "487be3bb-6400-4fb1-8a93-8c85c22dddaa", "round": "sweep", "service": "atma"}', 'created', '12', '0', '0', 'true', '300', '900', '604800', NULL, NULL, NULL, NULL, '2026-11-28 20:42:48.144307+00', '2026-11-28 20:40:18.144307+00', NULL, NULL, '2026-12-12 20:42:48.144307+00', NULL, NULL, 'standard', NULL, '20', 'false', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('1aea9a1b-7ff0-4c6c-b099-73e9e9eea180', 'subject-data-lima', '0', '{"jobId": "e5ff4398-a3bc-435e-abe9-95a8c88901ef", "round": "first", "service": "lima"}', 'created', '12', '0', '0', 'true', '300', '900', '604800', NULL, NULL, NULL, NULL, '2026-12-12 20:40:18.330769+00', '2026-11-28 20:40:18.330769+00', NULL, NULL, '2026-12-26 20:40:18.330769+00', NULL, NULL, 'standard', NULL, '20', 'false', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('1f130a0e-2f1e-4780-9f78-4e6d59538e17', 'subject-data-lima', '0', '{"jobId": "487be3bb-6400-4fb1-8a93-8c85c22dddaa", "round": "first", "service": "lima"}', 'completed', '12', '0', '0', 'true', '300', '900', '604800', NULL, NULL, NULL, NULL, '2026-11-28 20:40:18.060916+00', '2026-11-28 20:40:18.060916+00', '2026-11-28 20:40:18.109317+00', '2026-11-28 20:40:18.208838+00', '2026-12-12 20:40:18.060916+00', NULL, NULL, 'standard', '2026-11-28 20:40:18.109317+00', '20', 'false', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('2654b5be-003d-4c5b-9b0a-c1f29546cd24', 'subject-data-clag', '0', '{"jobId": "487be3bb-6400-4fb1-8a93-8c85c22dddaa", "round": "first", "service": "clag"}', 'completed', '12', '0', '0', 'true', '300', '900', '604800', NULL, NULL, NULL, NULL, '2026-11-28 20:40:18.060916+00', '2026-11-28 20:40:18.060916+00', '2026-11-28 20:40:18.101712+00', '2026-11-28 20:40:18.182369+00', '2026-12-12 20:40:18.060916+00', NULL, NULL, 'standard', '2026-11-28 20:40:18.101712+00', '20', 'false', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('41086455-a79d-438a-b9b3-148a68549a60', 'subject-data-osc', '0', '{"jobId": "487be3bb-6400-4fb1-8a93-8c85c22dddaa", "round": "first", "service": "osc"}', 'completed', '12', '0', '0', 'true', '300', '900', '604800', NULL, NULL, NULL, NULL, '2026-11-28 20:40:18.060916+00', '2026-11-28 20:40:18.060916+00', '2026-11-28 20:40:18.09748+00', '2026-11-28 20:40:18.153866+00', '2026-12-12 20:40:18.060916+00', NULL, NULL, 'standard', '2026-11-28 20:40:18.09748+00', '20', 'false', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('4251c140-fd02-4063-accb-4c6c4e3a2558', 'subject-data-clag', '0', '{"jobId": "e5ff4398-a3bc-435e-abe9-95a8c88901ef", "round": "first", "service": "clag"}', 'created', '12', '0', '0', 'true', '300', '900', '604800', NULL, NULL, NULL, NULL, '2026-12-12 20:40:18.330769+00', '2026-11-28 20:40:18.330769+00', NULL, NULL, '2026-12-26 20:40:18.330769+00', NULL, NULL, 'standard', NULL, '20', 'false', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('4b6c1337-7f92-4031-af51-b441c4918689', 'subject-data-osc', '0', '{"jobId": "487be3bb-6400-4fb1-8a93-8c85c22dddaa", "round": "sweep", "service": "osc"}', 'created', '12', '0', '0', 'true', '300', '900', '604800', NULL, NULL, NULL, NULL, '2026-11-28 20:42:48.144307+00', '2026-11-28 20:40:18.144307+00', NULL, NULL, '2026-12-12 20:42:48.144307+00', NULL, NULL, 'standard', NULL, '20', 'false', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('50fe9acb-7672-4e1b-af48-d8cf0ab11691', 'subject-data-lars', '0', '{"jobId": "e5ff4398-a3bc-435e-abe9-95a8c88901ef", "round": "first", "service": "lars"}', 'created', '12', '0', '0', 'true', '300', '900', '604800', NULL, NULL, NULL, NULL, '2026-12-12 20:40:18.330769+00', '2026-11-28 20:40:18.330769+00', NULL, NULL, '2026-12-26 20:40:18.330769+00', NULL, NULL, 'standard', NULL, '20', 'false', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('81f369a1-fb0f-404c-9ba6-181a9181d0d4', 'subject-data-atma', '0', '{"jobId": "487be3bb-6400-4fb1-8a93-8c85c22dddaa", "round": "first", "service": "atma"}', 'completed', '12', '0', '0', 'true', '300', '900', '604800', NULL, NULL, NULL, NULL, '2026-11-28 20:40:18.060916+00', '2026-11-28 20:40:18.060916+00', '2026-11-28 20:40:18.089462+00', '2026-11-28 20:40:18.124039+00', '2026-12-12 20:40:18.060916+00', NULL, NULL, 'standard', '2026-11-28 20:40:18.089462+00', '20', 'false', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('90388848-dd88-4689-b9d2-254458f7661e', 'subject-data-aua', '0', '{"jobId": "e5ff4398-a3bc-435e-abe9-95a8c88901ef", "round": "first", "service": "aua"}', 'created', '12', '0', '0', 'true', '300', '900', '604800', NULL, NULL, NULL, NULL, '2026-12-12 20:40:18.330769+00', '2026-11-28 20:40:18.330769+00', NULL, NULL, '2026-12-26 20:40:18.330769+00', NULL, NULL, 'standard', NULL, '20', 'false', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('942b0dbd-6928-4c3c-93f7-f34e45b341ba', 'subject-data-clag', '0', '{"jobId": "487be3bb-6400-4fb1-8a93-8c85c22dddaa", "round": "sweep", "service": "clag"}', 'created', '12', '0', '0', 'true', '300', '900', '604800', NULL, NULL, NULL, NULL, '2026-11-28 20:42:48.144307+00', '2026-11-28 20:40:18.144307+00', NULL, NULL, '2026-12-12 20:42:48.144307+00', NULL, NULL, 'standard', NULL, '20', 'false', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('a3835f24-83d6-4981-b383-254267254991', 'subject-data-atma', '0', '{"jobId": "e5ff4398-a3bc-435e-abe9-95a8c88901ef", "round": "first", "service": "atma"}', 'created', '12', '0', '0', 'true', '300', '900', '604800', NULL, NULL, NULL, NULL, '2026-12-12 20:40:18.330769+00', '2026-11-28 20:40:18.330769+00', NULL, NULL, '2026-12-26 20:40:18.330769+00', NULL, NULL, 'standard', NULL, '20', 'false', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('a5b7b313-1158-4f9f-a65e-2e0d84ce6319', 'subject-data-lima', '0', '{"jobId": "487be3bb-6400-4fb1-8a93-8c85c22dddaa", "round": "sweep", "service": "lima"}', 'created', '12', '0', '0', 'true', '300', '900', '604800', NULL, NULL, NULL, NULL, '2026-11-28 20:42:48.144307+00', '2026-11-28 20:40:18.144307+00', NULL, NULL, '2026-12-12 20:42:48.144307+00', NULL, NULL, 'standard', NULL, '20', 'false', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('abe1d04e-f2f5-4c96-a51c-e529bc70b12f', 'subject-data-lars', '0', '{"jobId": "487be3bb-6400-4fb1-8a93-8c85c22dddaa", "round": "sweep", "service": "lars"}', 'created', '12', '0', '0', 'true', '300', '900', '604800', NULL, NULL, NULL, NULL, '2026-11-28 20:42:48.144307+00', '2026-11-28 20:40:18.144307+00', NULL, NULL, '2026-12-12 20:42:48.144307+00', NULL, NULL, 'standard', NULL, '20', 'false', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('bf01db35-df73-4195-a789-10d8cfaf9a7b', 'subject-data-osc', '0', '{"jobId": "e5ff4398-a3bc-435e-abe9-95a8c88901ef", "round": "first", "service": "osc"}', 'created', '12', '0', '0', 'true', '300', '900', '604800', NULL, NULL, NULL, NULL, '2026-12-12 20:40:18.330769+00', '2026-11-28 20:40:18.330769+00', NULL, NULL, '2026-12-26 20:40:18.330769+00', NULL, NULL, 'standard', NULL, '20', 'false', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('cedea67a-3627-4e4c-a8b2-2a793c6c07bc', 'coupon-licenses', '0', '{"coupon_code": "7GWTNDGXTNPYFRW3"}', 'completed', '12', '0', '0', 'true', '300', '900', '604800', NULL, NULL, NULL, NULL, '2026-11-28 20:40:17.485663+00', '2026-11-28 20:40:17.485663+00', '2026-11-28 20:40:17.601677+00', '2026-11-28 20:40:17.611674+00', '2026-12-12 20:40:17.485663+00', NULL, NULL, 'standard', '2026-11-28 20:40:17.601677+00', '20', 'false', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('cf1316e8-87e3-4e9b-87b8-e3ada0a2a4e3', 'subject-data-gres', '0', '{"jobId": "487be3bb-6400-4fb1-8a93-8c85c22dddaa", "round": "sweep", "service": "gres"}', 'created', '12', '0', '0', 'true', '300', '900', '604800', NULL, NULL, NULL, NULL, '2026-11-28 20:42:48.144307+00', '2026-11-28 20:40:18.144307+00', NULL, NULL, '2026-12-12 20:42:48.144307+00', NULL, NULL, 'standard', NULL, '20', 'false', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('d12da96b-0a74-4d1c-8efb-79df80e6367d', 'subject-data-gres', '0', '{"jobId": "487be3bb-6400-4fb1-8a93-8c85c22dddaa", "round": "first", "service": "gres"}', 'completed', '12', '0', '0', 'true', '300', '900', '604800', NULL, NULL, NULL, NULL, '2026-11-28 20:40:18.060916+00', '2026-11-28 20:40:18.060916+00', '2026-11-28 20:40:18.099746+00', '2026-11-28 20:40:18.195519+00', '2026-12-12 20:40:18.060916+00', NULL, NULL, 'standard', '2026-11-28 20:40:18.099746+00', '20', 'false', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('e3098e19-b08d-426d-826a-e4c97bb295a1', 'subject-data-aua', '0', '{"jobId": "487be3bb-6400-4fb1-8a93-8c85c22dddaa", "round": "sweep", "service": "aua"}', 'created', '12', '0', '0', 'true', '300', '900', '604800', NULL, NULL, NULL, NULL, '2026-11-28 20:42:48.144307+00', '2026-11-28 20:40:18.144307+00', NULL, NULL, '2026-12-12 20:42:48.144307+00', NULL, NULL, 'standard', NULL, '20', 'false', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('e70763cf-8ccb-445a-8146-6e448d9a71ca', 'subject-data-gres', '0', '{"jobId": "e5ff4398-a3bc-435e-abe9-95a8c88901ef", "round": "first", "service": "gres"}', 'created', '12', '0', '0', 'true', '300', '900', '604800', NULL, NULL, NULL, NULL, '2026-12-12 20:40:18.330769+00', '2026-11-28 20:40:18.330769+00', NULL, NULL, '2026-12-26 20:40:18.330769+00', NULL, NULL, 'standard', NULL, '20', 'false', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('f70a429f-4cff-48c2-ae40-1c8f42f7a042', 'subject-data-lars', '0', '{"jobId": "487be3bb-6400-4fb1-8a93-8c85c22dddaa", "round": "first", "service": "lars"}', 'completed', '12', '0', '0', 'true', '300', '900', '604800', NULL, NULL, NULL, NULL, '2026-11-28 20:40:18.060916+00', '2026-11-28 20:40:18.060916+00', '2026-11-28 20:40:18.119177+00', '2026-11-28 20:40:18.3229+00', '2026-12-12 20:40:18.060916+00', NULL, NULL, 'standard', '2026-11-28 20:40:18.119177+00', '20', 'false', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('fdd214f8-68d3-4a58-8df7-9742433e4f46', 'subject-data-aua', '0', '{"jobId": "487be3bb-6400-4fb1-8a93-8c85c22dddaa", "round": "first", "service": "aua"}', 'completed', '12', '0', '0', 'true', '300', '900', '604800', NULL, NULL, NULL, NULL, '2026-11-28 20:40:18.060916+00', '2026-11-28 20:40:18.060916+00', '2026-11-28 20:40:18.09246+00', '2026-11-28 20:40:18.137857+00', '2026-12-12 20:40:18.060916+00', NULL, NULL, 'standard', '2026-11-28 20:40:18.09246+00', '20', 'false', 'false', '0', NULL, NULL, NULL, NULL, NULL, NULL)
on conflict do nothing;

insert into jobs.queue (name, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, retention_seconds, deletion_seconds, dead_letter, partition, table_name, deferred_count, queued_count, ready_count, warning_queued, active_count, failed_count, total_count, created_delta, completed_delta, failed_delta, delta_on, delta_seconds, ready_history, heartbeat_seconds, notify, singletons_active, monitor_claim_on, monitor_on, maintain_on, created_on, updated_on) overriding system value values
  ('__pgboss__send-it', 'standard', '2', '0', 'false', NULL, '900', '1209600', '604800', NULL, 'false', 'job_common', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', NULL, NULL, '{0}', NULL, 'false', NULL, '2026-11-28 20:40:17.555723+00', '2026-11-28 20:40:17.557489+00', '2026-11-28 20:40:17.566846+00', '2026-11-28 20:40:12.800945+00', '2026-11-28 20:40:12.800945+00'),
  ('coupon-licenses', 'standard', '2', '0', 'false', NULL, '900', '1209600', '604800', NULL, 'false', 'job_common', '0', '1', '1', '0', '0', '0', '1', '0', '0', '0', NULL, NULL, '{1}', NULL, 'false', NULL, '2026-11-28 20:40:17.555723+00', '2026-11-28 20:40:17.557489+00', '2026-11-28 20:40:17.566846+00', '2026-11-28 20:40:12.847374+00', '2026-11-28 20:40:12.847374+00'),
  ('order-licenses', 'standard', '2', '0', 'false', NULL, '900', '1209600', '604800', NULL, 'false', 'job_common', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', NULL, NULL, '{0}', NULL, 'false', NULL, '2026-11-28 20:40:17.555723+00', '2026-11-28 20:40:17.557489+00', '2026-11-28 20:40:17.566846+00', '2026-11-28 20:40:12.862053+00', '2026-11-28 20:40:12.862053+00'),
  ('order-notifications-0', 'standard', '2', '0', 'false', NULL, '900', '1209600', '604800', NULL, 'false', 'job_common', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', NULL, NULL, '{0}', NULL, 'false', NULL, '2026-11-28 20:40:17.555723+00', '2026-11-28 20:40:17.557489+00', '2026-11-28 20:40:17.566846+00', '2026-11-28 20:40:12.866864+00', '2026-11-28 20:40:12.866864+00'),
  ('order-notifications-1', 'standard', '2', '0', 'false', NULL, '900', '1209600', '604800', NULL, 'false', 'job_common', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', NULL, NULL, '{0}', NULL, 'false', NULL, '2026-11-28 20:40:17.555723+00', '2026-11-28 20:40:17.557489+00', '2026-11-28 20:40:17.566846+00', '2026-11-28 20:40:12.872631+00', '2026-11-28 20:40:12.872631+00'),
  ('order-notifications-2', 'standard', '2', '0', 'false', NULL, '900', '1209600', '604800', NULL, 'false', 'job_common', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', NULL, NULL, '{0}', NULL, 'false', NULL, '2026-11-28 20:40:17.555723+00', '2026-11-28 20:40:17.557489+00', '2026-11-28 20:40:17.566846+00', '2026-11-28 20:40:12.874064+00', '2026-11-28 20:40:12.874064+00'),
  ('order-notifications-3', 'standard', '2', '0', 'false', NULL, '900', '1209600', '604800', NULL, 'false', 'job_common', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', NULL, NULL, '{0}', NULL, 'false', NULL, '2026-11-28 20:40:17.555723+00', '2026-11-28 20:40:17.557489+00', '2026-11-28 20:40:17.566846+00', '2026-11-28 20:40:12.875207+00', '2026-11-28 20:40:12.875207+00'),
  ('subject-data-atma', 'standard', '2', '0', 'false', NULL, '900', '1209600', '604800', NULL, 'false', 'job_common', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', NULL, NULL, '{0}', NULL, 'false', NULL, '2026-11-28 20:40:17.555723+00', '2026-11-28 20:40:17.557489+00', '2026-11-28 20:40:17.566846+00', '2026-11-28 20:40:12.825074+00', '2026-11-28 20:40:12.825074+00'),
  ('subject-data-aua', 'standard', '2', '0', 'false', NULL, '900', '1209600', '604800', NULL, 'false', 'job_common', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', NULL, NULL, '{0}', NULL, 'false', NULL, '2026-11-28 20:40:17.555723+00', '2026-11-28 20:40:17.557489+00', '2026-11-28 20:40:17.566846+00', '2026-11-28 20:40:12.82716+00', '2026-11-28 20:40:12.82716+00'),
  ('subject-data-clag', 'standard', '2', '0', 'false', NULL, '900', '1209600', '604800', NULL, 'false', 'job_common', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', NULL, NULL, '{0}', NULL, 'false', NULL, '2026-11-28 20:40:17.555723+00', '2026-11-28 20:40:17.557489+00', '2026-11-28 20:40:17.566846+00', '2026-11-28 20:40:12.83564+00', '2026-11-28 20:40:12.83564+00'),
  ('subject-data-gres', 'standard', '2', '0', 'false', NULL, '900', '1209600', '604800', NULL, 'false', 'job_common', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', NULL, NULL, '{0}', NULL, 'false', NULL, '2026-11-28 20:40:17.555723+00', '2026-11-28 20:40:17.557489+00', '2026-11-28 20:40:17.566846+00', '2026-11-28 20:40:12.836273+00', '2026-11-28 20:40:12.836273+00'),
  ('subject-data-lars', 'standard', '2', '0', 'false', NULL, '900', '1209600', '604800', NULL, 'false', 'job_common', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', NULL, NULL, '{0}', NULL, 'false', NULL, '2026-11-28 20:40:17.555723+00', '2026-11-28 20:40:17.557489+00', '2026-11-28 20:40:17.566846+00', '2026-11-28 20:40:12.8368+00', '2026-11-28 20:40:12.8368+00'),
  ('subject-data-lima', 'standard', '2', '0', 'false', NULL, '900', '1209600', '604800', NULL, 'false', 'job_common', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', NULL, NULL, '{0}', NULL, 'false', NULL, '2026-11-28 20:40:17.555723+00', '2026-11-28 20:40:17.557489+00', '2026-11-28 20:40:17.566846+00', '2026-11-28 20:40:12.837643+00', '2026-11-28 20:40:12.837643+00'),
  ('subject-data-osc', 'standard', '2', '0', 'false', NULL, '900', '1209600', '604800', NULL, 'false', 'job_common', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', NULL, NULL, '{0}', NULL, 'false', NULL, '2026-11-28 20:40:17.555723+00', '2026-11-28 20:40:17.557489+00', '2026-11-28 20:40:17.566846+00', '2026-11-28 20:40:12.838078+00', '2026-11-28 20:40:12.838078+00')
on conflict do nothing;

insert into jobs.version (version, cron_on, bam_on, flow_on, reindex_on, monitor_backoff_on) overriding system value values
  ('43', '2026-11-28 20:40:12.806738+00', '2026-11-28 20:40:12.815893+00', '2026-11-28 20:40:12.821373+00', '2026-11-28 20:40:17.605475+00', NULL)
on conflict do nothing;

insert into lars.activities (activity_key, activity_id, definition, updated_at, subject, said_by_learner, said_of_none) overriding system value values
  (E'\\x974f696f26e71de3f7996c3c1c593b5c289cf4b60aff2534911733a20c6602f2', 'http://localhost/lars/cmi5/activities/Ac0lXy-gm_kyNNTwqr6Nsajp8tYwdfAR9ZajmvVI75s', '{"name":{"de":"wolken"},"description":{"de":"wolken"}}', '2026-11-28 20:40:17.990897+00', NULL, 'false', 'false'),
  (E'\\xbce5673c548db12488ad5ad26d6180f344349c9e5df40adc44251e2c3f0bcc9a', 'http://localhost/lars/cmi5/activities/OBQhY3MY9rPeBJJ1S3Ltlsjk9PezGErAXj3Q1PuW7B4', '{"name":{"de":"wind"},"description":{"de":"wind"}}', '2026-11-28 20:40:18.052296+00', NULL, 'false', 'false'),
  (E'\\xc88a04899561cd1d147f037dc67abeb4195dae8944956c68aecb08ddf896dda1', 'http://o.example/ac42fb37-9952-41df-8670-3807b31cc969', '{"name":{"de":"Regenbogen"}}', '2026-11-28 20:40:17.537309+00', 'demo-mia', 'true', 'false')
on conflict do nothing;

insert into lars.activity_profiles (activity_key, profile_key, activity_id, profile_id, content_type, etag, content, updated_at) overriding system value values
  (E'\\xfa91142e387de84a867ccba12d4779f5615f10075f812f48e28eb9c52b93f35a', E'\\xd37a24b801c6e2e338243b7361c5985e1d8e26bcf5555dd08cd8c969e01e1670', 'https://lectern.example/a', 'stand', 'text/plain', '726cea5bc148fb01941fd05c451f66943bf0c0eb', E'\\x5374616e64', '2026-11-28 20:40:18.363418+00')
on conflict do nothing;

insert into lars.agent_profiles (subject, profile_key, profile_id, content_type, etag, content, updated_at) overriding system value values
  ('demo-mia', E'\\x9b202c7d5da82804106706bfdf7103f1bfa56943dc674407cb240241820efaff', 'Regenbogen', 'text/plain', 'c35233b4b7befe68eb1978f98bbba0e81eb3b557', E'\\x526567656e626f67656e', '2026-11-28 20:40:17.516521+00')
on conflict do nothing;

insert into lars.api_keys (api_key, secret_hash, title, scopes, created_at, revoked_at) overriding system value values
  ('lrs-Z9phgoKw4t5G', E'\\x96c7f3e4b3eebdd137ed35ea0081fa4aa0e659d8c8e15c353593636d8df84691', 'Tool', '{all/read}', '2026-11-28 20:40:18.361208+00', NULL)
on conflict do nothing;

insert into lars.attachments (subject, sha2, content, sent_by, kept_for) overriding system value values
  ('demo-mia', 'a7076b302be7680e5f405ade9258715521abe5df81059e0ad2fc2bc0e4aa073c', E'\\x526567656e626f67656e', NULL, NULL)
on conflict do nothing;

insert into lars.cmi5_activities (name, course_id) overriding system value values
  ('Ac0lXy-gm_kyNNTwqr6Nsajp8tYwdfAR9ZajmvVI75s', 'e14df5b9-1f90-4d68-a83f-679d4a7cf117'),
  ('OBQhY3MY9rPeBJJ1S3Ltlsjk9PezGErAXj3Q1PuW7B4', 'e14df5b9-1f90-4d68-a83f-679d4a7cf117'),
  ('oXQKD4V4BQfu3P7sthglbLeumpKf_yhNezjnFFNnjJ4', 'e14df5b9-1f90-4d68-a83f-679d4a7cf117')
on conflict do nothing;

insert into lars.cmi5_registrations (subject, course_key, course_id, issue_id, registration, structure_hash, satisfied, created_at) overriding system value values
  ('demo-mia', 'Regenbogen', 'Regenbogen', '1', 'b41b5d5f-4d2c-49a2-a85c-04dbfe8e5591', 'a7076b302be7680e5f405ade9258715521abe5df81059e0ad2fc2bc0e4aa073c', '{}', '2026-11-28 20:40:17.58219+00'),
  ('demo-mia', 'a535827e1bd7412d93a5baa69dee693f5a91b505f2f5e72b7da6f168c5443fcf', 'e14df5b9-1f90-4d68-a83f-679d4a7cf117', '1', '43bd143f-2f7b-4c73-b9d1-6c203c9023ae', '61e071dcf1de89a3280db23c07b3391927ca88fba3c91a264eaaca87a6b7347b', '{}', '2026-11-28 20:40:17.978503+00')
on conflict do nothing;

insert into lars.cmi5_sessions (subject, session_id, course_key, registration, structure_hash, au_id, activity_id, launch_mode, mastery_score, launched_at, expires_at, sign_in, fetch_hash, token_hash, told, latest, heard_at, ended_at, ended_by, revision) overriding system value values
  ('demo-mia', '296987db-7ba0-4f36-8139-d823fd64ddfc', 'a535827e1bd7412d93a5baa69dee693f5a91b505f2f5e72b7da6f168c5443fcf', '43bd143f-2f7b-4c73-b9d1-6c203c9023ae', '61e071dcf1de89a3280db23c07b3391927ca88fba3c91a264eaaca87a6b7347b', 'https://verlag.example/wetter/wind', 'http://localhost/lars/cmi5/activities/OBQhY3MY9rPeBJJ1S3Ltlsjk9PezGErAXj3Q1PuW7B4', 'Normal', NULL, '2026-11-28 20:40:18.044+00', '2026-11-29 20:40:18.044+00', '_Ppv5zbhQDre2jE3gaUyjMzGeyWKtzVkBko9hwn4G7Y', E'\\x7432e7e0a1e53eaa55c454dd62b52148302c18e4b502f5df381e37e02a2a4be6', E'\\xc15914940fcf596f05a84a413ac3aaff92f2ce6bc0412117bd8f06df158110a6', '{}', NULL, NULL, NULL, NULL, '0'),
  ('demo-mia', '61afb11d-276b-4f6f-bf2e-b56b8e224be3', 'Regenbogen', 'b41b5d5f-4d2c-49a2-a85c-04dbfe8e5591', 'a7076b302be7680e5f405ade9258715521abe5df81059e0ad2fc2bc0e4aa073c', 'http://au.example', 'http://activity.example', 'Normal', NULL, '2026-11-28 20:40:17.582+00', '2026-11-28 20:40:17.582+00', 'a hash', E'\\xa7076b302be7680e5f405ade9258715521abe5df81059e0ad2fc2bc0e4aa073c', NULL, '{}', NULL, NULL, NULL, NULL, '0'),
  ('demo-mia', '70608469-300b-40da-b88e-c8f44ff5cf52', 'a535827e1bd7412d93a5baa69dee693f5a91b505f2f5e72b7da6f168c5443fcf', '43bd143f-2f7b-4c73-b9d1-6c203c9023ae', '61e071dcf1de89a3280db23c07b3391927ca88fba3c91a264eaaca87a6b7347b', 'https://verlag.example/wetter/wolken', 'http://localhost/lars/cmi5/activities/Ac0lXy-gm_kyNNTwqr6Nsajp8tYwdfAR9ZajmvVI75s', 'Normal', NULL, '2026-11-28 20:40:17.981+00', '2026-11-29 20:40:17.981+00', '_Ppv5zbhQDre2jE3gaUyjMzGeyWKtzVkBko9hwn4G7Y', E'\\xc7aa50146131e97e0a7a2c215a764dbfcffde5fa57715f3d78e46d8dd627bdcd', E'\\x2e1297dce5dacffeb22fd53ef754ff53cfbf52acda968d0080e57fdbbc79829c', '{"initialized":{"id":"5e832fa0-c8c9-4670-83a5-e8d346b1d7ce","timestamp":"2026-11-28T20:40:17.997Z"},"completed":{"id":"77a9b265-43bb-444f-80f0-f54382bd2f05","timestamp":"2026-11-28T20:40:18.008Z"},"terminated":{"id":"67d9020e-0927-4dd5-a580-eb59b03b2648","timestamp":"2026-11-28T20:40:18.017Z"}}', '2026-11-28 20:40:18.017+00', '2026-11-28 20:40:18.024+00', '2026-11-28 20:40:18.024+00', 'terminated', '3')
on conflict do nothing;

insert into lars.cmi5_structures (structure_hash, structure) overriding system value values
  ('61e071dcf1de89a3280db23c07b3391927ca88fba3c91a264eaaca87a6b7347b', '{"aus":[{"description":{"de":"wolken"},"id":"https://verlag.example/wetter/wolken","launch_method":"AnyWindow","move_on":"CompletedOrPassed","title":{"de":"wolken"},"url":"wolken/index.html"},{"description":{"de":"wind"},"id":"https://verlag.example/wetter/wind","launch_method":"AnyWindow","move_on":"CompletedOrPassed","title":{"de":"wind"},"url":"wind/index.html"}],"blocks":[],"description":{"de":"Wetter"},"id":"https://verlag.example/wetter","title":{"de":"Wetter"}}')
on conflict do nothing;

insert into lars.exercise_activity (subject, course_id, issue_id, begins, exercise_id, statements_count) overriding system value values
  ('demo-mia', 'Regenbogen', '1', '2026-11-28 20:40:17.585+00', 'Regenbogen', '1')
on conflict do nothing;

insert into lars.exercise_progress (subject, course_id, issue_id, exercise_id, begun_at, finished_at, last_finished_at, last_active_at, has_succeeded, best_score, last_score, scored_at) overriding system value values
  ('demo-mia', 'Regenbogen', '1', 'Regenbogen', '2026-11-28 20:40:17.584+00', NULL, NULL, '2026-11-28 20:40:17.584+00', NULL, NULL, NULL, NULL)
on conflict do nothing;

insert into lars.forwarding_failures (subject, target, sequence, statement_id, status, answer, failed_at, is_waiting) overriding system value values
  ('demo-mia', 'store-e95546aa-8720-4b08-a503-b3cc36be632c', '1', '01a223e3-2177-439f-acd7-4a7f1273a51d', '400', 'demo-mia Regenbogen', '2026-11-28 20:40:17.581207+00', 'false')
on conflict do nothing;

insert into lars.forwardings (target, "position", attempts, next_attempt_at, last_failure, last_failure_at) overriding system value values
  ('store', '0', '0', NULL, NULL, NULL)
on conflict do nothing;

insert into lars.progress_readings (subject, course_id, issue_id, version, stored, sequence, voided_count) overriding system value values
  ('demo-mia', 'Regenbogen', '1', '1', '1970-01-01 00:00:00+00', '0', '0')
on conflict do nothing;

insert into lars.refused_statements (subject, refused_id, authority, refused_at, fault, statement) overriding system value values
  ('demo-mia', '19e5456b-50d2-4d09-9bcb-e5f400b41eab', 'tool', '2026-11-28 20:40:17.579698+00', 'statement.verb: is missing', '{"actor":{"account":{"homePage":"http://localhost:33851","name":"demo-mia"}},"result":{"response":"Regenbogen"}}')
on conflict do nothing;

insert into lars.statement_ids (statement_id, subject, stored, sequence) overriding system value values
  ('01a223e3-2177-439f-acd7-4a7f1273a51d', 'demo-mia', '2026-11-28 20:40:17.534731+00', '1'),
  ('01a223e3-2185-4b01-b10c-443e7a3ab30b', 'demo-mia', '2026-11-28 20:40:17.544069+00', '2'),
  ('01a223e3-21a6-488d-93bd-29522781c751', 'demo-sofia', '2026-11-28 20:40:17.576035+00', '3'),
  ('04874f1f-d570-5d8f-b467-4e1f21bbad93', 'demo-mia', '2026-11-28 20:40:17.988401+00', '4'),
  ('5e832fa0-c8c9-4670-83a5-e8d346b1d7ce', 'demo-mia', '2026-11-28 20:40:18.00621+00', '5'),
  ('67d9020e-0927-4dd5-a580-eb59b03b2648', 'demo-mia', '2026-11-28 20:40:18.030236+00', '7'),
  ('77a9b265-43bb-444f-80f0-f54382bd2f05', 'demo-mia', '2026-11-28 20:40:18.01541+00', '6'),
  ('f2f8d794-8aa9-511d-95c2-35f388339800', 'demo-mia', '2026-11-28 20:40:18.047517+00', '8')
on conflict do nothing;

insert into lars.statements (subject, stored, sequence, statement_id, verb, activity, registration, authority, terms, courses, said_within, attached, refers_to, is_voided, dto_id, statement) overriding system value values
  ('demo-mia', '2026-11-28 20:40:17.534731+00', '1', '01a223e3-2177-439f-acd7-4a7f1273a51d', '-5043636651465185980', '-3382647020132188912', NULL, '-137954661291370937', '{-8985368112713915519,6564700676388749805,7734514749326818800}', '{-4960470052953054131}', NULL, '{a7076b302be7680e5f405ade9258715521abe5df81059e0ad2fc2bc0e4aa073c}', NULL, 'true', NULL, '{"id":"01a223e3-2177-439f-acd7-4a7f1273a51d","actor":{"account":{"homePage":"http://localhost:33851","name":"demo-mia"}},"verb":{"id":"http://v.example/did"},"object":{"id":"http://o.example/ac42fb37-9952-41df-8670-3807b31cc969","definition":{"name":{"de":"Regenbogen"}}},"attachments":[{"usageType":"http://u.example/essay","display":{"de":"Regenbogen"},"contentType":"text/plain","length":10,"sha2":"a7076b302be7680e5f405ade9258715521abe5df81059e0ad2fc2bc0e4aa073c"}],"timestamp":"2026-11-28T20:40:17.527Z","version":"1.0.0","authority":{"objectType":"Agent","account":{"homePage":"http://localhost:33851","name":"lectern-shell"}}}'),
  ('demo-mia', '2026-11-28 20:40:17.544069+00', '2', '01a223e3-2185-4b01-b10c-443e7a3ab30b', '-5241329894503976469', NULL, NULL, '-137954661291370937', '{7734514749326818800,-3382647020132188912,6564700676388749805,-4095678105185852661,-5043636651465185980,-8309130025251065315,-8985368112713915519,8432198409265760814}', NULL, NULL, NULL, '01a223e3-2177-439f-acd7-4a7f1273a51d', 'false', NULL, '{"id":"01a223e3-2185-4b01-b10c-443e7a3ab30b","actor":{"account":{"homePage":"http://localhost:33851","name":"demo-mia"}},"verb":{"id":"http://adlnet.gov/expapi/verbs/voided"},"object":{"objectType":"StatementRef","id":"01a223e3-2177-439f-acd7-4a7f1273a51d"},"timestamp":"2026-11-28T20:40:17.541Z","version":"1.0.0","authority":{"objectType":"Agent","account":{"homePage":"http://localhost:33851","name":"lectern-shell"}}}'),
  ('demo-mia', '2026-11-28 20:40:17.988401+00', '4', '04874f1f-d570-5d8f-b467-4e1f21bbad93', '7702502921402447418', '-6769220094430917613', '43bd143f-2f7b-4c73-b9d1-6c203c9023ae', '6545841086687900913', '{-8985368112713915519,143077901572885581,-8708913372664557374,-8984475218693382499,5098474014390135892}', '{-9150492937458803115}', '{e14df5b9-1f90-4d68-a83f-679d4a7cf117}', NULL, NULL, 'false', NULL, '{"id":"04874f1f-d570-5d8f-b467-4e1f21bbad93","actor":{"objectType":"Agent","account":{"homePage":"http://localhost:33851","name":"demo-mia"}},"verb":{"id":"http://adlnet.gov/expapi/verbs/launched","display":{"en":"launched"}},"object":{"objectType":"Activity","id":"http://localhost/lars/cmi5/activities/Ac0lXy-gm_kyNNTwqr6Nsajp8tYwdfAR9ZajmvVI75s","definition":{"name":{"de":"wolken"},"description":{"de":"wolken"}}},"context":{"registration":"43bd143f-2f7b-4c73-b9d1-6c203c9023ae","contextActivities":{"category":[{"id":"https://w3id.org/xapi/cmi5/context/categories/cmi5"}],"grouping":[{"id":"https://verlag.example/wetter/wolken"}]},"extensions":{"https://w3id.org/xapi/cmi5/context/extensions/sessionid":"70608469-300b-40da-b88e-c8f44ff5cf52","https://w3id.org/xapi/cmi5/context/extensions/launchmode":"Normal","https://w3id.org/xapi/cmi5/context/extensions/launchurl":"https://content.example/wetter/wolken/index.html","https://w3id.org/xapi/cmi5/context/extensions/moveon":"CompletedOrPassed"}},"timestamp":"2026-11-28T20:40:17.981Z","version":"1.0.0","authority":{"objectType":"Agent","account":{"homePage":"http://localhost/lars/xapi","name":"cmi5"}}}'),
  ('demo-mia', '2026-11-28 20:40:18.00621+00', '5', '5e832fa0-c8c9-4670-83a5-e8d346b1d7ce', '-2324500652690430099', '-6769220094430917613', '43bd143f-2f7b-4c73-b9d1-6c203c9023ae', '-6661642185750246012', '{-8985368112713915519,7783006052954210675,-8708913372664557374,5098474014390135892,-8984475218693382499}', '{-9150492937458803115}', '{e14df5b9-1f90-4d68-a83f-679d4a7cf117}', NULL, NULL, 'false', NULL, '{"id":"5e832fa0-c8c9-4670-83a5-e8d346b1d7ce","actor":{"objectType":"Agent","account":{"homePage":"http://localhost:33851","name":"demo-mia"}},"verb":{"id":"http://adlnet.gov/expapi/verbs/initialized"},"object":{"id":"http://localhost/lars/cmi5/activities/Ac0lXy-gm_kyNNTwqr6Nsajp8tYwdfAR9ZajmvVI75s"},"context":{"registration":"43bd143f-2f7b-4c73-b9d1-6c203c9023ae","contextActivities":{"grouping":[{"id":"https://verlag.example/wetter/wolken"}],"category":[{"id":"https://w3id.org/xapi/cmi5/context/categories/cmi5"}]},"extensions":{"https://w3id.org/xapi/cmi5/context/extensions/sessionid":"70608469-300b-40da-b88e-c8f44ff5cf52"}},"timestamp":"2026-11-28T20:40:17.997Z","version":"1.0.0","authority":{"objectType":"Agent","account":{"homePage":"http://localhost/lars/xapi","name":"cmi5-content"}}}'),
  ('demo-mia', '2026-11-28 20:40:18.01541+00', '6', '77a9b265-43bb-444f-80f0-f54382bd2f05', '2706082601072382807', '-6769220094430917613', '43bd143f-2f7b-4c73-b9d1-6c203c9023ae', '-6661642185750246012', '{-8985368112713915519,7783006052954210675,-8708913372664557374,5098474014390135892,-8984475218693382499,1010393326238087687}', '{-9150492937458803115}', '{e14df5b9-1f90-4d68-a83f-679d4a7cf117}', NULL, NULL, 'false', NULL, '{"id":"77a9b265-43bb-444f-80f0-f54382bd2f05","actor":{"objectType":"Agent","account":{"homePage":"http://localhost:33851","name":"demo-mia"}},"verb":{"id":"http://adlnet.gov/expapi/verbs/completed"},"object":{"id":"http://localhost/lars/cmi5/activities/Ac0lXy-gm_kyNNTwqr6Nsajp8tYwdfAR9ZajmvVI75s"},"result":{"completion":true,"duration":"PT60S"},"context":{"registration":"43bd143f-2f7b-4c73-b9d1-6c203c9023ae","contextActivities":{"grouping":[{"id":"https://verlag.example/wetter/wolken"}],"category":[{"id":"https://w3id.org/xapi/cmi5/context/categories/cmi5"},{"id":"https://w3id.org/xapi/cmi5/context/categories/moveon"}]},"extensions":{"https://w3id.org/xapi/cmi5/context/extensions/sessionid":"70608469-300b-40da-b88e-c8f44ff5cf52"}},"timestamp":"2026-11-28T20:40:18.008Z","version":"1.0.0","authority":{"objectType":"Agent","account":{"homePage":"http://localhost/lars/xapi","name":"cmi5-content"}}}'),
  ('demo-mia', '2026-11-28 20:40:18.030236+00', '7', '67d9020e-0927-4dd5-a580-eb59b03b2648', '372834541434628908', '-6769220094430917613', '43bd143f-2f7b-4c73-b9d1-6c203c9023ae', '-6661642185750246012', '{-8985368112713915519,7783006052954210675,-8708913372664557374,5098474014390135892,-8984475218693382499}', '{-9150492937458803115}', '{e14df5b9-1f90-4d68-a83f-679d4a7cf117}', NULL, NULL, 'false', NULL, '{"id":"67d9020e-0927-4dd5-a580-eb59b03b2648","actor":{"objectType":"Agent","account":{"homePage":"http://localhost:33851","name":"demo-mia"}},"verb":{"id":"http://adlnet.gov/expapi/verbs/terminated"},"object":{"id":"http://localhost/lars/cmi5/activities/Ac0lXy-gm_kyNNTwqr6Nsajp8tYwdfAR9ZajmvVI75s"},"result":{"duration":"PT90S"},"context":{"registration":"43bd143f-2f7b-4c73-b9d1-6c203c9023ae","contextActivities":{"grouping":[{"id":"https://verlag.example/wetter/wolken"}],"category":[{"id":"https://w3id.org/xapi/cmi5/context/categories/cmi5"}]},"extensions":{"https://w3id.org/xapi/cmi5/context/extensions/sessionid":"70608469-300b-40da-b88e-c8f44ff5cf52"}},"timestamp":"2026-11-28T20:40:18.017Z","version":"1.0.0","authority":{"objectType":"Agent","account":{"homePage":"http://localhost/lars/xapi","name":"cmi5-content"}}}'),
  ('demo-mia', '2026-11-28 20:40:18.047517+00', '8', 'f2f8d794-8aa9-511d-95c2-35f388339800', '7702502921402447418', '1140464858200320821', '43bd143f-2f7b-4c73-b9d1-6c203c9023ae', '6545841086687900913', '{-8985368112713915519,143077901572885581,-1282997916086934168,-8984475218693382499,270933144120037838}', '{-9150492937458803115}', '{e14df5b9-1f90-4d68-a83f-679d4a7cf117}', NULL, NULL, 'false', NULL, '{"id":"f2f8d794-8aa9-511d-95c2-35f388339800","actor":{"objectType":"Agent","account":{"homePage":"http://localhost:33851","name":"demo-mia"}},"verb":{"id":"http://adlnet.gov/expapi/verbs/launched","display":{"en":"launched"}},"object":{"objectType":"Activity","id":"http://localhost/lars/cmi5/activities/OBQhY3MY9rPeBJJ1S3Ltlsjk9PezGErAXj3Q1PuW7B4","definition":{"name":{"de":"wind"},"description":{"de":"wind"}}},"context":{"registration":"43bd143f-2f7b-4c73-b9d1-6c203c9023ae","contextActivities":{"category":[{"id":"https://w3id.org/xapi/cmi5/context/categories/cmi5"}],"grouping":[{"id":"https://verlag.example/wetter/wind"}]},"extensions":{"https://w3id.org/xapi/cmi5/context/extensions/sessionid":"296987db-7ba0-4f36-8139-d823fd64ddfc","https://w3id.org/xapi/cmi5/context/extensions/launchmode":"Normal","https://w3id.org/xapi/cmi5/context/extensions/launchurl":"https://content.example/wetter/wind/index.html","https://w3id.org/xapi/cmi5/context/extensions/moveon":"CompletedOrPassed"}},"timestamp":"2026-11-28T20:40:18.044Z","version":"1.0.0","authority":{"objectType":"Agent","account":{"homePage":"http://localhost/lars/xapi","name":"cmi5"}}}'),
  ('demo-sofia', '2026-11-28 20:40:17.576035+00', '3', '01a223e3-21a6-488d-93bd-29522781c751', '-5043636651465185980', '-1984671497084312377', NULL, '-137954661291370937', '{-8961090716662116602,-8985368112713915519,6564700676388749805,-8443020144155787744}', '{-705050772753226495}', NULL, NULL, NULL, 'false', NULL, '{"id":"01a223e3-21a6-488d-93bd-29522781c751","actor":{"account":{"homePage":"http://localhost:33851","name":"demo-sofia"}},"verb":{"id":"http://v.example/did"},"object":{"id":"http://o.example"},"context":{"instructor":{"name":"Regenbogen","account":{"homePage":"http://localhost:33851","name":"demo-mia"}}},"timestamp":"2026-11-28T20:40:17.574Z","version":"1.0.0","authority":{"objectType":"Agent","account":{"homePage":"http://localhost:33851","name":"lectern-shell"}}}')
on conflict do nothing;

insert into lars.states (subject, state_key, activity_id, registration, state_id, content_type, etag, content, updated_at, kept_for) overriding system value values
  ('demo-mia', E'\\x28b6c55c34faa535df5bcac9715bc201f68bda29d84b4cec2bb367e94ed5db15', 'https://lectern.example/a', NULL, 'Regenbogen', 'text/plain', 'c35233b4b7befe68eb1978f98bbba0e81eb3b557', E'\\x526567656e626f67656e', '2026-11-28 20:40:17.510093+00', NULL),
  ('demo-mia', E'\\x78669db4cf457bcc93276f5e4b488a9a775474e6f5551c0196196c955721aacc', 'http://localhost/lars/cmi5/activities/OBQhY3MY9rPeBJJ1S3Ltlsjk9PezGErAXj3Q1PuW7B4', '43bd143f-2f7b-4c73-b9d1-6c203c9023ae', 'LMS.LaunchData', 'application/json', '6701dcc1f61c7202fe4a9eecbfc31d3ef7a84260', E'\\x7b22636f6e7465787454656d706c617465223a7b22636f6e7465787441637469766974696573223a7b2267726f7570696e67223a5b7b226f626a65637454797065223a224163746976697479222c226964223a2268747470733a2f2f7665726c61672e6578616d706c652f7765747465722f77696e64227d5d7d2c22657874656e73696f6e73223a7b2268747470733a2f2f773369642e6f72672f786170692f636d69352f636f6e746578742f657874656e73696f6e732f73657373696f6e6964223a2232393639383764622d376261302d346633362d383133392d643832336664363464646663227d7d2c226c61756e63684d6f6465223a224e6f726d616c222c226d6f76654f6e223a22436f6d706c657465644f72506173736564222c2272657475726e55524c223a2268747470733a2f2f636f6e74656e742e6578616d706c652f7765747465722f696e6465782e68746d6c227d', '2026-11-28 20:40:18.044975+00', '43bd143f-2f7b-4c73-b9d1-6c203c9023ae'),
  ('demo-mia', E'\\x80c60eca6887597f6e959719321e3b5bea03b34a02e3859badee533cb4bb68e4', 'http://localhost/lars/cmi5/activities/Ac0lXy-gm_kyNNTwqr6Nsajp8tYwdfAR9ZajmvVI75s', '43bd143f-2f7b-4c73-b9d1-6c203c9023ae', 'LMS.LaunchData', 'application/json', '184392468f81b5bc1cfee7b5d0cebcf46c4ff746', E'\\x7b22636f6e7465787454656d706c617465223a7b22636f6e7465787441637469766974696573223a7b2267726f7570696e67223a5b7b226f626a65637454797065223a224163746976697479222c226964223a2268747470733a2f2f7665726c61672e6578616d706c652f7765747465722f776f6c6b656e227d5d7d2c22657874656e73696f6e73223a7b2268747470733a2f2f773369642e6f72672f786170692f636d69352f636f6e746578742f657874656e73696f6e732f73657373696f6e6964223a2237303630383436392d333030622d343064612d623838652d633866343466663563663532227d7d2c226c61756e63684d6f6465223a224e6f726d616c222c226d6f76654f6e223a22436f6d706c657465644f72506173736564222c2272657475726e55524c223a2268747470733a2f2f636f6e74656e742e6578616d706c652f7765747465722f696e6465782e68746d6c227d', '2026-11-28 20:40:17.982669+00', '43bd143f-2f7b-4c73-b9d1-6c203c9023ae')
on conflict do nothing;

insert into lars.voidings (statement_id, subject) overriding system value values
  ('01a223e3-2177-439f-acd7-4a7f1273a51d', 'demo-mia')
on conflict do nothing;

insert into lima.device_products (subject, mandant_identifier, product_reference, device_identifier, registered_at) overriding system value values
  ('demo-mia', 'LECTERN', 'wasser-entdecken', 'device-Regenbogen', '2026-11-28 20:40:17.430111+00')
on conflict do nothing;

insert into lima.devices (subject, device_identifier, os_name, os_version, screen_size, simple_ui, locale, app_version, device_registration_date, model, last_app_update, touch_device, updated_at) overriding system value values
  ('demo-mia', 'device-Regenbogen', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-28 20:40:17.376789+00', NULL, NULL, NULL, '2026-11-28 20:40:17.376789+00')
on conflict do nothing;

insert into lima.group_licenses (group_id, license_code, subject) overriding system value values
  ('d338cde6-01ed-4af2-af39-6a1d5c809a1e', 'TVE14-4EH28-ZA7D6-0PR35-ZVJHM', 'demo-mia')
on conflict do nothing;

insert into lima.license_orders (order_system_identifier, license_order_identifier, subject, license_code, mandant_identifier, product_reference, article_number, license_strategy, group_id, seats, valid_from, valid_until, version, ordered_at, updated_at, deleted_at) overriding system value values
  ('IAPROS1', 'coupon:7GWTNDGXTNPYFRW3', 'demo-mia', '5FKVT-HBP18-91C2E-MQB27-5YQ3H', 'LECTERN', 'wasser-entdecken', NULL, 'LICENSE_STRATEGY_USER', NULL, '1', '2026-11-28 20:40:17.487+00', NULL, '1', '2026-11-28 20:40:17.495609+00', '2026-11-28 20:40:17.495609+00', NULL),
  ('SHOP', 'd79ccd1f-1a4a-4145-9675-2ddecc4f3f79', 'demo-mia', 'TVE14-4EH28-ZA7D6-0PR35-ZVJHM', 'LECTERN', 'wasser-entdecken', NULL, 'LICENSE_STRATEGY_GROUP', 'd338cde6-01ed-4af2-af39-6a1d5c809a1e', '5', '2026-11-28 20:40:17.407571+00', NULL, '1', '2026-11-28 20:40:17.407571+00', '2026-11-28 20:40:17.407571+00', NULL)
on conflict do nothing;

insert into lima.license_overrides (subject, license_code, license_override_id, license_override_kind, reason, ends_at, saved_at, saved_by, deleted_at) overriding system value values
  ('demo-mia', 'TVE14-4EH28-ZA7D6-0PR35-ZVJHM', 'bd74196a-3ac2-40c3-ae51-0d7af980bccd', 'LICENSE_OVERRIDE_KIND_EXTEND', 'why', '2999-01-01 00:00:00+00', '2026-11-28 20:40:17.449007+00', 'demo-sofia', NULL),
  ('demo-sofia', 'any', 'bd74196a-3ac2-40c3-ae51-0d7af980bccd', 'LICENSE_OVERRIDE_KIND_EXTEND', 'why', '2999-01-01 00:00:00+00', '2026-11-28 20:40:17.460357+00', 'demo-mia', NULL)
on conflict do nothing;

insert into lima.license_usages (license_code, license_usage_id, subject, device_identifier, mandant_identifier, product_reference, obtained_at, expires_at, due_at, ended_at) overriding system value values
  ('TVE14-4EH28-ZA7D6-0PR35-ZVJHM', '6e235f3e-b89e-4053-872a-c052036c14bf', 'demo-mia', 'device-Regenbogen', 'LECTERN', 'wasser-entdecken', '2026-11-28 20:40:17.4396+00', '2026-11-28 20:43:17.4396+00', '2026-11-28 20:43:17.4396+00', NULL)
on conflict do nothing;

insert into lima.licenses (subject, license_code, license_strategy, mandant_identifier, product_reference, group_id, seats, valid_from, valid_until, created_at) overriding system value values
  ('demo-mia', '5FKVT-HBP18-91C2E-MQB27-5YQ3H', 'LICENSE_STRATEGY_USER', 'LECTERN', 'wasser-entdecken', NULL, '1', '2026-11-28 20:40:17.487+00', NULL, '2026-11-28 20:40:17.495609+00'),
  ('demo-mia', 'TVE14-4EH28-ZA7D6-0PR35-ZVJHM', 'LICENSE_STRATEGY_GROUP', 'LECTERN', 'wasser-entdecken', 'd338cde6-01ed-4af2-af39-6a1d5c809a1e', '5', '2026-11-28 20:40:17.407+00', NULL, '2026-11-28 20:40:17.407571+00')
on conflict do nothing;

insert into lima.products (mandant_identifier, product_reference, title, article_numbers, device_maximum, version, updated_at) overriding system value values
  ('LECTERN', 'wasser-entdecken', 'Wasser', '{}', '9', '1', '2026-11-28 20:40:17.343802+00')
on conflict do nothing;

insert into lima.seats (license_code, taken) overriding system value values
  ('TVE14-4EH28-ZA7D6-0PR35-ZVJHM', '1')
on conflict do nothing;

insert into osc.coupon_batches (batch_identifier, request, made_by, made_at) overriding system value values
  ('6026e768-7d4e-4e5a-bd20-a7e460a24e10', '{"seats": 1, "coupon_count": 1, "batch_identifier": "6026e768-7d4e-4e5a-bd20-a7e460a24e10", "license_strategy": "LICENSE_STRATEGY_USER", "product_reference": "wasser-entdecken", "mandant_identifier": "LECTERN", "order_system_identifier": "IAPROS1"}', 'demo-sofia', '2026-11-28 20:40:17.465533+00'),
  ('d35fd8ae-d1e0-4b5f-9bc3-268669ec7269', '{"coupon_codes": ["STILLREDEEMABLE"], "order_system_identifier": "IAPROS1"}', 'demo-mia', '2026-11-28 20:40:17.587323+00')
on conflict do nothing;

insert into osc.coupon_history (coupon_code, step, coupon_state, changed_at, changed_by, reason) overriding system value values
  ('7GWTNDGXTNPYFRW3', '1', 'VALID', '2026-11-28 20:40:17.473249+00', 'demo-sofia', NULL),
  ('7GWTNDGXTNPYFRW3', '2', 'ASSIGNED', '2026-11-28 20:40:17.490253+00', 'demo-mia', NULL),
  ('7GWTNDGXTNPYFRW3', '3', 'ACTIVE', '2026-11-28 20:40:17.491596+00', 'demo-mia', NULL),
  ('redeemable-b2516ba8-41da-49ab-8986-a04bd3504342', '1', 'ASSIGNED', '2026-11-28 20:40:17.58914+00', 'demo-mia', NULL)
on conflict do nothing;

insert into osc.coupons (coupon_code, coupon_state, order_system_identifier, batch_identifier, mandant_identifier, product_reference, license_strategy, seats, license_duration_in_days, redeemable_until, assigned_subject, activated_at, license_code, note, created_at, updated_at) overriding system value values
  ('7GWTNDGXTNPYFRW3', 'ACTIVE', 'IAPROS1', '6026e768-7d4e-4e5a-bd20-a7e460a24e10', 'LECTERN', 'wasser-entdecken', 'LICENSE_STRATEGY_USER', '1', NULL, NULL, 'demo-mia', '2026-11-28 20:40:17.487+00', '5FKVT-HBP18-91C2E-MQB27-5YQ3H', NULL, '2026-11-28 20:40:17.465533+00', '2026-11-28 20:40:17.499013+00'),
  ('redeemable-b2516ba8-41da-49ab-8986-a04bd3504342', 'ASSIGNED', 'IAPROS1', 'b', 'LECTERN', 'wasser', 'LICENSE_STRATEGY_USER', '1', NULL, NULL, 'demo-mia', NULL, NULL, NULL, '2026-11-28 20:40:17.587815+00', '2026-11-28 20:40:17.587815+00')
on conflict do nothing;

insert into osc.customers (customer_id, order_system_identifier, subject) overriding system value values
  ('customer-0e3b7c39-993d-417d-8fda-777630f1acbe', 'IAPROS1', 'demo-mia')
on conflict do nothing;

insert into osc.deliveries (delivery_id, notification_id, place, order_system_identifier, subject, change, attempts, last_attempt_at, last_failure, given_up_at, delivered_at, created_at) overriding system value values
  ('e863e5a4-7e33-4196-a55b-7fecdb659926', '7aa534f2-6c5c-4ac4-9030-9fe67c5d93a3', '0', 'IAPROS1', 'demo-mia', '{"change_type": "CUSTOMER_LINKED", "customer_id": "customer-0e3b7c39-993d-417d-8fda-777630f1acbe"}', '0', NULL, NULL, NULL, NULL, '2026-11-28 20:40:17.591352+00')
on conflict do nothing;

insert into osc.notifications (notification_id, subject, changes, created_at) overriding system value values
  ('7aa534f2-6c5c-4ac4-9030-9fe67c5d93a3', 'demo-mia', '[{"change_type": "CUSTOMER_LINKED", "customer_id": "customer-0e3b7c39-993d-417d-8fda-777630f1acbe"}]', '2026-11-28 20:40:17.590709+00')
on conflict do nothing;

insert into osc.order_system_user_relations (subject, order_system_identifier, customer_id, updated_at) overriding system value values
  ('demo-mia', 'IAPROS1', 'customer-0e3b7c39-993d-417d-8fda-777630f1acbe', '2026-11-28 20:40:17.590214+00')
on conflict do nothing;

insert into osc.order_systems (order_system_identifier, connector_id, client_id, client_issuer, notification_address, notification_key, orders_address, orders_token, mandant_identifiers, updated_at) overriding system value values
  ('SHOP', 'SHOP', 'shop', NULL, 'https://shop.example/', 'key', NULL, NULL, '{LECTERN}', '2026-11-28 20:40:18.364483+00')
on conflict do nothing;

insert into osc.orders (order_system_identifier, external_id, subject, mandant_identifier, product_reference, article_number, license_strategy, seats, valid_from, valid_until, ordered_at, order_state, license_code, updated_at) overriding system value values
  ('IAPROS1', 'bfde5ed5-a3b0-42da-9328-c6c65459561c', 'demo-mia', 'LECTERN', 'wasser', NULL, 'LICENSE_STRATEGY_USER', '1', NULL, NULL, '2026-11-28 20:40:17.586+00', 'ORDER_STATE_RECEIVED', NULL, '2026-11-28 20:40:17.586555+00')
on conflict do nothing;

insert into platform.functions (id, version, hash) overriding system value values
  ('true', '0.1.0', 'c75459ebce5b9086ad8d5104fac6d0a65782943e070923df50451de559c50690')
on conflict do nothing;

insert into platform.kysely_migration (name, "timestamp") overriding system value values
  ('0001-schema', '2026-11-28T20:40:12.575Z')
on conflict do nothing;

insert into platform.kysely_migration_lock (id, is_locked) overriding system value values
  ('migration_lock', '0')
on conflict do nothing;

select setval('clag.search_own_texts_text_id_seq', 4);

select setval('lars.statement_sequence', 8);

