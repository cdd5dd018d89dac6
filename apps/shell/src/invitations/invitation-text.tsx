import { isolated } from '../texts/isolated.ts';
import { locale, texts } from '../texts/texts.ts';
import type { Invitations } from './use-invitations.ts';

/** Text of an invitation: the inviters, the role, and its meaning. */
export function InvitationText({
  invitation,
  hasFailed,
}: Pick<Invitations, 'invitation' | 'hasFailed'>) {
  if (!invitation) return null;
  const who = new Intl.ListFormat(locale).format(invitation.invitedBy.map(isolated));
  const isToLead = invitation.role === 'leader';
  const means = isToLead ? texts.leadingMeans : texts.invitationMeans;
  return (
    <>
      <span>{(isToLead ? texts.invitationToLead : texts.invitation)(invitation.group, who)}</span>{' '}
      <span>{hasFailed ? texts.invitationFailed : means}</span>
    </>
  );
}
