import { sql, type Kysely } from 'kysely';

/** Products, seats, orders and coupons; groups with states, join codes and a log of transactions. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw(licenses).execute(database);
  await sql.raw(groups).execute(database);
  await sql.raw(orders).execute(database);
}

const licenses = /* sql */ `
  create table lima.products (
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

  -- Nothing ever set it; what blocks a licence is an override.
  alter table lima.licenses
    drop column blocked,
    add column group_id text,
    add column seats integer check (seats > 0),
    add column created_at timestamptz not null default now();

  -- Where the licences of a group are: a licence lies with its subject, and members come by the group.
  create table lima.group_licenses (
    group_id text not null,
    license_code text not null,
    subject text not null,
    primary key (group_id, license_code)
  );

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
    -- Its identifier cannot be used again.
    deleted_at timestamptz,
    primary key (order_system_identifier, license_order_identifier)
  );
  create index license_orders_by_subject on lima.license_orders (subject, ordered_at);

  -- One row a licence whose seats were ever asked for: whoever counts them holds its lock.
  create table lima.seats (
    license_code text primary key,
    -- Usages that have not ended.
    taken integer not null default 0 check (taken >= 0)
  ) with (fillfactor = 70);
  create table lima.license_usages (
    license_code text not null,
    license_usage_id uuid not null,
    subject text not null,
    device_identifier text not null,
    -- What it was obtained for.
    mandant_identifier text not null,
    product_reference text not null,
    obtained_at timestamptz not null,
    expires_at timestamptz not null,
    -- When it is next looked at whether it has ended: never after expires_at, which heartbeats change.
    due_at timestamptz not null,
    -- When it was given back or taken; null: it ends with expires_at.
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

  -- Devices that count in the limit of a product.
  create table lima.device_products (
    subject text not null,
    mandant_identifier text not null,
    product_reference text not null,
    device_identifier text not null,
    registered_at timestamptz not null default now(),
    primary key (subject, mandant_identifier, product_reference, device_identifier)
  );
`;

const groups = /* sql */ `
  alter table gres.groups
    add column join_policy text not null default 'on_request'
      check (join_policy in ('closed', 'on_request', 'open')),
    add column join_code text,
    add column join_code_expires_at timestamptz,
    add column transaction_index integer not null default 1,
    add column created_by text,
    add column deleted_at timestamptz;

  -- Which group a code opens: a group is found by its id alone.
  create table gres.join_codes (
    join_code text primary key,
    group_id text not null,
    expires_at timestamptz not null
  );

  alter table gres.members
    add column membership_state text not null default 'accepted'
      check (membership_state in ('requested', 'accepted')),
    add column membership_types text[] not null default '{HasLicenses}',
    add column display_name text,
    add column sharings jsonb not null default '[]',
    -- Whether the subject came by its own act: only then a leader makes it one.
    add column joined_itself boolean not null default false,
    add column changed_at timestamptz not null default now();

  create index groups_by_provider on gres.groups (provider_id, group_id) where deleted_at is null;

  -- The same memberships by subject, written together with gres.members; and those that were revoked, so
  -- that it is known which logs name the subject.
  create table gres.subject_groups (
    subject text not null,
    group_id text not null,
    group_role text not null check (group_role in ('leader', 'member')),
    membership_state text not null
      check (membership_state in ('requested', 'accepted', 'revoked')),
    membership_types text[] not null,
    primary key (subject, group_id)
  );
  insert into gres.subject_groups
    select subject, group_id, group_role, membership_state, membership_types from gres.members;
  drop index gres.members_by_subject;

  create table gres.transactions (
    group_id text not null,
    transaction_index integer not null,
    -- Chosen by the client; null: made by another call.
    transaction_id uuid,
    changes jsonb not null,
    -- Null: nobody's request, or erased since.
    made_by text,
    made_at timestamptz not null default now(),
    primary key (group_id, transaction_index)
  );
  create unique index transactions_by_id on gres.transactions (group_id, transaction_id);
  create index transactions_by_maker on gres.transactions (made_by);

  -- A log without a beginning could not be followed.
  insert into gres.transactions (group_id, transaction_index, changes, made_at)
    select group_id, 1,
      jsonb_build_array(jsonb_build_object(
        'change_type', 'GROUP_CREATED', 'provider_id', provider_id, 'name', name,
        'join_policy', join_policy
      )) || coalesce((
        select jsonb_agg(jsonb_build_object(
          'change_type', 'MEMBERSHIP_ACCEPTED', 'subject', subject, 'group_role', group_role,
          'membership_types', membership_types
        ) order by subject)
        from gres.members where members.group_id = groups.group_id
      ), '[]'),
      created_at
    from gres.groups;
`;

const orders = /* sql */ `
  create schema osc;

  create table osc.order_systems (
    order_system_identifier text primary key,
    connector_id text not null unique,
    client_id text not null,
    notification_address text not null,
    notification_key text not null,
    orders_address text,
    orders_token text,
    updated_at timestamptz not null default now()
  );

  create table osc.coupon_batches (
    batch_identifier text primary key,
    -- What was asked for, to tell the same request again from another one.
    request jsonb not null,
    made_by text,
    made_at timestamptz not null default now()
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
    -- Whom it is reserved for, or who activated it; null: nobody, or erased since.
    assigned_subject text,
    activated_at timestamptz,
    -- The licence that it made; null: none, or not yet.
    license_code text,
    note text,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    check (coupon_state <> 'VALID' or assigned_subject is null)
  );
  create index coupons_by_change on osc.coupons (updated_at, coupon_code collate "C");
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
    -- 1 is the coupon's making.
    step integer not null,
    coupon_state text not null,
    changed_at timestamptz not null default clock_timestamp(),
    changed_by text,
    reason text,
    primary key (coupon_code, step)
  );
  create index coupon_history_by_subject on osc.coupon_history (changed_by);

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
    license_code text,
    updated_at timestamptz not null default now(),
    primary key (order_system_identifier, external_id)
  );
  create index orders_by_subject on osc.orders (subject, ordered_at);

  create table osc.order_system_user_relations (
    subject text not null,
    order_system_identifier text not null,
    customer_id text not null,
    updated_at timestamptz not null default now(),
    primary key (subject, order_system_identifier)
  );
  -- Who a customer is: one subject at a time.
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
    -- What was asked for, to tell the same request again from another one.
    changes jsonb not null,
    created_at timestamptz not null default now()
  );
  create index notifications_by_subject on osc.notifications (subject);
  -- One message to one order system. It stays until it is delivered, however long that takes.
  create table osc.deliveries (
    delivery_id uuid primary key,
    notification_id uuid not null,
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
`;
