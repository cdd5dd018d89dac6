import { useSyncExternalStore } from 'react';
import type { ContentFrame } from '../content-frame/content-frame.ts';
import { Question } from '../routes/question.tsx';
import type { CouponConfirmation } from '../session/coupon-confirmation.ts';
import type { SessionStore } from '../session/session-store.ts';
import { useSignInState } from '../session/use-sign-in-state.ts';
import { texts } from '../texts/texts.ts';
import type { InvitationSource } from './invitation-source.ts';
import { InvitationText } from './invitation-text.tsx';
import { useInvitations } from './use-invitations.ts';

interface OverContentProps {
  readonly frame: ContentFrame;
  readonly invitations: InvitationSource;
}

interface InvitationNoticeProps extends OverContentProps {
  readonly store: SessionStore;
  readonly confirmation: CouponConfirmation;
}

/** Asks over the content whether the user accepts an invitation; one that is closed comes another time. */
export function InvitationNotice({ store, confirmation, ...content }: InvitationNoticeProps) {
  const state = useSignInState(store);
  const redeemed = useSyncExternalStore(confirmation.subscribe, () => confirmation.redeemed);
  if (state.name !== 'signed-in' || redeemed) return null;
  const { subject } = state.session.user;
  return <OverContent key={subject} subject={subject} {...content} />;
}

function OverContent({
  subject,
  frame,
  invitations: source,
}: OverContentProps & { readonly subject: string }) {
  // The content comes first.
  const isLoaded = useSyncExternalStore(frame.subscribe, () => frame.isLoaded);
  // The button takes the focus along; the content goes on with it.
  const invitations = useInvitations(
    source,
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
