import { useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import type { ContentFrame } from '../content-frame/content-frame.ts';
import type { SessionStore } from '../session/session-store.ts';
import type { SignOutQuestion } from '../session/sign-out-question.ts';
import { useSignInState } from '../session/use-sign-in-state.ts';
import { texts } from '../texts/texts.ts';
import { Question } from './question.tsx';

interface SignOutNoticeProps {
  readonly store: SessionStore;
  readonly frame: ContentFrame;
  readonly question: SignOutQuestion;
}

/** Asks over the content whether to sign out, where the content wants it and no button was pressed. */
export function SignOutNotice({ store, frame, question }: SignOutNoticeProps) {
  const isSignedIn = 'session' in useSignInState(store);
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
