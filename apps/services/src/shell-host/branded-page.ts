import { languageOf, swissGerman } from '@lectern/languages';
import { escaped } from '../escaped.ts';
import type { Addresses } from './addresses.ts';

/**
 * Writes into a page what the configuration says, so that the browser shows the project's title, icon
 * and language before any script runs, and the configuration itself, so that nothing waits for it. What
 * the configuration has wrong stays as built; the shell says which field it is.
 *
 * @param page HTML as built.
 * @param document The configuration document, which the addresses were read from.
 * @param publicUrl Address under which browsers reach the shell.
 */
export function brandedPage(
  page: string,
  { project, locale }: Addresses,
  document: string,
  publicUrl: string,
): string {
  const { title, favicon } = project;
  const icon = iconPath(favicon, publicUrl);
  const language = shownLanguage(locale);
  // Functions, because a text in their place would have `$&` mean something.
  return page
    .replace(
      /(<meta name="configuration" content=")"/,
      (_built, start: string) => `${start}${escaped(document)}"`,
    )
    .replace(/<title>[^<]*<\/title>/, (built) =>
      typeof title === 'string' && title !== '' ? `<title>${escaped(title)}</title>` : built,
    )
    .replace(/(<link rel="icon" href=")[^"]*"/, (built, start: string) =>
      icon === undefined ? built : `${start}${escaped(icon)}"`,
    )
    .replace(/(<html lang=")[^"]*"/, (built, start: string) =>
      language === undefined ? built : `${start}${language}"`,
    );
}

/** The page's content policy takes images from its own origin alone. */
function iconPath(favicon: unknown, publicUrl: string): string | undefined {
  if (typeof favicon !== 'string' || !URL.canParse(favicon, publicUrl)) return undefined;
  const { origin, pathname, search } = new URL(favicon, publicUrl);
  return origin === new URL(publicUrl).origin ? pathname + search : undefined;
}

/** The language that the shell will show, as it says itself as soon as its texts have loaded. */
function shownLanguage(locale: unknown): string | undefined {
  // Default of section 9.
  const tag = locale ?? 'en-US';
  if (typeof tag !== 'string' || !/^[a-z]{2,8}(-[\da-z]{1,8})*$/i.test(tag)) return undefined;
  return languageOf(tag) ? tag : swissGerman;
}
