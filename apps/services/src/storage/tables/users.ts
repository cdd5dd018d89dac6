import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { CreatedAt, UpdatedAt } from './column-types.ts';

export interface UserTables {
  'aua.users': {
    subject: string;
    given_name: string | null;
    family_name: string | null;
    email: string | null;
    locale: string | null;
    mandant_groups: Generated<string[]>;
    /** When the identity provider's user information was last taken over; null: never. */
    user_info_at: Date | null;
    created_at: CreatedAt;
    updated_at: UpdatedAt;
  };
  'aua.identities': {
    subject: string;
    identity_provider_identifier: string;
    external_id: string;
    groups: string[];
    updated_at: UpdatedAt;
  };
  'aua.properties': { subject: string; key: string; value: string };
  /** 32 bytes as base64url. */
  'aua.outbox_keys': { subject: string; key: string };
  'aua.user_roles': { subject: string; role: string };
  'aua.roles': { role: string; description: string; built_in: Generated<boolean> };
  'aua.permissions': { permission: string; description: string; built_in: Generated<boolean> };
  'aua.role_permissions': { role: string; permission: string };
  'aua.property_templates': { key: string; description: string; enabled: Generated<boolean> };
  'aua.identity_providers': { identity_provider_identifier: string };
  'aua.provider_groups': { identity_provider_identifier: string; group_name: string };
  'aua.applications': { subject: string };
  /** A subject that has become another one. Never a chain: a link leads to where its target leads. */
  'aua.subject_links': {
    from_subject: string;
    to_subject: string;
    linked_at: CreatedAt;
    /** Subjects that led to `from_subject` when it was linked. */
    led_before: Generated<string[]>;
  };
  'aua.subject_jobs': {
    subject: string;
    job_id: string;
    kind: 'erase' | 'move';
    to_subject: string | null;
    requested_by: string;
    correlation_id: string;
    created_at: CreatedAt;
    /** Before that the job waits and can be dropped. */
    begins_at: Generated<Date>;
    finished_at: Date | null;
    swept_at: Date | null;
  };
  'aua.subject_job_steps': {
    subject: string;
    job_id: string;
    service: string;
    done_at: Date | null;
    /** Rows by table. */
    result: JSONColumnType<Record<string, number>, never> | null;
    kept: JSONColumnType<Record<string, readonly unknown[]>, never> | null;
    failures: Generated<number>;
    failure: string | null;
    swept_at: Date | null;
  };
  'aua.cloud_migrations': { subject: string; started_at: CreatedAt; finalized_at: Date | null };
  /** Erased subjects, without the name: earlier sign-ins open nothing any more. */
  'aua.erased_subjects': { subject_hash: string; erased_at: Date };
  'aua.denied_sessions': {
    issuer: string;
    kind: 'session' | 'subject';
    value: string;
    denied_at: Generated<Date>;
  };
  'aua.audit_log': {
    entry_id: ColumnType<string, never, never>;
    at: CreatedAt;
    kind: 'refusal' | 'acting-for' | 'change';
    call: string;
    token_subject: string | null;
    /** The subject that the token was issued to, where a link made another one of it. */
    login_subject: string | null;
    client_id: string | null;
    subject: string | null;
    correlation_id: string;
    code: string | null;
    change: JSONColumnType<Record<string, unknown>, string | null, never> | null;
  };
}
