-- The schema of Lectern 0.1.0, from top to bottom:
--
--   1. aua   users and authorization
--   2. gres  groups
--   3. lima  licences
--   4. osc   orders and coupons
--   5. atma  files
--   6. clag  courses, content items, search
--   7. lars  learning records, progress, cmi5
--   8. platform: which functions are installed
--
-- No table has a foreign key, and every unique index has the column that can spread its table over machines
-- (docs/operate/distribution.md). `subject` is the user of the platform that a row belongs to. Hashes are SHA-256.
-- The migrator makes `platform`, the job library `jobs`. Values that nothing here explains are those of the contract
-- (packages/contracts).
--
-- A released file is never changed. A change is a further file (CONTRIBUTING.md).

create schema aua;
create schema gres;
create schema lima;
create schema osc;
create schema atma;
create schema clag;
create schema lars;

--------------------------------------------------------------------------------------------------------------
-- 1. Users and authorization
--------------------------------------------------------------------------------------------------------------

create table aua.users (
  subject text primary key,
  given_name text,
  family_name text,
  email text,
  locale text,
  -- Groups that publishers (mandants) put the user into, by name.
  mandant_groups text[] not null default '{}',
  -- When the identity provider's user information was last taken over; null: never.
  user_info_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- Prefixes compare code point by code point; lists for people sort in German. Both collations are named, because
-- the default collation of an external database may be any.
create index users_by_email
  on aua.users ((lower(email collate "de-x-icu") collate "C"), (subject collate "C"));
create index users_by_subject on aua.users ((subject collate "C"));
create index users_by_family_name_prefix
  on aua.users ((lower(family_name collate "de-x-icu") collate "C"));
create index users_by_given_name_prefix
  on aua.users ((lower(given_name collate "de-x-icu") collate "C"));
create index users_by_family_name
  on aua.users ((family_name collate "de-x-icu"), (subject collate "C"));
create index users_by_given_name
  on aua.users ((given_name collate "de-x-icu"), (subject collate "C"));
create index users_by_created_at on aua.users (created_at, (subject collate "C"));
create index users_by_mandant_group on aua.users using gin (mandant_groups);

-- Names that identity providers have for a subject.
create table aua.identities (
  subject text not null,
  -- Connector id, such as EDULOG.
  identity_provider_identifier text not null,
  external_id text not null,
  groups text[] not null default '{}',
  updated_at timestamptz not null default now(),
  primary key (subject, identity_provider_identifier, external_id)
);
create index identities_by_external_id
  on aua.identities (identity_provider_identifier, external_id);
create index identities_by_group on aua.identities using gin (groups);

-- Providers and groups that identities have named: a list of them need not read all identities.
create table aua.identity_providers (
  identity_provider_identifier text primary key
);
create table aua.provider_groups (
  identity_provider_identifier text not null,
  group_name text not null,
  primary key (identity_provider_identifier, group_name)
);

create table aua.properties (
  subject text not null,
  key text not null,
  value text not null,
  primary key (subject, key)
);
-- Keys that the properties of users may have.
create table aua.property_templates (
  key text primary key,
  description text not null default '',
  enabled boolean not null default true
);

-- Keys that encrypt the outbox on a user's devices: 32 bytes as base64url.
create table aua.outbox_keys (
  subject text primary key,
  key text not null
);

create table aua.roles (
  role text primary key,
  description text not null default '',
  -- True: the start makes it, and no call can remove it.
  built_in boolean not null default false
);
create table aua.permissions (
  permission text primary key,
  description text not null default '',
  built_in boolean not null default false
);
create table aua.role_permissions (
  role text not null,
  permission text not null,
  primary key (role, permission)
);
create table aua.user_roles (
  subject text not null,
  role text not null,
  primary key (subject, role)
);
create index user_roles_by_role on aua.user_roles (role, subject);

-- Subjects that are clients of an identity provider and no users.
create table aua.applications (
  subject text primary key
);

-- A subject that has become another one. Never a chain: a link leads to the target of its target.
create table aua.subject_links (
  from_subject text primary key,
  to_subject text not null,
  linked_at timestamptz not null default now(),
  -- Subjects that led to from_subject when it was linked: undoing the link gives them back.
  led_before text[] not null default '{}',
  check (from_subject <> to_subject)
);
create index subject_links_by_target on aua.subject_links (to_subject);

-- Erasing or moving a subject's data in all services.
create table aua.subject_jobs (
  subject text not null,
  job_id uuid not null,
  kind text not null check (kind in ('erase', 'move')),
  to_subject text,
  requested_by text not null,
  correlation_id text not null,
  created_at timestamptz not null default now(),
  -- Until then the job waits and can be dropped.
  begins_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Second pass, over data that was written during the first one.
  swept_at timestamptz,
  primary key (subject, job_id),
  check ((kind = 'move') = (to_subject is not null))
);
create unique index subject_jobs_running on aua.subject_jobs (subject)
  where swept_at is null;
create index subject_jobs_by_id on aua.subject_jobs (job_id);
create table aua.subject_job_steps (
  subject text not null,
  job_id uuid not null,
  service text not null,
  done_at timestamptz,
  -- Number of rows by table.
  result jsonb,
  -- Rows by table that gave way to a row of the target.
  kept jsonb,
  failures integer not null default 0,
  failure text,
  swept_at timestamptz,
  primary key (subject, job_id, service)
);

-- Cloud migration of a subject: without a row it has not started, without finalized_at it is running.
create table aua.cloud_migrations (
  subject text primary key,
  started_at timestamptz not null default now(),
  finalized_at timestamptz
);

-- Erased subjects, by a hash of the name: older sign-ins open nothing any more.
create table aua.erased_subjects (
  -- As base64url.
  subject_hash text primary key,
  erased_at timestamptz not null
);

-- Sign-outs that identity providers have told: tokens that were issued before are refused.
create table aua.denied_sessions (
  issuer text not null,
  -- One session by its sid, or all sessions of a sub.
  kind text not null check (kind in ('session', 'subject')),
  value text not null,
  denied_at timestamptz not null default now(),
  primary key (issuer, kind, value)
);

-- Append-only: aua.keep_audit_log has the exceptions.
create table aua.audit_log (
  entry_id uuid primary key default gen_random_uuid(),
  at timestamptz not null default clock_timestamp(),
  kind text not null check (kind in ('refusal', 'acting-for', 'change')),
  -- Name of the contract, or route.
  call text not null,
  -- Owner of the token; null: the token opens nothing.
  token_subject text,
  -- Subject that the token was issued to, where a link made another one of it.
  login_subject text,
  -- Application that called.
  client_id text,
  -- Subject whose data the call names.
  subject text,
  correlation_id text not null,
  -- Of a refusal.
  code text,
  -- Of a change: its details.
  change jsonb
);
create index audit_log_by_subject on aua.audit_log (subject, at);
create index audit_log_by_token_subject on aua.audit_log (token_subject, at);
create index audit_log_by_login on aua.audit_log (login_subject, at)
  where login_subject is not null;
create index audit_log_by_target on aua.audit_log ((change ->> 'to_subject'))
  where change ->> 'to_subject' is not null;

-- The trigger needs its function. functions/aua.keep_audit_log.sql replaces it and says why.
create function aua.keep_audit_log() returns trigger language plpgsql as $$
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
create trigger keep_audit_log before update or delete on aua.audit_log
  for each row execute function aua.keep_audit_log();
create trigger keep_audit_log_whole before truncate on aua.audit_log
  for each statement execute function aua.keep_audit_log();

--------------------------------------------------------------------------------------------------------------
-- 2. Groups
--------------------------------------------------------------------------------------------------------------

create table gres.groups (
  group_id text primary key,
  -- Where it was made, such as BEOOK_1.
  provider_id text not null,
  name text not null,
  join_policy text not null default 'on_request'
    check (join_policy in ('closed', 'on_request', 'open')),
  join_code text,
  join_code_expires_at timestamptz,
  -- Of its latest transaction.
  transaction_index integer not null default 1,
  -- Null: no request made it, or erased since.
  created_by text,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index groups_by_provider on gres.groups (provider_id, group_id) where deleted_at is null;

-- The group that a code opens: groups are found by their id alone.
create table gres.join_codes (
  join_code text primary key,
  group_id text not null,
  expires_at timestamptz not null
);

create table gres.members (
  group_id text not null,
  subject text not null,
  group_role text not null check (group_role in ('leader', 'member')),
  membership_state text not null default 'accepted'
    check (membership_state in ('requested', 'invited', 'accepted')),
  membership_types text[] not null default '{HasLicenses}',
  display_name text,
  -- Courses and issues in which the member shares, and what.
  sharings jsonb not null default '[]',
  -- self: the subject joined or accepted; school: a roster; leader: an invitation.
  origin text not null default 'school' check (origin in ('self', 'school', 'leader')),
  -- Since when it is accepted.
  began_at timestamptz default now(),
  -- Of an invitation: to the group, or, of an accepted member, to lead it.
  invited_until timestamptz,
  -- Of an invitation to lead.
  invited_by text,
  declines_to_lead boolean not null default false,
  changed_at timestamptz not null default now(),
  primary key (group_id, subject),
  constraint members_origin_of_state check ((membership_state = 'invited') = (origin = 'leader')),
  constraint members_invitation_of_state check (
    case membership_state when 'invited' then invited_until is not null
      when 'accepted' then invited_until is null or group_role = 'member'
      else invited_until is null end
  ),
  constraint members_beginning_of_state check (membership_state <> 'accepted' or began_at is not null)
);

-- The same memberships by subject, written together with gres.members; and former ones, because their logs still
-- name the subject.
create table gres.subject_groups (
  subject text not null,
  group_id text not null,
  group_role text not null check (group_role in ('leader', 'member')),
  membership_state text not null
    check (membership_state in ('requested', 'invited', 'accepted', 'revoked', 'declined')),
  membership_types text[] not null,
  invited_until timestamptz,
  invited_by text,
  primary key (subject, group_id)
);

-- Readers of a subject's data, by day.
create table gres.looks (
  subject text not null,
  day date not null,
  reader text not null,
  first_at timestamptz not null default now(),
  primary key (subject, day, reader)
);
create index looks_by_reader on gres.looks (reader);

-- Log of the changes of a group, from its making on.
create table gres.transactions (
  group_id text not null,
  transaction_index integer not null,
  -- The client's choice; null: another call made it.
  transaction_id uuid,
  -- List of changes, each with its change_type.
  changes jsonb not null,
  -- Null: no request, or erased since.
  made_by text,
  made_at timestamptz not null default now(),
  primary key (group_id, transaction_index)
);
create unique index transactions_by_id on gres.transactions (group_id, transaction_id);
create index transactions_by_maker on gres.transactions (made_by);

--------------------------------------------------------------------------------------------------------------
-- 3. Licences
--------------------------------------------------------------------------------------------------------------

create table lima.products (
  -- Publisher.
  mandant_identifier text not null,
  product_reference text not null,
  title text not null,
  article_numbers text[] not null default '{}',
  -- Most devices of one subject; null: any number.
  device_maximum integer check (device_maximum > 0),
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  primary key (mandant_identifier, product_reference)
);

create table lima.devices (
  subject text not null,
  device_identifier text not null,
  os_name text,
  os_version text,
  screen_size text,
  simple_ui boolean,
  locale text,
  app_version text,
  device_registration_date timestamptz not null default now(),
  model text,
  last_app_update timestamptz,
  touch_device boolean,
  -- When the device was last seen.
  updated_at timestamptz not null default now(),
  primary key (subject, device_identifier)
);
-- Devices that count in the limit of a product.
create table lima.device_products (
  subject text not null,
  mandant_identifier text not null,
  product_reference text not null,
  device_identifier text not null,
  registered_at timestamptz not null default now(),
  primary key (subject, mandant_identifier, product_reference, device_identifier)
);

create table lima.licenses (
  subject text not null,
  license_code text not null,
  license_strategy text not null,
  mandant_identifier text not null,
  product_reference text not null,
  -- Group whose members it is for.
  group_id text,
  -- Null: any number.
  seats integer check (seats > 0),
  valid_from timestamptz not null default now(),
  valid_until timestamptz,
  created_at timestamptz not null default now(),
  primary key (subject, license_code)
);
-- The licences of a group: a licence lies with its subject, and its members come by the group.
create table lima.group_licenses (
  group_id text not null,
  license_code text not null,
  subject text not null,
  primary key (group_id, license_code)
);

-- Exceptions that extend or block a licence.
create table lima.license_overrides (
  subject text not null,
  license_code text not null,
  license_override_id uuid not null,
  license_override_kind text not null
    check (license_override_kind in ('LICENSE_OVERRIDE_KIND_EXTEND', 'LICENSE_OVERRIDE_KIND_BLOCK')),
  reason text not null,
  ends_at timestamptz not null,
  saved_at timestamptz not null default now(),
  -- Null: erased since.
  saved_by text,
  deleted_at timestamptz,
  primary key (subject, license_code, license_override_id)
);
create index license_overrides_by_saver on lima.license_overrides (saved_by);

create table lima.license_orders (
  order_system_identifier text not null,
  license_order_identifier text not null,
  subject text not null,
  license_code text not null,
  mandant_identifier text not null,
  product_reference text not null,
  article_number text,
  license_strategy text not null,
  group_id text,
  seats integer check (seats > 0),
  valid_from timestamptz not null default now(),
  valid_until timestamptz,
  version integer not null default 1,
  ordered_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The identifier of a deleted order cannot be used again.
  deleted_at timestamptz,
  primary key (order_system_identifier, license_order_identifier)
);
create index license_orders_by_subject on lima.license_orders (subject, ordered_at);

-- One row for each licence whose seats were ever asked for: its lock is held while seats are counted.
create table lima.seats (
  license_code text primary key,
  -- Usages that have not ended. A usage is a taken seat.
  taken integer not null default 0 check (taken >= 0)
) with (fillfactor = 70);
create table lima.license_usages (
  license_code text not null,
  license_usage_id uuid not null,
  subject text not null,
  device_identifier text not null,
  -- Product that the usage was obtained for.
  mandant_identifier text not null,
  product_reference text not null,
  obtained_at timestamptz not null,
  -- Heartbeats put it off.
  expires_at timestamptz not null,
  -- Next check of whether it has ended: never after expires_at.
  due_at timestamptz not null,
  -- When it was given back or taken away; null: it ends with expires_at.
  ended_at timestamptz,
  primary key (license_code, license_usage_id)
) with (fillfactor = 70);
create unique index license_usages_of_device
  on lima.license_usages (license_code, subject, device_identifier) where ended_at is null;
-- Heartbeats change no column of an index, so that they write the row alone.
create index license_usages_by_due on lima.license_usages (license_code, due_at)
  where ended_at is null;
create index license_usages_by_end on lima.license_usages (license_code, ended_at)
  where ended_at is not null;
create index license_usages_by_subject on lima.license_usages (subject);

--------------------------------------------------------------------------------------------------------------
-- 4. Orders and coupons
--------------------------------------------------------------------------------------------------------------

create table osc.order_systems (
  order_system_identifier text primary key,
  connector_id text not null unique,
  client_id text not null,
  -- Identity provider that issues the client's tokens; null: the first one.
  client_issuer text,
  notification_address text not null,
  -- Signs notifications.
  notification_key text not null,
  orders_address text,
  orders_token text,
  -- Publishers whose products it sells.
  mandant_identifiers text[] not null default '{}',
  updated_at timestamptz not null default now()
);

create table osc.orders (
  order_system_identifier text not null,
  external_id text not null,
  -- Null: erased since.
  subject text,
  mandant_identifier text not null,
  product_reference text not null,
  article_number text,
  license_strategy text not null,
  seats integer not null check (seats > 0),
  valid_from timestamptz,
  valid_until timestamptz,
  ordered_at timestamptz not null,
  order_state text not null default 'ORDER_STATE_RECEIVED'
    check (order_state in ('ORDER_STATE_RECEIVED', 'ORDER_STATE_FULFILLED',
      'ORDER_STATE_REFUSED', 'ORDER_STATE_CANCELLED')),
  -- Of the licence that it made.
  license_code text,
  updated_at timestamptz not null default now(),
  primary key (order_system_identifier, external_id)
);
create index orders_by_subject on osc.orders (subject, ordered_at);

create table osc.coupon_batches (
  batch_identifier text not null,
  order_system_identifier text not null
    generated always as (request ->> 'order_system_identifier') stored,
  -- The request as it was asked: a repeated one is told from another one.
  request jsonb not null,
  -- Null: erased since.
  made_by text,
  made_at timestamptz not null default now(),
  primary key (batch_identifier, order_system_identifier)
);
create index coupon_batches_by_maker on osc.coupon_batches (made_by);

create table osc.coupons (
  -- In capitals, without dashes.
  coupon_code text primary key,
  coupon_state text not null default 'VALID'
    check (coupon_state in ('VALID', 'ASSIGNED', 'ACTIVE', 'WITHDRAWN')),
  order_system_identifier text not null,
  batch_identifier text not null,
  mandant_identifier text not null,
  product_reference text not null,
  license_strategy text not null,
  seats integer not null check (seats > 0),
  license_duration_in_days integer check (license_duration_in_days > 0),
  redeemable_until timestamptz,
  -- Subject that it is reserved for, or that activated it; null: none, or erased since.
  assigned_subject text,
  activated_at timestamptz,
  -- Of the licence that it made; null: none yet.
  license_code text,
  note text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (coupon_state <> 'VALID' or assigned_subject is null)
);
create index coupons_by_change on osc.coupons (updated_at, coupon_code collate "C");
create index coupons_by_order_system
  on osc.coupons (order_system_identifier, updated_at, coupon_code collate "C");
create index coupons_by_mandant
  on osc.coupons (mandant_identifier, updated_at, coupon_code collate "C");
create index coupons_by_code on osc.coupons (coupon_code collate "C");
create index coupons_by_batch
  on osc.coupons ((lower(batch_identifier collate "de-x-icu") collate "C"));
create index coupons_of_batch on osc.coupons (batch_identifier, coupon_code collate "C");
create index coupons_by_product
  on osc.coupons ((lower(product_reference collate "de-x-icu") collate "C"));
create index coupons_by_note on osc.coupons ((lower(note collate "de-x-icu") collate "C"))
  where note is not null;
create index coupons_by_subject on osc.coupons (assigned_subject);

create table osc.coupon_history (
  coupon_code text not null,
  -- 1 is the making of the coupon.
  step integer not null,
  coupon_state text not null,
  changed_at timestamptz not null default clock_timestamp(),
  changed_by text,
  reason text,
  primary key (coupon_code, step)
);
create index coupon_history_by_subject on osc.coupon_history (changed_by);

-- Customer ids of a subject, one for each order system.
create table osc.order_system_user_relations (
  subject text not null,
  order_system_identifier text not null,
  customer_id text not null,
  updated_at timestamptz not null default now(),
  primary key (subject, order_system_identifier)
);
-- The same by customer: one subject at a time.
create table osc.customers (
  customer_id text not null,
  order_system_identifier text not null,
  subject text not null,
  primary key (customer_id, order_system_identifier)
);
create index customers_by_subject on osc.customers (subject);

create table osc.notifications (
  notification_id uuid primary key,
  -- Null: erased since, with the changes.
  subject text,
  -- List of what was asked for: a repeated request is told from another one.
  changes jsonb not null,
  created_at timestamptz not null default now()
);
create index notifications_by_subject on osc.notifications (subject);
-- One message to one order system. It stays until it is delivered, however long that takes.
create table osc.deliveries (
  delivery_id uuid primary key,
  notification_id uuid not null,
  -- Of the change in its notification.
  place integer not null,
  order_system_identifier text not null,
  subject text not null,
  change jsonb not null,
  -- Since it was last begun.
  attempts integer not null default 0,
  last_attempt_at timestamptz,
  last_failure text,
  -- When it was given up; it can be sent again.
  given_up_at timestamptz,
  delivered_at timestamptz,
  created_at timestamptz not null default now()
);
create index deliveries_by_notification on osc.deliveries (notification_id, place);
create index deliveries_by_subject on osc.deliveries (subject);
create index deliveries_undelivered on osc.deliveries (created_at) where delivered_at is null;

--------------------------------------------------------------------------------------------------------------
-- 5. Files: of publications, and those that members of a group exchange
--------------------------------------------------------------------------------------------------------------

create table atma.files (
  file_reference text not null,
  -- Owner, as files/file-key.ts writes it: `mandant:` or `group:` and its name.
  space text not null,
  asset_stage text not null,
  asset_type text not null,
  -- Highest version whose bytes were ever there; numbers are never used again.
  newest_version integer not null default 0,
  -- Member that the file belongs to, or belonged to last; null: a publisher's.
  subject text,
  -- When the first bytes came; since then its space has the name.
  created_at timestamptz not null default now(),
  primary key (file_reference, space, asset_stage, asset_type)
);
create index files_by_subject on atma.files (subject) where subject is not null;

create table atma.file_versions (
  file_reference text not null,
  space text not null,
  asset_stage text not null,
  asset_type text not null,
  version integer not null check (version > 0),
  file_name text not null,
  media_type text not null,
  size_in_bytes bigint not null check (size_in_bytes >= 0),
  -- Null: not announced, and the bytes are not there yet.
  content_hash text,
  product_references text[] not null,
  is_public boolean not null,
  distribution_channel text,
  -- The publisher, of a copy that members exchange.
  mandant_identifier text,
  -- Name of the bytes in the store; null: not there yet.
  object_id uuid,
  -- Upload that brings the bytes; null: they were there before.
  upload_id uuid,
  -- Of a playlist: version of the film beside it that it plays.
  media_version integer,
  created_at timestamptz not null default now(),
  primary key (file_reference, space, asset_stage, asset_type, version)
);
-- Before bytes go, references to them are looked for.
create index file_versions_by_hash on atma.file_versions (content_hash);

-- Bytes of publications, each once for all files that have them.
create table atma.contents (
  content_hash text primary key,
  object_id uuid not null,
  size_in_bytes bigint not null
);

create table atma.uploads (
  upload_id uuid primary key,
  file_reference text not null,
  space text not null,
  asset_stage text not null,
  asset_type text not null,
  version integer not null,
  media_type text not null,
  size_in_bytes bigint not null,
  content_hash text,
  -- The request that writes now: one that finds another here has been overtaken.
  attempt_id uuid,
  object_id uuid,
  -- Name that the store gives it while its parts come; null: nothing has come.
  store_upload text,
  -- Names that the store gives the parts, in their order.
  parts jsonb not null default '[]',
  received_bytes bigint not null default 0,
  expires_at timestamptz not null,
  completed_at timestamptz,
  -- Hashes of the sign-in that announced it and of the subject: it ends with either; null: with none.
  ends_with text[]
);
create index uploads_by_end on atma.uploads (expires_at);
create index uploads_by_sign_in on atma.uploads using gin (ends_with);

-- Bytes that are to go, unless something refers to them by their hash.
create table atma.removals (
  removal_id uuid primary key default gen_random_uuid(),
  object_id uuid not null,
  store_upload text,
  content_hash text,
  -- When they are to go; a process that is about to remove them puts it off for others.
  due_at timestamptz not null default now(),
  -- Until then a request may still write to them.
  writable_until timestamptz not null default now()
);
create index removals_by_due on atma.removals (due_at);

-- Size of the files of a group's members; its lock is held while something is added.
create table atma.group_stores (
  group_id text primary key,
  size_in_bytes bigint not null
);

create table atma.video_converts (
  video_convert_id uuid primary key,
  file_reference text not null,
  space text not null,
  asset_stage text not null,
  asset_type text not null,
  -- As it was asked for; 0: the newest then.
  requested_version integer not null,
  source_version integer not null,
  video_rendition text not null,
  height_in_pixels integer,
  target_file_reference text not null,
  state text not null default 'QUEUED' check (state in ('QUEUED', 'RUNNING', 'DONE', 'FAILED')),
  -- The one job that may go on with it: an earlier job that comes once more finds another here.
  turn uuid not null,
  -- Publishers take turns; the lowest round is next.
  round integer not null default 0,
  -- The process that converts; one that finds another here has been overtaken.
  attempt_id uuid,
  attempts integer not null default 0,
  progress_in_percent integer not null default 0,
  failure text,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index video_converts_open on atma.video_converts (space, round)
  where state in ('QUEUED', 'RUNNING');
-- Objects that an attempt has put into the store, until files have them.
create table atma.video_convert_objects (
  video_convert_id uuid not null,
  object_id uuid not null,
  -- Name that the store gives it while its parts come.
  store_upload text,
  primary key (video_convert_id, object_id)
);

--------------------------------------------------------------------------------------------------------------
-- 6. Courses, content items, search
--------------------------------------------------------------------------------------------------------------

-- Courses of which a version was current at least once.
create table clag.courses (
  course_id text primary key,
  -- Publisher.
  mandant_identifier text not null,
  -- Where an activity id could name courses of several publishers, the earliest counts.
  had_since timestamptz not null default clock_timestamp()
);
create table clag.issues (
  course_id text not null,
  issue_id text not null,
  -- The version that readers see; null: none yet. A switch-over changes it.
  current_version integer,
  newest_version integer not null default 0,
  -- When the first version became current: the newest issue of a course is the one with the latest.
  published_at timestamptz,
  primary key (course_id, issue_id)
);
create table clag.issue_versions (
  course_id text not null,
  issue_id text not null,
  version integer not null check (version > 0),
  -- Publisher; the course is theirs only once one of their versions was switched over.
  mandant_identifier text not null,
  -- Of the request that began it: the same request again is the same version.
  digest text not null,
  course_title text not null,
  title text not null,
  distribution_channel text not null,
  product_references text[] not null,
  -- public: titles are for everybody; licensed: for users to whom a licence opens the issue.
  titles text not null default 'licensed' check (titles in ('public', 'licensed')),
  files_count integer not null,
  files_digest text not null,
  begun_at timestamptz not null default now(),
  -- Null: begun, and seen by nobody.
  switched_at timestamptz,
  -- The version that was current before it; null: none.
  replaced_version integer,
  primary key (course_id, issue_id, version)
);
create index issue_versions_by_mandant
  on clag.issue_versions (mandant_identifier, course_id collate "C", issue_id collate "C");

create table clag.topics (
  course_id text not null,
  issue_id text not null,
  version integer not null,
  topic_id text not null,
  -- In reading order, from 0.
  place integer not null,
  parent_topic_id text,
  title text not null,
  thema_id text not null,
  sub_thema_number integer not null,
  -- Null: no text.
  text_hash text,
  primary key (course_id, issue_id, version, topic_id)
);
create index topics_by_place on clag.topics (course_id, issue_id, version, place);

create table clag.exercises (
  course_id text not null,
  issue_id text not null,
  version integer not null,
  exercise_id text not null,
  -- In reading order, from 0.
  place integer not null,
  topic_id text not null,
  exercise_group_id text not null,
  title text not null,
  exercise_type text not null,
  basic_answer_type text,
  difficulty text,
  text_hash text,
  primary key (course_id, issue_id, version, exercise_id)
);
create index exercises_by_place on clag.exercises (course_id, issue_id, version, place);
create index exercises_by_group
  on clag.exercises (course_id, issue_id, version, exercise_group_id, place);
create index exercises_by_topic on clag.exercises (course_id, issue_id, version, topic_id);

-- Each text once for all versions of an issue.
create table clag.course_texts (
  course_id text not null,
  issue_id text not null,
  text_hash text not null,
  text text not null,
  primary key (course_id, issue_id, text_hash)
);

create table clag.version_files (
  course_id text not null,
  issue_id text not null,
  version integer not null,
  path text not null,
  file_reference text not null,
  content_hash text not null,
  size_in_bytes bigint not null,
  media_type text not null,
  is_public boolean not null,
  primary key (course_id, issue_id, version, path)
);
-- Tells whether an issue has files that are not public.
create index version_files_private on clag.version_files (course_id, issue_id, version)
  where not is_public;

-- Counter of the changes of a subject in an issue. Writers hold its lock, so that changes become visible in order.
create table clag.issue_changes (
  subject text not null,
  course_id text not null,
  issue_id text not null,
  -- Another one when the issue begins anew: older cursors do not hold.
  epoch uuid not null default gen_random_uuid(),
  last_index bigint not null default 0,
  changed_at timestamptz not null default now(),
  removed_items integer not null default 0,
  -- Removals up to this change are forgotten.
  forgotten_through bigint not null default 0,
  -- No forgotten item had a greater version.
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
  -- Of clag.issue_changes.
  change_index bigint not null,
  -- As on the wire, without ids and version; null: the item is removed.
  content jsonb,
  -- Size of the content as JSON in UTF-8.
  bytes integer not null,
  updated_at timestamptz not null,
  -- Its last versions, newest first: version, base, digest, at. A change that comes again is recognised by them.
  recent jsonb not null default '[]',
  primary key (subject, course_id, issue_id, kind, model_type, model_id, item_id)
);
-- The issue is one value: with its three columns, PostgreSQL would look for single items by this index and read
-- all of the issue.
create index content_items_by_issue_change
  on clag.content_items ((array[subject, course_id, issue_id]), change_index);
create index removed_content_items
  on clag.content_items (subject, course_id, issue_id, change_index) where content is null;

-- Values that publications keep for a user.
create table clag.local_store_items (
  subject text not null,
  course_id text not null,
  issue_id text not null,
  model_type text not null check (model_type in ('topic', 'exercise')),
  model_id text not null,
  segment text not null,
  key text not null,
  value text not null,
  version integer not null default 1,
  change_index bigint not null default 0,
  updated_at timestamptz not null default now(),
  recent jsonb not null default '[]',
  primary key (subject, course_id, issue_id, model_type, model_id, segment, key)
);
create index local_store_items_by_issue_change
  on clag.local_store_items ((array[subject, course_id, issue_id]), change_index);

-- Versions of items that a device replaced without knowing them.
create table clag.conflict_copies (
  subject text not null,
  course_id text not null,
  issue_id text not null,
  -- As in clag.content_items, or local_store_item.
  kind text not null,
  model_type text not null,
  model_id text not null,
  -- Of a local store item; else empty.
  segment text not null,
  item_id text not null,
  version integer not null,
  content jsonb not null,
  bytes integer not null,
  updated_at timestamptz not null,
  primary key
    (subject, course_id, issue_id, kind, model_type, model_id, segment, item_id, version)
);

-- Size of all rows of a subject: items, removed ones too, and conflict copies.
create table clag.content_sizes (
  subject text primary key,
  items integer not null,
  bytes bigint not null,
  -- No erased item had a greater version.
  version_floor integer not null default 0
);

-- The search: annotations/search says what keys and stems are. Both are compared byte by byte.

-- A subject's own texts.
create table clag.search_own_texts (
  subject text not null,
  course_id text not null,
  issue_id text not null,
  source text not null check (source in ('answer', 'highlight', 'note')),
  model_type text not null check (model_type in ('topic', 'exercise')),
  model_id text not null,
  item_id text not null,
  -- Pages go by it.
  text_id bigint generated always as identity,
  target text not null check (target in ('topic', 'exercise', 'note')),
  note_id uuid,
  note_type text,
  -- Empty: none.
  title text not null,
  text text not null,
  title_keys text collate "C" not null,
  text_keys text collate "C" not null,
  title_stems text collate "C" not null,
  text_stems text collate "C" not null,
  -- When it was last indexed.
  updated_at timestamptz not null,
  primary key (subject, course_id, issue_id, source, model_type, model_id, item_id)
);

-- Issues whose current version can be searched.
create table clag.search_issues (
  course_id text not null,
  issue_id text not null,
  primary key (course_id, issue_id)
);
create table clag.search_course_texts (
  course_id text not null,
  issue_id text not null,
  text_no integer not null,
  topic_id text not null,
  -- Null: the text of the topic itself.
  exercise_id text,
  title text not null,
  text text not null,
  title_stems text collate "C" not null,
  text_stems text collate "C" not null,
  primary key (course_id, issue_id, text_no)
);
-- The different words of an issue.
create table clag.search_course_words (
  course_id text not null,
  issue_id text not null,
  word_no integer not null,
  word text collate "C" not null,
  keys text collate "C" not null,
  -- Number of texts with the word: topics with it in the title, the text, either; the same of exercises.
  counts integer[] not null,
  -- Numbers of the texts with the word in their title.
  titles integer[] not null,
  -- Numbers of the texts with the word in the text itself,
  texts integer[] not null,
  -- and the code points before its first place there.
  offsets integer[] not null,
  primary key (course_id, issue_id, word_no)
);
-- Forms, stems and trigrams of words.
create table clag.search_course_keys (
  course_id text not null,
  issue_id text not null,
  key text collate "C" not null,
  word_nos integer[] not null,
  primary key (course_id, issue_id, key)
);

--------------------------------------------------------------------------------------------------------------
-- 7. Learning records, progress, cmi5
--------------------------------------------------------------------------------------------------------------

-- A value that statements are found by: the first 64 bits of SHA-256 over its kind and itself. store/terms.ts gives
-- the same. Columns of stored statements hold it, so it never changes, and migrations may call it.
create function lars.term(kind text, value text) returns bigint language sql immutable parallel safe
return ('x' || encode(substring(
  sha256(convert_to(kind || chr(10) || value, 'UTF8')) for 8
), 'hex'))::bit(64)::bigint;

-- Order in which statements came in.
create sequence lars.statement_sequence;

-- Statements of the xAPI. lars.store_statement and lars.store_statements write them, one transaction at a time:
-- a reader of one has read all before it. Verb, activity, authority, terms and courses are hashes by lars.term.
create table lars.statements (
  -- Actor; of one that is no user of the platform, a comma and a hash.
  subject text not null,
  stored timestamptz not null,
  -- Tells statements apart that were stored at the same time.
  sequence bigint not null,
  statement_id uuid not null,
  verb bigint not null,
  activity bigint,
  registration uuid,
  authority bigint,
  -- Everything else that finds it.
  terms bigint[],
  -- Courses whose leaders read it.
  courses bigint[],
  -- Ids of the courses that its recorder is bound to; null: none.
  said_within text[],
  -- Hashes of the attachments that came with it, as hexadecimal digits.
  attached text[],
  -- The statement that its object refers to.
  refers_to uuid,
  is_voided boolean not null default false,
  -- Exercise, topic or course that it is about, as its publication put it.
  dto_id text,
  -- As readers get it, without stored.
  statement json not null,
  primary key (subject, stored, sequence)
);
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
-- Every search reads the entries that are still to be sorted in, so that they stay few.
create index statements_by_term on lars.statements using gin (terms)
  with (gin_pending_list_limit = 512);
create index statements_voided on lars.statements (subject, stored, sequence) where is_voided;

-- Each id once on the whole platform.
create table lars.statement_ids (
  statement_id uuid primary key,
  subject text not null,
  stored timestamptz not null,
  sequence bigint not null
);

-- Voided ids, also of statements that are still to come.
create table lars.voidings (
  statement_id uuid not null,
  -- Subject that the statement must have; empty: any.
  subject text not null,
  primary key (statement_id, subject)
);

-- Definitions that statements gave of their activities.
create table lars.activities (
  -- Hash of the activity's id.
  activity_key bytea primary key,
  activity_id text not null,
  definition json not null,
  updated_at timestamptz not null default now(),
  -- Person that gave it; null: a tool.
  subject text,
  -- That person, or tool, may not redefine it, and was the first to give a definition.
  said_by_learner boolean not null default false,
  -- That person publishes, and the activity was of no course then.
  said_of_none boolean not null default false
);
create index activities_subject on lars.activities (subject) where subject is not null;

-- Statements that were refused and that their recorder wanted to be kept.
create table lars.refused_statements (
  -- Actor; without one, the authority.
  subject text not null,
  refused_id uuid not null default gen_random_uuid(),
  -- Sender.
  authority text not null,
  refused_at timestamptz not null default clock_timestamp(),
  fault text not null,
  statement json not null,
  primary key (subject, refused_id)
);
create index refused_statements_by_authority
  on lars.refused_statements (authority, refused_at, refused_id);

create table lars.attachments (
  subject text not null,
  -- Hash of the content, as hexadecimal digits.
  sha2 text not null,
  content bytea not null,
  -- API key that sent it; null: the subject.
  sent_by text,
  -- Registration of cmi5 whose session sent it.
  kept_for uuid,
  primary key (subject, sha2)
);
-- As it is, beside the row: compressing it would take time for nothing, since most contents are compressed.
alter table lars.attachments alter column content set storage external;
create index attachments_by_sender on lars.attachments (sent_by) where sent_by is not null;

-- Documents of the xAPI resources. Keys are hashes, because an index holds no names of any length.
create table lars.states (
  subject text not null,
  -- Of activity, registration and state id.
  state_key bytea not null,
  activity_id text not null,
  registration uuid,
  state_id text not null,
  content_type text not null,
  -- Without its quotes.
  etag text not null,
  content bytea not null,
  updated_at timestamptz not null default now(),
  -- Registration of cmi5 whose session stored it.
  kept_for uuid,
  primary key (subject, state_key)
);
create table lars.agent_profiles (
  subject text not null,
  -- Of the profile id.
  profile_key bytea not null,
  profile_id text not null,
  content_type text not null,
  etag text not null,
  content bytea not null,
  updated_at timestamptz not null default now(),
  primary key (subject, profile_key)
);
create table lars.activity_profiles (
  -- Of the activity's id.
  activity_key bytea not null,
  -- Of the profile id.
  profile_key bytea not null,
  activity_id text not null,
  profile_id text not null,
  content_type text not null,
  etag text not null,
  content bytea not null,
  updated_at timestamptz not null default now(),
  primary key (activity_key, profile_key)
);

-- Keys of record-keeping tools.
create table lars.api_keys (
  api_key text primary key,
  -- A secret has 256 random bits, so that nothing slower is needed.
  secret_hash bytea not null,
  title text not null,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);

-- Other record stores that statements are sent to.
create table lars.forwardings (
  target text primary key,
  -- Sequence of lars.statements: all up to it have arrived, have failed, or are not for the target.
  position bigint not null,
  -- Since something arrived.
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  last_failure text,
  last_failure_at timestamptz
);
-- Statements that a target has refused.
create table lars.forwarding_failures (
  subject text not null,
  target text not null,
  sequence bigint not null,
  statement_id uuid not null,
  -- Of HTTP.
  status integer not null,
  -- Words of the target.
  answer text not null,
  failed_at timestamptz not null default now(),
  -- An operator wants it sent again.
  is_waiting boolean not null default false,
  primary key (subject, target, sequence)
);
create index forwarding_failures_by_target on lars.forwarding_failures (target, sequence);
create index forwarding_failures_waiting on lars.forwarding_failures (target) where is_waiting;

-- Progress is read from statements when it is asked for, and can be read again.

-- The last statement of a subject that was read for an issue.
create table lars.progress_readings (
  subject text not null,
  course_id text not null,
  issue_id text not null,
  -- Of the issue: which exercises there are.
  version integer not null,
  stored timestamptz not null,
  sequence bigint not null,
  -- Voided statements among those that were read.
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
  last_finished_at timestamptz,
  last_active_at timestamptz not null,
  has_succeeded boolean,
  -- Scores are from 0 to 1.
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

-- Structures of courses by cmi5. Never changed: another structure has another hash.
create table lars.cmi5_structures (
  -- As hexadecimal digits.
  structure_hash text primary key,
  structure json not null
);
-- Activities of structures.
create table lars.cmi5_activities (
  -- End of the activity's id: a hash of course, issue and the id that the publisher gave.
  name text primary key,
  course_id text not null
);
create table lars.cmi5_registrations (
  subject text not null,
  -- Hash of course, issue and the id that the publisher gave the course.
  course_key text not null,
  course_id text not null,
  issue_id text not null,
  registration uuid not null,
  -- Of the latest launch.
  structure_hash text not null,
  -- Ids of the blocks, and of the course, of which it was told that they are satisfied.
  satisfied text[] not null default '{}',
  created_at timestamptz not null default now(),
  primary key (subject, course_key)
);
-- Sessions of units; lars.put_session writes them.
create table lars.cmi5_sessions (
  subject text not null,
  session_id uuid not null,
  course_key text not null,
  registration uuid not null,
  structure_hash text not null,
  au_id text not null,
  activity_id text not null,
  launch_mode text not null,
  mastery_score double precision,
  launched_at timestamptz not null,
  expires_at timestamptz not null,
  -- Hash of the sign-in that launched it, which ends it.
  sign_in text,
  -- Secrets have 256 random bits, so that nothing slower than SHA-256 is needed.
  fetch_hash bytea not null,
  token_hash bytea,
  -- The statements of cmi5 that the unit has told, by verb.
  told json not null default '{}',
  -- The latest time that one of its statements names.
  latest timestamptz,
  -- When the unit last told anything.
  heard_at timestamptz,
  ended_at timestamptz,
  ended_by text check (ended_by in ('terminated', 'abandoned')),
  -- Of two requests that change a session, the second one begins anew.
  revision integer not null default 0,
  primary key (subject, session_id),
  check ((ended_at is null) = (ended_by is null))
);
create index cmi5_sessions_by_registration on lars.cmi5_sessions (subject, registration);
create index cmi5_sessions_by_sign_in on lars.cmi5_sessions (sign_in);

--------------------------------------------------------------------------------------------------------------
-- 8. Installed functions
--------------------------------------------------------------------------------------------------------------

-- The functions that a start has installed (storage/functions).
create table platform.functions (
  -- One row.
  id boolean primary key default true check (id),
  -- Of the product.
  version text not null,
  -- Of all files.
  hash text not null
);
