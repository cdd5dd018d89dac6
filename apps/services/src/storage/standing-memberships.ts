import { sql } from 'kysely';

/**
 * Memberships of `gres.members` or `gres.subject_groups` that stand, whoever may read what of them: an
 * invitation that has ended is none.
 */
export const isStanding = sql<boolean>`(
  membership_state in ('requested', 'accepted')
    or membership_state = 'invited' and invited_until > clock_timestamp()
)`;
