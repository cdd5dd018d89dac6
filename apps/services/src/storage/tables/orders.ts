import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { CreatedAt, UpdatedAt } from './column-types.ts';

export interface OrderTables {
  'osc.order_systems': {
    order_system_identifier: string;
    connector_id: string;
    client_id: string;
    /** Issuer of the client's tokens; null: the first identity provider. */
    client_issuer: string | null;
    notification_address: string;
    notification_key: string;
    orders_address: string | null;
    orders_token: string | null;
    /** The publishers whose products it sells; kept by name. */
    mandant_identifiers: Generated<string[]>;
    updated_at: UpdatedAt;
  };
  'osc.coupon_batches': {
    batch_identifier: string;
    /** From the request. */
    order_system_identifier: GeneratedAlways<string>;
    request: JSONColumnType<Record<string, unknown>, string, never>;
    made_by: string | null;
    made_at: CreatedAt;
  };
  'osc.coupons': {
    coupon_code: string;
    coupon_state: Generated<'VALID' | 'ASSIGNED' | 'ACTIVE' | 'WITHDRAWN'>;
    order_system_identifier: string;
    batch_identifier: string;
    mandant_identifier: string;
    product_reference: string;
    license_strategy: string;
    seats: number;
    license_duration_in_days: number | null;
    redeemable_until: Date | null;
    assigned_subject: string | null;
    activated_at: Date | null;
    license_code: string | null;
    note: string | null;
    created_at: CreatedAt;
    updated_at: UpdatedAt;
  };
  'osc.coupon_history': {
    coupon_code: string;
    step: number;
    coupon_state: string;
    changed_at: Generated<Date>;
    changed_by: string | null;
    reason: string | null;
  };
  'osc.orders': {
    order_system_identifier: string;
    external_id: string;
    subject: string | null;
    mandant_identifier: string;
    product_reference: string;
    article_number: string | null;
    license_strategy: string;
    seats: number;
    valid_from: Date | null;
    valid_until: Date | null;
    ordered_at: Date;
    order_state: Generated<
      | 'ORDER_STATE_RECEIVED'
      | 'ORDER_STATE_FULFILLED'
      | 'ORDER_STATE_REFUSED'
      | 'ORDER_STATE_CANCELLED'
    >;
    license_code: string | null;
    updated_at: UpdatedAt;
  };
  'osc.order_system_user_relations': {
    subject: string;
    order_system_identifier: string;
    customer_id: string;
    updated_at: UpdatedAt;
  };
  'osc.customers': { customer_id: string; order_system_identifier: string; subject: string };
  'osc.notifications': {
    notification_id: string;
    subject: string | null;
    changes: JSONColumnType<readonly unknown[], string, never>;
    created_at: CreatedAt;
  };
  'osc.deliveries': {
    delivery_id: string;
    notification_id: string;
    place: number;
    order_system_identifier: string;
    subject: string;
    change: JSONColumnType<Record<string, unknown>>;
    attempts: Generated<number>;
    last_attempt_at: Date | null;
    last_failure: string | null;
    given_up_at: Date | null;
    delivered_at: Date | null;
    created_at: CreatedAt;
  };
}
