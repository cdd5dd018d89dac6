import { sharingsMaximum } from '@lectern/contracts/calls/groups/users';
import { membershipChange, revokedChange, type StoredChange } from './changes.ts';
import { sharingKey, type Standing } from './group-row.ts';

/** Merges two memberships of a subject: a leader under either name leads. */
export function mergeMemberships(to: string, ...held: readonly Standing[]): Standing {
  const counting = (['accepted', 'requested', 'invited'] as const)
    .map((state) => held.filter(({ membership_state }) => membership_state === state))
    .find((memberships) => memberships.length > 0)!;
  const { membership_state } = counting[0]!;
  const accepted = membership_state === 'accepted' ? counting : [];
  const isLeading = accepted.some(({ group_role }) => group_role === 'leader');
  const sharings = new Map(
    // The target's own sharing of an issue counts.
    held
      .toReversed()
      .flatMap(({ sharings }) => (sharings ?? []).map((own) => [sharingKey(own), own])),
  );
  const [invited] = isLeading
    ? []
    : counting
        .filter(({ invited_until }) => invited_until !== null)
        .toSorted((a, b) => Number(b.invited_until) - Number(a.invited_until));
  return {
    subject: to,
    group_role: isLeading ? 'leader' : 'member',
    membership_state,
    membership_types: [...new Set(counting.flatMap(({ membership_types }) => membership_types))],
    // How somebody has called itself that only asks was compared with nobody.
    display_name: counting.find(({ display_name }) => display_name !== null)?.display_name ?? null,
    sharings: [...sharings.values()].slice(-sharingsMaximum),
    origin: counting.find(({ origin }) => origin === 'self')?.origin ?? counting[0]!.origin,
    began_at: latest(accepted.map(({ began_at }) => began_at)),
    invited_until: invited?.invited_until ?? null,
    invited_by: invited?.invited_by ?? null,
    declines_to_lead: accepted.some(({ declines_to_lead }) => declines_to_lead),
  };
}

const changeOf = {
  accepted: 'MEMBERSHIP_ACCEPTED',
  requested: 'MEMBERSHIP_REQUESTED',
  invited: 'MEMBERSHIP_INVITED',
} as const;

/** From when on both were: so nobody reads more of either than before. */
function latest(times: readonly (Date | null)[]): Date | null {
  const dates = times.filter((time) => time !== null);
  return dates.length > 0 ? new Date(Math.max(...dates.map(Number))) : null;
}

/**
 * How the log tells of a membership that was two. Its older transactions name one subject in the places of
 * both, so that its membership is told anew from the beginning.
 */
export function toldAnew(merged: Standing): StoredChange[] {
  const { subject, sharings } = merged;
  return [
    revokedChange(merged),
    membershipChange(changeOf[merged.membership_state], merged),
    ...(sharings?.length ? [{ change_type: 'SHARINGS_SET' as const, subject, sharings }] : []),
  ];
}
