import { maximumLength } from '@lectern/services/embedded-accounts';
import { html } from './html.ts';
import { document } from './layout.ts';
import type { PasswordProblem } from '../accounts/own-password.ts';
import type { Spoken } from './texts/texts.ts';

/** Content of the page that asks for a password in place of the first one. */
export interface NewPasswordPage {
  readonly spoken: Spoken;
  /** Address that the forms post to. */
  readonly action: string;
  readonly username: string;
  /** Name of the person. */
  readonly name: string;
  readonly problem?: PasswordProblem;
}

/** The page between the first sign-in and the application. */
export function newPasswordPage({
  spoken,
  action,
  username,
  name,
  problem,
}: NewPasswordPage): string {
  const { texts } = spoken;
  const fault = problem && html`aria-invalid="true" aria-describedby="problem"`;
  const field = (id: string, label: string, more: ReturnType<typeof html>) => html`
    <label for="${id}">${label}</label>
    <input
      id="${id}"
      name="${id}"
      type="password"
      autocomplete="new-password"
      maxlength="${maximumLength}"
      required
      ${more}
    />
  `;
  return document({
    spoken,
    title: problem ? texts.faulty(texts.newPassword) : texts.newPassword,
    content: html`
      <h1>${texts.newPassword}</h1>
      <p class="lead">${texts.newPasswordFor[0]}<b>${name}</b>${texts.newPasswordFor[1]}</p>
      ${
        problem &&
        html`<p class="problem" id="problem" role="alert">${texts.passwordProblems[problem]}</p>`
      }
      <form method="post" action="${action}">
        <input
          type="text"
          name="username"
          value="${username}"
          autocomplete="username"
          readonly
          hidden
        />
        ${field('new-password', texts.ownPassword, html`autofocus ${fault}`)}
        ${field('repeated-password', texts.ownPasswordAgain, html`${fault}`)}
        <button type="submit">${texts.savePassword}</button>
      </form>
      <form method="post" action="${action}">
        <input type="hidden" name="other-person" value="yes" />
        <button type="submit" class="quiet">${texts.otherPerson}</button>
      </form>
    `,
  });
}
