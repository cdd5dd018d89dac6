import type { Addresses } from './addresses.ts';

/** Where the shell finds its configuration document (specification, section 7). */
export const configurationPath = '/assets/config/config.json';

/**
 * Writes into a page what the configuration says, so that the browser shows the project's title, icon
 * and language before any script runs. What the configuration has wrong stays as built; the shell
 * says which field it is.
 *
 * @param page HTML as built.
 * @param version Hash of the configuration, so that the browser keeps the document of this page.
 * @param publicUrl Address under which browsers reach the shell.
 */
export function brandedPage(
  page: string,
  { project, locale }: Addresses,
  version: string,
  publicUrl: string,
): string {
  const { title, favicon } = project;
  const icon = iconPath(favicon, publicUrl);
  const language = languageOf(locale);
  // Functions, because a text in their place would have `$&` mean something.
  return page
    .replace(configurationPath, () => `${configurationPath}?v=${version}`)
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

/** Languages that the shell has texts in (`apps/shell/src/texts`). */
const languages: ReadonlySet<string> = new Set(['de', 'fr', 'it', 'en']);

/** The language that the shell will show, as it says itself as soon as its texts have loaded. */
function languageOf(locale: unknown): string | undefined {
  // Default of section 9.
  const tag = locale ?? 'en-US';
  if (typeof tag !== 'string' || !/^[a-z]{2,8}(-[\da-z]{1,8})*$/i.test(tag)) return undefined;
  return languages.has(tag.split('-', 1)[0]!.toLowerCase()) ? tag : 'de-CH';
}

/** The text as HTML, in an element or between double quotes. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
