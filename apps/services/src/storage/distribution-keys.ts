import type { Tables } from './tables.ts';

/** The key of a row says which machine has the row. */
type DistributionKeys = {
  readonly [Table in keyof Tables]: (keyof Tables[Table] & string) | typeof everywhere;
};

/** A small table, of which every machine has a copy. */
export const everywhere = null;

/**
 * By which column each table can be spread over many machines: first in its primary key, in every unique
 * index, named by every hot query. docs/operate/distribution.md says which calls go by these keys.
 */
export const distributionKeys: DistributionKeys = {
  'aua.users': 'subject',
  'aua.identities': 'subject',
  'aua.properties': 'subject',
  'aua.outbox_keys': 'subject',
  'aua.user_roles': 'subject',
  'aua.subject_jobs': 'subject',
  'aua.subject_job_steps': 'subject',
  'aua.cloud_migrations': 'subject',
  'aua.subject_links': 'from_subject',
  'aua.denied_sessions': 'issuer',
  'aua.erased_subjects': 'subject_hash',
  'aua.audit_log': 'entry_id',
  'aua.roles': everywhere,
  'aua.permissions': everywhere,
  'aua.role_permissions': everywhere,
  'aua.property_templates': everywhere,
  'aua.identity_providers': everywhere,
  'aua.provider_groups': everywhere,
  'aua.applications': everywhere,

  'gres.groups': 'group_id',
  'gres.members': 'group_id',
  'gres.transactions': 'group_id',
  'gres.join_codes': 'join_code',
  'gres.subject_groups': 'subject',
  'gres.looks': 'subject',

  'lima.devices': 'subject',
  'lima.device_products': 'subject',
  'lima.licenses': 'subject',
  'lima.license_overrides': 'subject',
  'lima.seats': 'license_code',
  'lima.license_usages': 'license_code',
  'lima.license_orders': 'license_order_identifier',
  'lima.group_licenses': 'group_id',
  'lima.products': everywhere,

  'osc.coupons': 'coupon_code',
  'osc.coupon_history': 'coupon_code',
  'osc.coupon_batches': 'batch_identifier',
  'osc.orders': 'external_id',
  'osc.order_system_user_relations': 'subject',
  'osc.customers': 'customer_id',
  'osc.notifications': 'notification_id',
  'osc.deliveries': 'delivery_id',
  'osc.order_systems': everywhere,

  'atma.files': 'file_reference',
  'atma.file_versions': 'file_reference',
  'atma.contents': 'content_hash',
  'atma.uploads': 'upload_id',
  'atma.removals': 'removal_id',
  'atma.group_stores': 'group_id',
  'atma.video_converts': 'video_convert_id',
  'atma.video_convert_objects': 'video_convert_id',

  'clag.local_store_items': 'subject',
  'clag.courses': 'course_id',
  'clag.issues': 'course_id',
  'clag.issue_versions': 'course_id',
  'clag.topics': 'course_id',
  'clag.exercises': 'course_id',
  'clag.course_texts': 'course_id',
  'clag.version_files': 'course_id',
  'clag.content_items': 'subject',
  'clag.conflict_copies': 'subject',
  'clag.content_sizes': 'subject',
  'clag.issue_changes': 'subject',
  'clag.feedback': 'subject',
  'clag.answer_versions': 'subject',
  'clag.search_own_texts': 'subject',
  'clag.search_issues': 'course_id',
  'clag.search_course_texts': 'course_id',
  'clag.search_course_words': 'course_id',
  'clag.search_course_keys': 'course_id',

  'lars.statements': 'subject',
  'lars.statement_ids': 'statement_id',
  'lars.voidings': 'statement_id',
  'lars.activities': 'activity_key',
  'lars.attachments': 'subject',
  'lars.states': 'subject',
  'lars.agent_profiles': 'subject',
  'lars.progress_readings': 'subject',
  'lars.exercise_progress': 'subject',
  'lars.exercise_activity': 'subject',
  'lars.activity_profiles': 'activity_key',
  'lars.refused_statements': 'subject',
  'lars.api_keys': everywhere,
  'lars.forwardings': everywhere,
  'lars.forwarding_failures': 'subject',
  'lars.cmi5_structures': 'structure_hash',
  'lars.cmi5_activities': 'name',
  'lars.cmi5_registrations': 'subject',
  'lars.cmi5_sessions': 'subject',
};
