import type { Tables } from './tables.ts';

/**
 * Columns by which tables can be spread over machines: the tables that grow with what people write, and no others. A
 * row's key says which machine has the row. docs/operate/distribution.md says how, and which statements that allows.
 */
export const distributionKeys = {
  'clag.issue_changes': 'subject',
  'clag.content_items': 'subject',
  'clag.local_store_items': 'subject',
  'clag.conflict_copies': 'subject',
  'clag.content_sizes': 'subject',
  'clag.feedback': 'subject',
  'clag.answer_versions': 'subject',
  'clag.search_own_texts': 'subject',

  'lars.statements': 'subject',
  'lars.statement_ids': 'statement_id',
  'lars.refused_statements': 'subject',
  'lars.attachments': 'subject',
  'lars.states': 'subject',
  'lars.agent_profiles': 'subject',
  'lars.progress_readings': 'subject',
  'lars.exercise_progress': 'subject',
  'lars.exercise_activity': 'subject',
} as const satisfies { readonly [Table in keyof Tables]?: keyof Tables[Table] & string };

export type DistributedTable = keyof typeof distributionKeys;
