import type { Generated } from 'kysely';
import type { CreatedAt, UpdatedAt } from './column-types.ts';

export interface LicenseTables {
  'lima.products': {
    mandant_identifier: string;
    product_reference: string;
    title: string;
    article_numbers: string[];
    device_maximum: number | null;
    version: Generated<number>;
    updated_at: UpdatedAt;
  };
  'lima.devices': {
    subject: string;
    device_identifier: string;
    os_name: string | null;
    os_version: string | null;
    screen_size: string | null;
    simple_ui: boolean | null;
    locale: string | null;
    app_version: string | null;
    device_registration_date: Generated<Date>;
    model: string | null;
    last_app_update: Date | null;
    touch_device: boolean | null;
    updated_at: UpdatedAt;
  };
  'lima.device_products': {
    subject: string;
    mandant_identifier: string;
    product_reference: string;
    device_identifier: string;
    registered_at: Generated<Date>;
  };
  'lima.licenses': {
    subject: string;
    license_code: string;
    license_strategy: string;
    mandant_identifier: string;
    product_reference: string;
    group_id: string | null;
    seats: number | null;
    valid_from: Generated<Date>;
    valid_until: Date | null;
    created_at: CreatedAt;
  };
  /** Where the licences of a group are: a licence lies with its subject, and members come by the group. */
  'lima.group_licenses': { group_id: string; license_code: string; subject: string };
  'lima.license_overrides': {
    subject: string;
    license_code: string;
    license_override_id: string;
    license_override_kind: 'LICENSE_OVERRIDE_KIND_EXTEND' | 'LICENSE_OVERRIDE_KIND_BLOCK';
    reason: string;
    ends_at: Date;
    saved_at: Generated<Date>;
    saved_by: string | null;
    deleted_at: Date | null;
  };
  'lima.license_orders': {
    order_system_identifier: string;
    license_order_identifier: string;
    subject: string;
    license_code: string;
    mandant_identifier: string;
    product_reference: string;
    article_number: string | null;
    license_strategy: string;
    group_id: string | null;
    seats: number | null;
    valid_from: Generated<Date>;
    valid_until: Date | null;
    version: Generated<number>;
    ordered_at: Generated<Date>;
    updated_at: UpdatedAt;
    deleted_at: Date | null;
  };
  /** One row a licence whose seats were ever asked for: whoever counts them holds its lock. */
  'lima.seats': { license_code: string; taken: Generated<number> };
  'lima.license_usages': {
    license_code: string;
    license_usage_id: string;
    subject: string;
    device_identifier: string;
    mandant_identifier: string;
    product_reference: string;
    obtained_at: Date;
    expires_at: Date;
    /** When it is next looked at whether it has ended: never after `expires_at`. */
    due_at: Date;
    ended_at: Date | null;
  };
}
