import { sql } from 'kysely';
import { isLeadingNow } from './leaders.ts';

/* Rows of `gres.members` or `gres.subject_groups`, which the statement calls `membership`, as they hold now. */

/** An invitation to lead holds as long as its inviter leads: others would give back what was taken from that one. */
const isOpen = sql<boolean>`(
  membership.invited_until > clock_timestamp() and (
    membership.membership_state = 'invited' and membership.group_role = 'member'
    or exists (
      select from gres.subject_groups inviter
      where inviter.subject = membership.invited_by and inviter.group_id = membership.group_id
        and ${isLeadingNow('inviter')}
    )
  )
)`;

/** Memberships that stand: an ended invitation is none. Readers' rights are not looked at. */
export const isStanding = sql<boolean>`(
  membership.membership_state in ('requested', 'accepted')
    or membership.membership_state = 'invited' and ${isOpen}
)`;

/** Until when a membership is invited, as a member or to lead; null: it is not, or that is over. */
export const openInvitation = sql<Date | null>`
  case when ${isOpen} then membership.invited_until end
`.as('invited_until');
