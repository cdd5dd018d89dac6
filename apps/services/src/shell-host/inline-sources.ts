import { createHash } from 'node:crypto';

/** Inline parts of a page, as source expressions of its content policy. */
export interface InlineSources {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** The scripts and style sheets in a page by their hashes (CSP 3, section 2.3.1): these, and no others. */
export function inlineSources(page: string): InlineSources {
  return {
    scripts: hashesOf(page, /<script id="(?:browser|start)">([^]*?)<\/script>/g),
    styles: hashesOf(page, /<style>([^]*?)<\/style>/g),
  };
}

function hashesOf(page: string, element: RegExp): string[] {
  return [...page.matchAll(element)].map(
    ([, text]) => `'sha256-${createHash('sha256').update(text!).digest('base64')}'`,
  );
}
