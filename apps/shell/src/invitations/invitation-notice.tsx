import { useSyncExternalStore } from 'react';
import '../routes/notice.css';
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
  const button = (text: string, isAccepted: boolean) => (
    <button
      type="button"
      className="button question-answer"
      disabled={isAnswering}
      onClick={() => void answer(isAccepted)}
    >
      {text}
    </button>
  );
  return (
    <section className="over-content question" aria-label={texts.invitationTitle}>
      <output>
        <InvitationText {...invitations} />
      </output>
      <div className="question-answers">
        {button(texts.acceptInvitation, true)}
        {button(texts.declineInvitation, false)}
      </div>
      <button className="over-content-close" type="button" aria-label={texts.close} onClick={skip}>
        <span aria-hidden="true">×</span>
      </button>
    </section>
  );
}
