import { html } from './html.ts';
import { document } from './layout.ts';
import type { Problem } from './problem.ts';
import type { Spoken } from './texts/texts.ts';

export interface ErrorPage {
  readonly spoken: Spoken;
  readonly problem: Problem;
  /** Error code of the protocol, for the application's developer. */
  readonly code: string;
  /** Leads to the log line. */
  readonly reference: string;
  readonly applicationUrl: string;
}

/** A friendly page for an error, with what support needs to find it and nothing of the inside. */
export function errorPage(page: ErrorPage): string {
  const { texts } = page.spoken;
  const { title, text } = texts.errors[page.problem];
  return document({
    spoken: page.spoken,
    title,
    content: html`
      <h1>${title}</h1>
      <p class="lead">${text}</p>
      <p><a class="button" href="${page.applicationUrl}">${texts.to('Lectern')}</a></p>
      <details>
        <summary>${texts.support}</summary>
        <dl>
          <dt>${texts.code}</dt>
          <dd><code>${page.code}</code></dd>
          <dt>${texts.reference}</dt>
          <dd><code>${page.reference}</code></dd>
        </dl>
      </details>
    `,
  });
}
