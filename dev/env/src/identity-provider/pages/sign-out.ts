import { html, trusted } from './html.ts';
import { document } from './layout.ts';

/** Sends the confirmation of a sign-out that the application has already asked for. */
export const confirmSignOutScript = "document.getElementById('op.logoutForm').submit()";

/**
 * Asks whether to sign out: nobody proved that the signed-in person wants it.
 *
 * @param form The protocol library's form, whose id is `op.logoutForm`.
 */
export function signOutQuestionPage(
  form: string,
  application: string,
  applicationUrl: string,
): string {
  return document({
    title: 'Abmelden',
    content: html`
      <h1>Wirklich abmelden?</h1>
      <p class="lead">Danach ist in diesem Browser niemand mehr angemeldet.</p>
      ${trusted(form)}
      <button type="submit" form="op.logoutForm" name="logout" value="yes">Ja, abmelden</button>
      <p><a href="${applicationUrl}">Nein, zurück zu ${application}</a></p>
    `,
  });
}

/** Passes at once; without scripts one press is needed. */
export function signOutPassingPage(form: string): string {
  const confirmed = '<input type="hidden" name="logout" value="yes"/></form>';
  return document({
    title: 'Abmelden',
    content: html`
      <h1>Einen Moment</h1>
      <p class="lead">Die Abmeldung läuft.</p>
      ${trusted(form.replace('</form>', confirmed))}
      <button type="submit" form="op.logoutForm">Weiter</button>
      ${trusted(`<script>${confirmSignOutScript}</script>`)}
    `,
  });
}

/** After a sign-out that no application takes over. */
export function signedOutPage(application: string, applicationUrl: string): string {
  return document({
    title: 'Abgemeldet',
    content: html`
      <h1>Abgemeldet</h1>
      <p class="lead">Bis zum nächsten Mal.</p>
      <p><a class="button" href="${applicationUrl}">Zu ${application}</a></p>
    `,
  });
}
