import { isFederalGerman, languageOf, type Language } from '@lectern/languages';
import { federal, locale } from '../../texts/texts.ts';
import type { ProgressTexts } from './de.ts';

/** Loaded with the page, which few open. */
const languages = {
  de: () => import('./de.ts'),
  fr: () => import('./fr.ts'),
  it: () => import('./it.ts'),
  en: () => import('./en.ts'),
} satisfies Readonly<Record<Language, () => Promise<{ readonly texts: ProgressTexts }>>>;

/** @throws {TypeError} when they cannot be loaded. */
export async function loadProgressTexts(): Promise<ProgressTexts> {
  const { texts } = await languages[languageOf(locale) ?? 'de']();
  return isFederalGerman(locale) ? federal(texts) : texts;
}
