import { sql, type Kysely } from 'kysely';

/** What users write in the issues of courses has versions, conflict copies, and an order of changes. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw(items).execute(database);
  await sql.raw(localStore).execute(database);
}

const items = /* sql */ `
  -- Its lock is what the writers of an issue wait for: so changes become visible in their order.
  create table clag.issue_changes (
    subject text not null,
    course_id text not null,
    issue_id text not null,
    epoch uuid not null default gen_random_uuid(),
    last_index bigint not null default 0,
    changed_at timestamptz not null default now(),
    removed_items integer not null default 0,
    forgotten_through bigint not null default 0,
    version_floor integer not null default 0,
    primary key (subject, course_id, issue_id)
  );

  create table clag.content_items (
    subject text not null,
    course_id text not null,
    issue_id text not null,
    kind text not null check (
      kind in ('annotation', 'note', 'bookmark', 'answer', 'user_topic', 'topic_attributes')
    ),
    model_type text not null check (model_type in ('topic', 'exercise')),
    model_id text not null,
    item_id text not null,
    version integer not null,
    change_index bigint not null,
    content jsonb,
    bytes integer not null,
    updated_at timestamptz not null,
    recent jsonb not null default '[]',
    primary key (subject, course_id, issue_id, kind, model_type, model_id, item_id)
  );
  create index content_items_by_change
    on clag.content_items (subject, course_id, issue_id, change_index);
  create index removed_content_items
    on clag.content_items (subject, course_id, issue_id, change_index) where content is null;

  create table clag.conflict_copies (
    subject text not null,
    course_id text not null,
    issue_id text not null,
    kind text not null,
    model_type text not null,
    model_id text not null,
    segment text not null,
    item_id text not null,
    version integer not null,
    content jsonb not null,
    bytes integer not null,
    updated_at timestamptz not null,
    primary key
      (subject, course_id, issue_id, kind, model_type, model_id, segment, item_id, version)
  );

  create table clag.content_sizes (
    subject text primary key,
    items integer not null,
    bytes bigint not null
  );
`;

const localStore = /* sql */ `
  -- Processes of the version before go on and do not name the columns.
  alter table clag.local_store_items
    add column change_index bigint not null default 0,
    add column recent jsonb not null default '[]';

  update clag.local_store_items item
  set change_index = numbered.place
  from (
    select subject, course_id, issue_id, model_type, model_id, segment, key,
      row_number() over (partition by subject, course_id, issue_id order by updated_at) as place
    from clag.local_store_items
  ) numbered
  where (item.subject, item.course_id, item.issue_id, item.model_type, item.model_id, item.segment,
      item.key)
    = (numbered.subject, numbered.course_id, numbered.issue_id, numbered.model_type,
      numbered.model_id, numbered.segment, numbered.key);

  create index local_store_items_by_change
    on clag.local_store_items (subject, course_id, issue_id, change_index);

  insert into clag.issue_changes (subject, course_id, issue_id, last_index)
  select subject, course_id, issue_id, max(change_index) from clag.local_store_items
  group by subject, course_id, issue_id;

  insert into clag.content_sizes (subject, items, bytes)
  select subject, count(*), sum(octet_length(value)) from clag.local_store_items group by subject;
`;
