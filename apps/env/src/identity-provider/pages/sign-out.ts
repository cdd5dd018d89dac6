import { html, trusted } from './html.ts';
import { document } from './layout.ts';
import type { Spoken } from './texts/texts.ts';

/** Sends the confirmation of a sign-out that the application has already asked for. */
export const confirmSignOutScript = "document.getElementById('op.logoutForm').submit()";

/**
 * Asks whether to sign out: nobody proved that the signed-in person wants it.
 *
 * @param form The protocol library's form, whose id is `op.logoutForm`.
 */
export function signOutQuestionPage(
  spoken: Spoken,
  form: string,
  application: string,
  applicationUrl: string,
): string {
  const { texts } = spoken;
  return document({
    spoken,
    title: texts.signOut,
    content: html`
      <h1>${texts.signOutQuestion}</h1>
      <p class="lead">${texts.signOutMeans}</p>
      ${trusted(form)}
      <button type="submit" form="op.logoutForm" name="logout" value="yes">
        ${texts.signOutYes}
      </button>
      <p><a href="${applicationUrl}">${texts.signOutNo(application)}</a></p>
    `,
  });
}

/** Passes at once; without scripts one press is needed. */
export function signOutPassingPage(spoken: Spoken, form: string): string {
  const { texts } = spoken;
  const confirmed = '<input type="hidden" name="logout" value="yes"/></form>';
  return document({
    spoken,
    title: texts.signOut,
    content: html`
      <h1>${texts.moment}</h1>
      <p class="lead">${texts.signingOut}</p>
      ${trusted(form.replace('</form>', confirmed))}
      <button type="submit" form="op.logoutForm">${texts.goOn}</button>
      ${trusted(`<script>${confirmSignOutScript}</script>`)}
    `,
  });
}

/** After a sign-out that no application takes over. */
export function signedOutPage(spoken: Spoken, application: string, applicationUrl: string): string {
  const { texts } = spoken;
  return document({
    spoken,
    title: texts.signedOut,
    content: html`
      <h1>${texts.signedOut}</h1>
      <p class="lead">${texts.farewell}</p>
      <p><a class="button" href="${applicationUrl}">${texts.to(application)}</a></p>
    `,
  });
}
