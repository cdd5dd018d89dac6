import { locale, texts } from '../texts/texts.ts';
import type { Invitations } from './use-invitations.ts';

/** Who invites to what, and what that means. */
export function InvitationText({
  invitation,
  hasFailed,
}: Pick<Invitations, 'invitation' | 'hasFailed'>) {
  if (!invitation) return null;
  const list = new Intl.ListFormat(locale);
  return (
    <>
      {texts.invitation(invitation.group, list.format(invitation.invitedBy))}{' '}
      <span>{hasFailed ? texts.invitationFailed : texts.invitationMeans}</span>
    </>
  );
}
