import { maximumLength } from '@lectern/services/embedded-accounts';
import type { DemoAccount } from '../../accounts.ts';
import { type Html, html } from './html.ts';
import { document } from './layout.ts';
import type { Spoken, Texts } from './texts/texts.ts';

export interface SignInPage {
  readonly spoken: Spoken;
  /** Address that the form posts to. */
  readonly action: string;
  /** The application that asks, by the name that people know. */
  readonly application: string;
  /** Where the person goes afterwards. */
  readonly returnHost: string;
  /** The typed name, or the application's suggestion. */
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
  const { problem, spoken } = page;
  const { texts } = spoken;
  const title = texts.signInTo(page.application);
  // Errors belong to both fields: saying which one is wrong would tell a guesser that a name exists.
  const fault = problem && html`aria-invalid="true" aria-describedby="problem"`;
  const nameFirst = page.username === '';
  return document({
    spoken,
    title: problem ? texts.faulty(title) : title,
    content: html`
      <h1>${title}</h1>
      <p class="lead">${texts.backTo[0]}<b>${page.returnHost}</b>${texts.backTo[1]}</p>
      ${problem && html`<p class="problem" id="problem" role="alert">${describe(problem, texts)}</p>`}
      <form method="post" action="${page.action}">
        <label for="username">${texts.username}</label>
        <input
          id="username"
          name="username"
          type="text"
          value="${page.username}"
          autocomplete="username"
          autocapitalize="none"
          autocorrect="off"
          spellcheck="false"
          maxlength="${maximumLength}"
          required
          ${fault}
          ${nameFirst ? html`autofocus` : undefined}
        />
        <label for="password">${texts.password}</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="current-password"
          maxlength="${maximumLength}"
          required
          ${fault}
          ${nameFirst ? undefined : html`autofocus`}
        />
        <button type="submit">${texts.signIn}</button>
      </form>
      ${page.demoAccounts.length > 0 ? demoAccess(page) : undefined}
    `,
  });
}

function describe(problem: SignInProblem, texts: Texts): string {
  if (problem.kind === 'incomplete') return texts.incomplete;
  if (problem.kind === 'wrong') return texts.wrong;
  return texts.limited(Math.ceil(problem.retryAfterInSeconds / 60));
}

/** One press signs in: the accounts are invented and their passwords public. */
function demoAccess(page: SignInPage): Html {
  const { texts } = page.spoken;
  const passwords = [...new Set(page.demoAccounts.map((account) => account.password))];
  return html`<details class="demo">
    <summary>${texts.demo}</summary>
    <p>${texts.demoNote} ${passwords.map((password) => html`<code>${password}</code> `)}</p>
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
                <span>${part(account, texts)}</span>
              </button>
            </form>
          </li>`,
      )}
    </ul>
  </details>`;
}

/** Role of the person in the demo, in a few words. */
function part({ role, licensed, groups, demoClass }: DemoAccount, texts: Texts): string {
  const name = texts.roles[role];
  if (role !== 'student') return demoClass === 'leads' ? `${name} ${texts.withClass}` : name;
  const licence = licensed ? texts.licensed : texts.unlicensed;
  return `${name} ${licence}${groups.length > 0 ? ', Panda-Login' : ''}`;
}
