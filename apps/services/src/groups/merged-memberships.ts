import { sharingsMaximum } from '@lectern/contracts/calls/groups/users';
import { membershipChange, revokedChange, type StoredChange } from './changes.ts';
import { sharingKey, type Standing } from './group-row.ts';

/** What a subject has that was two: who leads a group under either name leads it. */
export function mergeMemberships(to: string, ...held: readonly Standing[]): Standing {
  const accepted = held.filter(({ membership_state }) => membership_state === 'accepted');
  const counting = accepted.length > 0 ? accepted : held;
  const isLeading = accepted.some(({ group_role }) => group_role === 'leader');
  const sharings = new Map(
    // What the target says of an issue counts.
    held.toReversed().flatMap((one) => (one.sharings ?? []).map((own) => [sharingKey(own), own])),
  );
  return {
    subject: to,
    group_role: isLeading ? 'leader' : 'member',
    membership_state: accepted.length > 0 ? 'accepted' : 'requested',
    membership_types: [...new Set(counting.flatMap(({ membership_types }) => membership_types))],
    display_name: held.find(({ display_name }) => display_name !== null)?.display_name ?? null,
    sharings: [...sharings.values()].slice(-sharingsMaximum),
    joined_itself: held.some(({ joined_itself }) => joined_itself),
  };
}

/**
 * How the log tells of a membership that was two. Its older transactions name one subject in the places of
 * both, so that its membership is told anew from the beginning.
 */
export function toldAnew(merged: Standing): StoredChange[] {
  const isAccepted = merged.membership_state === 'accepted';
  const { subject, sharings } = merged;
  return [
    revokedChange(merged),
    membershipChange(isAccepted ? 'MEMBERSHIP_ACCEPTED' : 'MEMBERSHIP_REQUESTED', merged),
    ...(sharings?.length ? [{ change_type: 'SHARINGS_SET' as const, subject, sharings }] : []),
  ];
}
