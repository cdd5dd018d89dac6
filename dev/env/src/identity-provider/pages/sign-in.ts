import type { BuiltInRole } from '@lectern/contracts';
import type { DemoAccount } from '../../accounts.ts';
import { type Html, html } from './html.ts';
import { document } from './layout.ts';

/** What stands on the sign-in page. */
export interface SignInPage {
  /** Address that the form posts to. */
  readonly action: string;
  /** The application that asks, by the name that people know. */
  readonly application: string;
  /** Where the person goes afterwards. */
  readonly returnHost: string;
  /** What was typed, or what the application suggests. */
  readonly username: string;
  readonly problem?: SignInProblem;
  readonly demoAccounts: readonly DemoAccount[];
}

/** Why the last attempt did not succeed. */
export type SignInProblem =
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'limited'; readonly retryAfterInSeconds: number };

/** The page that asks for name and password. */
export function signInPage(page: SignInPage): string {
  const { problem } = page;
  const title = `Anmelden bei ${page.application}`;
  // Errors belong to both fields: saying which one is wrong would tell a guesser that a name exists.
  const fault = problem && html`aria-invalid="true" aria-describedby="problem"`;
  const nameFirst = page.username === '';
  return document({
    title: problem ? `Fehler: ${title}` : title,
    content: html`
      <h1>${title}</h1>
      <p class="lead">Danach geht es zurück zu <b>${page.returnHost}</b>.</p>
      ${problem && html`<p class="problem" id="problem" role="alert">${describe(problem)}</p>`}
      <form method="post" action="${page.action}">
        <label for="username">Benutzername</label>
        <input
          id="username"
          name="username"
          type="text"
          value="${page.username}"
          autocomplete="username"
          autocapitalize="none"
          spellcheck="false"
          maxlength="200"
          required
          ${fault}
          ${nameFirst ? html`autofocus` : undefined}
        />
        <label for="password">Passwort</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="current-password"
          maxlength="200"
          required
          ${fault}
          ${nameFirst ? undefined : html`autofocus`}
        />
        <button type="submit">Anmelden</button>
      </form>
      ${demoAccess(page)}
    `,
  });
}

function describe(problem: SignInProblem): string {
  if (problem.kind === 'incomplete') return 'Bitte Benutzername und Passwort eingeben.';
  if (problem.kind === 'wrong') {
    return 'Benutzername und Passwort passen nicht zusammen. Bitte beides prüfen.';
  }
  const minutes = Math.ceil(problem.retryAfterInSeconds / 60);
  const time = minutes === 1 ? 'einer Minute' : `${minutes} Minuten`;
  return `Das waren viele Versuche. Zur Sicherheit geht es erst in ${time} weiter.`;
}

/** One press signs in: the accounts are invented and their passwords public. */
function demoAccess(page: SignInPage): Html {
  const passwords = [...new Set(page.demoAccounts.map((account) => account.password))];
  return html`<details class="demo">
    <summary>Demo-Zugänge</summary>
    <p>
      Alle Personen sind erfunden; ein Druck auf den Namen genügt. Passwort:
      ${passwords.map((password) => html`<code>${password}</code> `)}
    </p>
    <ul>
      ${page.demoAccounts.map(
        (account) =>
          html`<li>
            <form method="post" action="${page.action}">
              <input type="hidden" name="username" value="${account.username}" />
              <input type="hidden" name="password" value="${account.password}" />
              <button type="submit">
                <b>${account.given_name} ${account.family_name}</b>
                <code>${account.username}</code>
                <span>${part(account)}</span>
              </button>
            </form>
          </li>`,
      )}
    </ul>
  </details>`;
}

const roles: Record<BuiltInRole, string> = {
  student: 'Lernkonto',
  teacher: 'Lehrperson',
  support: 'Support',
  administrator: 'Administration',
  'order-system': 'Bestellsystem',
  publisher: 'Verlag',
};

/** What the person is in the demo, in a few words. */
function part(account: DemoAccount): string {
  if (account.role === 'student') {
    const licence = account.licensed ? 'mit Lizenz' : 'ohne Lizenz';
    const panda = account.groups.length > 0 ? ', Panda-Login' : '';
    return `${roles.student} ${licence}${panda}`;
  }
  return account.demoClass === 'leads' ? `${roles[account.role]} mit Klasse` : roles[account.role];
}
