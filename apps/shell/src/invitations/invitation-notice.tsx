import { useSyncExternalStore } from 'react';
import { Question } from '../routes/question.tsx';
import { useShell, useSignInState } from '../shell-context.ts';
import { texts } from '../texts/texts.ts';
import { InvitationText } from './invitation-text.tsx';
import { useInvitations } from './use-invitations.ts';

/** Asks over the content whether the user accepts an invitation; whoever closes it is asked another time. */
export function InvitationNotice() {
  const state = useSignInState();
  const { confirmation } = useShell();
  const redeemed = useSyncExternalStore(confirmation.subscribe, () => confirmation.redeemed);
  if (state.name !== 'signed-in' || redeemed) return null;
  const { subject } = state.session.user;
  return <OverContent key={subject} subject={subject} />;
}

function OverContent({ subject }: { readonly subject: string }) {
  const { frame } = useShell();
  // The content comes first.
  const isLoaded = useSyncExternalStore(frame.subscribe, () => frame.isLoaded);
  // The button takes the focus along; the content goes on with it.
  const invitations = useInvitations(
    subject,
    isLoaded,
    (isLast) => void (isLast && frame.window?.focus()),
  );
  const { invitation, isAnswering, answer, skip } = invitations;
  if (!invitation) return null;
  return (
    <Question
      asked={`${invitation.groupId} ${invitation.role}`}
      title={texts.invitationTitle}
      isBusy={isAnswering}
      answers={[
        { text: texts.acceptInvitation, give: () => void answer(true) },
        { text: texts.declineInvitation, give: () => void answer(false) },
      ]}
      onClose={skip}
    >
      <InvitationText {...invitations} />
    </Question>
  );
}
