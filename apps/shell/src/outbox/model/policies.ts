import { changePolicies } from './change-policy.ts';
import type { KindName } from './entry.ts';
import { itemPolicy } from './item-policy.ts';
import type { Policy } from './policy.ts';

/**
 * Statements know nothing of each other. Of their lanes the head alone is read, so only `keyOf` and `restored` are
 * asked.
 */
const statementPolicy: Policy<'statements'> = {
  kind: 'statements',
  keyOf: ({ statement }) => statement.id,
  fit: (statements) => statements.length === 1,
  isMadeOn: () => false,
  replaces: () => false,
  rebased: (write) => write,
  restored: (write) => write,
};

export const policies: { readonly [K in KindName]: Policy<K> } = {
  items: itemPolicy,
  ...changePolicies,
  statements: statementPolicy,
};
