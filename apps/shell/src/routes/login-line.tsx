import { isStartProblem, type SignInProblem } from '../auth/sign-in-machine.ts';
import type { ContentFrame } from '../content-frame/content-frame.ts';
import { texts } from '../texts/texts.ts';
import { describeProblem } from './login-problem.tsx';
import { ProblemNotice } from './notice.tsx';

interface LoginLineProps {
  /** Of the project. */
  readonly title: string;
  readonly frame: ContentFrame;
  readonly problem: SignInProblem;
  readonly onSignInAsOther: () => void;
  /** A code is to be typed, on a page that has a field for it. */
  readonly onCode: () => void;
}

/** Says over a login page of the publisher's why somebody is there for more than signing in. */
export function LoginLine({ title, frame, problem, onSignInAsOther, onCode }: LoginLineProps) {
  const { heading, explanation, brief = explanation, detail } = describeProblem(problem, title);
  return (
    <ProblemNotice key={problem.kind} frame={frame}>
      <strong>{`${heading}.`}</strong> <span>{brief}</span>{' '}
      {detail !== undefined && <span>{`${texts.technicalDetail(detail)} `}</span>}
      {problem.kind === 'rejected' && (
        <button type="button" onClick={onCode}>
          {texts.haveCode}
        </button>
      )}
      {/* The page may know no way, and the next person here would be signed in as the one before. */}
      {!isStartProblem(problem) && (
        <button type="button" onClick={onSignInAsOther}>
          {texts.signInAsOther}
        </button>
      )}
    </ProblemNotice>
  );
}
