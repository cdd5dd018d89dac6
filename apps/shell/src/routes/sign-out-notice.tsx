import { useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { useShell, useSignInState } from '../shell-context.ts';
import { texts } from '../texts/texts.ts';
import { Question } from './question.tsx';

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
    <Question
      asked="sign-out"
      title={texts.signOutTitle}
      answers={[
        { text: texts.signOut, give: signOut },
        { text: texts.stayHere, give: stay },
      ]}
    >
      {texts.signOutQuestion}
    </Question>
  );
}
