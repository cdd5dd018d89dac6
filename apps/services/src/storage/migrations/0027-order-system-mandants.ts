import { sql, type Kysely } from 'kysely';

/**
 * An order system names the publishers (mandants) whose products it sells. One that is there sells what it
 * sold until now; and where all products are of one publisher, that. Roles that were given more than one's
 * own data go on to concern every publisher; the role of order systems does not.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  // Who sees those of one publisher finds them among many others.
  /* sql */ `
    create index coupons_by_mandant
      on osc.coupons (mandant_identifier, updated_at, coupon_code collate "C")
  `,
  /* sql */ `
    alter table osc.order_systems add column mandant_identifiers text[] not null default '{}'
  `,
  /* sql */ `
    update osc.order_systems system set mandant_identifiers = array(
      select mandant_identifier from osc.orders sold
      where sold.order_system_identifier = system.order_system_identifier
      union
      select mandant_identifier from osc.coupons sold
      where sold.order_system_identifier = system.order_system_identifier
      union
      select mandant_identifier from lima.license_orders sold
      where sold.order_system_identifier = system.order_system_identifier
      union
      select min(mandant_identifier) from lima.products
      having count(distinct mandant_identifier) = 1
      order by 1
    )
  `,
  // At the first start of all there are no roles yet, which then begin with it.
  /* sql */ `
    insert into aua.permissions (permission, description, built_in)
    select 'mandant.any', 'Let the other permissions hold for what is of every publisher (mandant), not only of the own ones.', true
    where exists (select from aua.roles)
    on conflict do nothing
  `,
  /* sql */ `
    insert into aua.role_permissions (role, permission)
    select distinct role, 'mandant.any' from aua.role_permissions
    where role <> 'order-system' and (
      permission like '%-any' or permission in (
        'user.manage', 'user.search', 'user.erase', 'license.manage', 'license-order.manage',
        'license-override.manage', 'role.assign', 'product.manage', 'coupon.manage', 'coupon.search', 'order.create',
        'order-system.manage', 'order-relation.notify'
      )
    )
    on conflict do nothing
  `,
];
