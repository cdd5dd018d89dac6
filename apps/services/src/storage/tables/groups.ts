import type { Generated, JSONColumnType } from 'kysely';
import type { CreatedAt, UpdatedAt } from './column-types.ts';

type MembershipState = 'requested' | 'invited' | 'accepted';
type GroupRole = 'leader' | 'member';

export interface GroupTables {
  'gres.groups': {
    group_id: string;
    provider_id: string;
    name: string;
    join_policy: Generated<'closed' | 'on_request' | 'open'>;
    join_code: string | null;
    join_code_expires_at: Date | null;
    transaction_index: Generated<number>;
    created_by: string | null;
    deleted_at: Date | null;
    created_at: CreatedAt;
  };
  'gres.join_codes': { join_code: string; group_id: string; expires_at: Date };
  'gres.members': {
    group_id: string;
    subject: string;
    group_role: GroupRole;
    membership_state: Generated<MembershipState>;
    membership_types: Generated<string[]>;
    display_name: string | null;
    sharings: JSONColumnType<readonly object[], string | undefined>;
    origin: Generated<'self' | 'school' | 'leader'>;
    /** Since when it is accepted. */
    began_at: Generated<Date | null>;
    invited_until: Date | null;
    /** Of an invitation to lead. */
    invited_by: string | null;
    declines_to_lead: Generated<boolean>;
    changed_at: UpdatedAt;
  };
  /** The same memberships by subject, written together with `gres.members`, and those that are none any more. */
  'gres.subject_groups': {
    subject: string;
    group_id: string;
    group_role: GroupRole;
    membership_state: MembershipState | 'revoked' | 'declined';
    membership_types: string[];
    invited_until: Date | null;
    invited_by: string | null;
  };
  /** Readers of a subject's data, by day. */
  'gres.looks': {
    subject: string;
    day: Date;
    reader: string;
    first_at: Generated<Date>;
  };
  'gres.transactions': {
    group_id: string;
    transaction_index: number;
    transaction_id: string | null;
    changes: JSONColumnType<readonly object[]>;
    made_by: string | null;
    made_at: Generated<Date>;
  };
}
