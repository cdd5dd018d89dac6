import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Html, html, trusted } from './html.ts';
import type { Spoken } from './texts/texts.ts';

const style = readFileSync(new URL('style.css', import.meta.url), 'utf8');
/** Exactly the text that the content policy names by its hash: no space may come between. */
const styleElement = trusted(`<style>${style}</style>`);

/** An open book on a stand whose right page is a leaf. */
const mark = html`<svg class="mark" viewBox="0 0 48 48" aria-hidden="true">
  <path class="page" d="M23 13C17 8 9 8 4 11v24c5-3 13-3 19 2z" />
  <path class="leaf" d="M25 37V20C25 11 33 5 44 6c1 12-2 23-19 31z" />
  <path class="stem" d="M25 37c2-9 6-16 13-24M24 37v8m-8 0h16" />
</svg>`;

/** The mark's leaf drawn large, for wide screens. */
const foliage = html`<svg class="foliage" viewBox="0 0 200 300" aria-hidden="true">
  <path d="M14 288V132C14 58 78 8 190 6c10 120-40 218-176 262" />
  <path d="M14 268C34 180 82 94 168 26" />
  <path d="M20 140Q16 196 22 236Q84 218 126 182" />
  <path d="M34 90Q32 148 40 190Q108 172 157 136" />
  <path d="M62 52Q58 106 63 144Q130 127 177 92" />
  <path d="M104 27Q94 72 93 101Q150 86 187 54" />
</svg>`;

const icon = encodeURIComponent(
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 48 48'><path fill='#1d2a1f' d='M23 13C17 8 9 8 4 11v24c5-3 13-3 19 2z'/><path fill='#95bf21' d='M25 37V20C25 11 33 5 44 6c1 12-2 23-19 31z'/></svg>",
);

export interface Page {
  readonly spoken: Spoken;
  readonly title: string;
  readonly content: Html;
}

/** The whole document: brand beside the content on wide screens, above it on narrow ones. */
export function document(page: Page): string {
  return html`<!doctype html>
    <html lang="${page.spoken.locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${page.title} – Lectern</title>
        <link rel="icon" href="data:image/svg+xml,${icon}" />
        ${styleElement}
      </head>
      <body>
        <header class="cover">
          ${foliage}
          <p class="brand">${mark} Lectern</p>
          <p class="motto">${page.spoken.texts.motto[0]}<br />${page.spoken.texts.motto[1]}</p>
        </header>
        <main>
          <div class="sheet">${page.content}</div>
        </main>
      </body>
    </html>`.text;
}

/**
 * The pages' content policy: own style, own forms, no script but those named, in nobody's frame.
 *
 * @param formTargets Origins that a form's answer may redirect to; browsers check the whole chain.
 * @param script Text of the page's one inline script.
 */
export function contentPolicy(formTargets: readonly string[], script?: string): string {
  return [
    "default-src 'none'",
    `style-src ${digest(style)}`,
    // Stays without a source where there is no script, so that the protocol library can add its own.
    script === undefined ? 'script-src' : `script-src ${digest(script)}`,
    'img-src data:',
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const digest = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`;
