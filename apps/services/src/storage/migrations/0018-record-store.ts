import { sql, type Kysely } from 'kysely';

/**
 * Statements as a record store keeps them: each id once on the whole platform, found by whatever the
 * standard lets one ask for, in the order of their times of storing.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(database);
  await sql.raw(known).execute(database);
  await sql.raw(indexes).execute(database);
}

const tables = /* sql */ `
  lock table lars.statements in share row exclusive mode;
  alter table lars.statements rename to known_statements;
  alter index lars.statements_by_sequence rename to known_statements_by_sequence;
  alter index lars.statements_pkey rename to known_statements_pkey;

  create sequence lars.statement_sequence;

  -- What is looked for by its hash: the first 64 bits of SHA-256 over a kind and a value.
  create function lars.term(kind text, value text) returns bigint language sql immutable parallel safe
  return ('x' || encode(substring(
    sha256(convert_to(kind || chr(10) || value, 'UTF8')) for 8
  ), 'hex'))::bit(64)::bigint;

  create table lars.statements (
    -- Of the actor; of one who is no user of the platform a comma and a hash.
    subject text not null,
    stored timestamptz not null,
    -- In the order in which they came in; tells those apart that were stored at the same time.
    sequence bigint not null,
    statement_id uuid not null,
    verb bigint not null,
    activity bigint,
    registration uuid,
    -- Who said it.
    authority bigint,
    -- What else it is found by.
    terms bigint[],
    refers_to uuid,
    is_voided boolean not null default false,
    dto_id text,
    -- As it is given to readers, but for stored.
    statement json not null
  );

  create table lars.statement_ids (
    statement_id uuid primary key,
    subject text not null,
    stored timestamptz not null,
    sequence bigint not null
  );

  -- Also of statements that are still to come.
  create table lars.voidings (
    statement_id uuid not null,
    -- Whose it must be; empty: anybody's.
    subject text not null,
    primary key (statement_id, subject)
  );

  create table lars.activities (
    -- SHA-256 of the activity's id.
    activity_key bytea primary key,
    activity_id text not null,
    definition json not null,
    updated_at timestamptz not null default now()
  );

  create table lars.attachments (
    subject text not null,
    -- SHA-256 as hexadecimal digits.
    sha2 text not null,
    content bytea not null,
    primary key (subject, sha2)
  );
  alter table lars.attachments alter column content set storage external;

  -- Keys are hashes, because an index holds no names of any length.
  create table lars.states (
    subject text not null,
    -- SHA-256 of activity, registration and state id.
    state_key bytea not null,
    activity_id text not null,
    registration uuid,
    state_id text not null,
    content_type text not null,
    etag text not null,
    content bytea not null,
    updated_at timestamptz not null default now(),
    primary key (subject, state_key)
  );
  create table lars.agent_profiles (
    subject text not null,
    -- SHA-256 of the profile id.
    profile_key bytea not null,
    profile_id text not null,
    content_type text not null,
    etag text not null,
    content bytea not null,
    updated_at timestamptz not null default now(),
    primary key (subject, profile_key)
  );
  create table lars.activity_profiles (
    -- SHA-256 of the activity's id.
    activity_key bytea not null,
    profile_key bytea not null,
    activity_id text not null,
    profile_id text not null,
    content_type text not null,
    etag text not null,
    content bytea not null,
    updated_at timestamptz not null default now(),
    primary key (activity_key, profile_key)
  );

  create table lars.api_keys (
    api_key text primary key,
    -- SHA-256; a secret has 256 random bits, so that nothing slower is needed.
    secret_hash bytea not null,
    title text not null,
    scopes text[] not null,
    created_at timestamptz not null default now(),
    revoked_at timestamptz
  );
`;

/** Those of another subject under an id that is taken get one of their own. */
const known = /* sql */ `
  with numbered as (
    select *, row_number() over (partition by statement_id order by sequence) = 1 as is_first
    from lars.known_statements
  ), named as (
    select subject, stored, sequence, dto_id, named_id,
      case when is_first then statement else jsonb_set(statement, '{id}', to_jsonb(named_id)) end
        as statement
    from numbered cross join lateral (
      select case when is_first then statement_id else gen_random_uuid() end as named_id
    ) naming
  )
  insert into lars.statements (
    subject, stored, sequence, statement_id, verb, activity, registration, authority,
    terms, refers_to, dto_id, statement
  )
  select subject, stored, sequence, named_id,
    lars.term('verb', statement #>> '{verb,id}'),
    case when coalesce(statement #>> '{object,objectType}', 'Activity') = 'Activity'
      then lars.term('activity', statement #>> '{object,id}') end,
    case when statement #>> '{context,registration}'
      ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$'
      then (statement #>> '{context,registration}')::uuid end,
    lars.term('authority', statement #>> '{authority,account,name}'),
    array(
      select lars.term('related-agent', subject)
      union
      select lars.term('related-agent', statement #>> '{authority,account,name}')
      where statement #>> '{authority,account,name}' is not null
      union
      -- Other persons on the platform, whom content named.
      select lars.term('related-agent', named #>> '{account,name}')
      from jsonb_array_elements(
        jsonb_path_query_array(statement, '$.context.instructor')
          || jsonb_path_query_array(statement, '$.context.team.member[*]')
          || jsonb_path_query_array(statement, '$.object ? (@.objectType == "Agent")')
      ) named
      where named #> '{account,homePage}' = statement #> '{actor,account,homePage}'
        and named #>> '{account,name}' is not null
      union
      select lars.term('related-activity', id #>> '{}')
      from jsonb_array_elements(
        jsonb_path_query_array(statement, '$.object.id')
          || jsonb_path_query_array(statement, '$.context.contextActivities.*[*].id')
      ) id
    ),
    case when statement #>> '{object,objectType}' = 'StatementRef' and statement #>> '{object,id}'
      ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$'
      then (statement #>> '{object,id}')::uuid end,
    dto_id, (statement - 'stored')::text::json
  from named;

  insert into lars.statement_ids (statement_id, subject, stored, sequence)
  select statement_id, subject, stored, sequence from lars.statements;

  select setval('lars.statement_sequence', coalesce(max(sequence), 0) + 1, false)
  from lars.statements;

  drop table lars.known_statements;
`;

const indexes = /* sql */ `
  alter table lars.statements add primary key (subject, stored, sequence);
  create index statements_by_stored on lars.statements (stored);
  create index statements_by_sequence on lars.statements (sequence);
  create index statements_by_verb on lars.statements (verb, stored);
  create index statements_by_activity on lars.statements (activity, stored)
    where activity is not null;
  create index statements_by_registration on lars.statements (registration, stored)
    where registration is not null;
  create index statements_by_authority on lars.statements (authority, stored)
    where authority is not null;
  create index statements_by_target on lars.statements (refers_to) where refers_to is not null;
  -- What is still to be sorted in is read by every search: that has to stay little.
  create index statements_by_term on lars.statements using gin (terms)
    with (gin_pending_list_limit = 512);
`;
