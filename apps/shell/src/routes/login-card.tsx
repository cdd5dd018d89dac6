import type { SignInProblem } from '../auth/sign-in-machine.ts';
import { useShell } from '../shell-context.ts';
import { texts } from '../texts.ts';
import './login.css';

interface LoginCardProps {
  /** Why the user is here, if it is for more than signing in. */
  readonly problem: SignInProblem | undefined;
  readonly onSignIn: () => void;
}

/** The shell's own login page. */
export function LoginCard({ problem, onSignIn }: LoginCardProps) {
  const { title, favicon } = useShell().configuration.project;
  return (
    <main className="login">
      <div className="login-card">
        <img className="login-mark" src={favicon} alt="" width="56" height="56" />
        <h1>{title}</h1>
        {problem ? <Problem problem={problem} title={title} /> : <p>{texts.signInInvitation}</p>}
        <button className="button" type="button" onClick={onSignIn}>
          {texts.signIn}
        </button>
      </div>
    </main>
  );
}

function Problem({ problem, title }: { readonly problem: SignInProblem; readonly title: string }) {
  const { heading, explanation, detail } = describe(problem, title);
  return (
    <div className="login-problem" role="alert">
      <h2>{heading}</h2>
      <p>{explanation}</p>
      {detail !== undefined && <p className="login-detail">{texts.technicalDetail(detail)}</p>}
    </div>
  );
}

interface Description {
  readonly heading: string;
  readonly explanation: string;
  readonly detail?: string | undefined;
}

function describe(problem: SignInProblem, title: string): Description {
  switch (problem.kind) {
    case 'rejected':
      return { heading: texts.rejectedTitle, explanation: texts.rejected(title) };
    case 'provider unreachable':
      return {
        heading: texts.providerUnreachableTitle,
        explanation: texts.providerUnreachable,
        detail: problem.detail,
      };
    case 'callback error':
      return {
        heading: texts.signInFailedTitle,
        explanation: texts.signInFailed,
        detail: problem.detail,
      };
    case 'token expired':
    case 'silent renew error':
    case 'called logout page':
      return { heading: texts.sessionEndedTitle, explanation: texts.sessionEnded };
  }
}
