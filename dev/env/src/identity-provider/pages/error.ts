import { html } from './html.ts';
import { document } from './layout.ts';

/** What went wrong, as far as a visitor is concerned. */
export type Problem = 'expired' | 'request' | 'missing' | 'server';

/** An error as its page shows it. */
export interface ErrorPage {
  readonly problem: Problem;
  /** Error code of the protocol, for whoever set the application up. */
  readonly code: string;
  /** Leads to the log line. */
  readonly reference: string;
  readonly applicationUrl: string;
}

const texts: Record<Problem, { readonly title: string; readonly text: string }> = {
  expired: {
    title: 'Diese Anmeldung ist abgelaufen',
    text: 'Sie war schon abgeschlossen oder lange offen. Ein neuer Anlauf hilft.',
  },
  request: {
    title: 'Diese Anfrage passt nicht',
    text: 'Die Anwendung, die hierher geführt hat, hat etwas Unerwartetes gesendet. Ein neuer Anlauf hilft meistens.',
  },
  missing: {
    title: 'Diese Seite gibt es nicht',
    text: 'Vielleicht ist die Adresse unvollständig.',
  },
  server: {
    title: 'Das hat nicht geklappt',
    text: 'Der Fehler liegt bei uns. Bitte in ein paar Minuten noch einmal versuchen.',
  },
};

/** A friendly page for an error, with what support needs to find it and nothing of the inside. */
export function errorPage(page: ErrorPage): string {
  const { title, text } = texts[page.problem];
  return document({
    title,
    content: html`
      <h1>${title}</h1>
      <p class="lead">${text}</p>
      <p><a class="button" href="${page.applicationUrl}">Zu Lectern</a></p>
      <details>
        <summary>Angaben für den Support</summary>
        <dl>
          <dt>Fehler</dt>
          <dd><code>${page.code}</code></dd>
          <dt>Kennung</dt>
          <dd><code>${page.reference}</code></dd>
        </dl>
      </details>
    `,
  });
}
