import { useEffect, useState, useSyncExternalStore } from 'react';
import { log } from '../logging/log.ts';
import '../routes/notice.css';
import { useShell, useSignInState } from '../shell-context.ts';
import { locale, texts } from '../texts/texts.ts';
import type { Invitation } from './invitation-source.ts';

/** Asks over the content whether the user accepts an invitation; whoever closes it is asked another time. */
export function InvitationNotice() {
  const state = useSignInState();
  const { confirmation } = useShell();
  const redeemed = useSyncExternalStore(confirmation.subscribe, () => confirmation.redeemed);
  if (state.name !== 'signed-in' || redeemed) return null;
  const { subject } = state.session.user;
  return <Invitations key={subject} subject={subject} />;
}

function Invitations({ subject }: { readonly subject: string }) {
  const { invitations, frame } = useShell();
  const [open, setOpen] = useState<readonly Invitation[]>([]);
  const [isAnswering, setAnswering] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const isLoaded = useSyncExternalStore(frame.subscribe, () => frame.isLoaded);

  // The content comes first.
  useEffect(() => {
    if (!isLoaded) return;
    let isGone = false;
    invitations.load(subject).then(
      (found) => !isGone && setOpen(found),
      (error: unknown) => log('warning', 'Could not load the invitations.', error),
    );
    return () => void (isGone = true);
  }, [isLoaded, invitations, subject]);

  function next(): void {
    setFailed(false);
    setOpen(open.slice(1));
    // The button takes the focus along; the content goes on with it.
    if (open.length === 1) frame.window?.focus();
  }

  async function answer(invitation: Invitation, isAccepted: boolean): Promise<void> {
    setAnswering(true);
    try {
      await invitations.answer(subject, invitation, isAccepted);
      next();
    } catch (error) {
      log('error', 'Could not answer an invitation.', error);
      setFailed(true);
    } finally {
      setAnswering(false);
    }
  }

  const [invitation] = open;
  if (!invitation) return null;
  const list = new Intl.ListFormat(locale);
  const button = (text: string, isAccepted: boolean) => (
    <button
      type="button"
      className="button question-answer"
      disabled={isAnswering}
      onClick={() => void answer(invitation, isAccepted)}
    >
      {text}
    </button>
  );
  return (
    <section className="over-content question" aria-label={texts.invitationTitle}>
      <output>
        {texts.invitation(invitation.group, list.format(invitation.invitedBy))}{' '}
        <span>{hasFailed ? texts.invitationFailed : texts.invitationMeans}</span>
      </output>
      <div className="question-answers">
        {button(texts.acceptInvitation, true)}
        {button(texts.declineInvitation, false)}
      </div>
      <button className="over-content-close" type="button" aria-label={texts.close} onClick={next}>
        <span aria-hidden="true">×</span>
      </button>
    </section>
  );
}
