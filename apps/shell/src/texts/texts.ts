import type { Texts } from './de.ts';
import { languageOf, type Language } from './language.ts';

/** Only the language in use is loaded, beside the pages' code. */
const languages = {
  de: () => import('./de.ts'),
  fr: () => import('./fr.ts'),
  it: () => import('./it.ts'),
  en: () => import('./en.ts'),
} satisfies Readonly<Record<Language, () => Promise<{ readonly texts: Texts }>>>;

/** The texts in use. There are none until {@link loadTexts} has loaded them, once a page. */
export let texts: Texts;
/** BCP 47 tag of the language that the texts are in, and of the region that dates and times are of. */
export let locale: string;

/**
 * Loads the texts of a language, and lets the document say which it is. What has been shown before does
 * not change.
 *
 * @param asked BCP 47 tag. Only its language is looked up (RFC 4647, section 3.4).
 * @throws {TypeError} when the texts cannot be loaded.
 */
export async function loadTexts(asked: string): Promise<void> {
  const language = languageOf(asked);
  // German is the first language: consent and sign-in are in it wherever nothing else is configured.
  locale = language ? asked : 'de-CH';
  document.documentElement.lang = locale;
  ({ texts } = await languages[language ?? 'de']());
}
