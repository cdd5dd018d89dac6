import { useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { useShell, useSignInState } from '../shell-context.ts';
import { texts } from '../texts/texts.ts';
import './notice.css';

/** Asks over the content whether to sign out, where the content wants it and nobody has pressed anything. */
export function SignOutNotice() {
  const { signOutQuestion: question, frame } = useShell();
  const isSignedIn = 'session' in useSignInState();
  const isAsked = useSyncExternalStore(question.subscribe, () => question.isAsked);
  const [, navigate] = useLocation();
  if (!isAsked || !isSignedIn) return null;

  function stay(): void {
    question.withdraw();
    frame.window?.focus();
  }
  function signOut(): void {
    question.withdraw();
    navigate('/logout', { replace: true });
  }
  return (
    <section className="over-content question" aria-label={texts.signOutTitle}>
      <output>{texts.signOutQuestion}</output>
      <div className="question-answers">
        <button type="button" className="button question-answer" onClick={signOut}>
          {texts.signOut}
        </button>
        <button type="button" className="button question-answer" onClick={stay}>
          {texts.stayHere}
        </button>
      </div>
    </section>
  );
}
