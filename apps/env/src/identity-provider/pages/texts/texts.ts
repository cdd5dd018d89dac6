import {
  isFederalGerman,
  languageOf,
  languages,
  swissGerman,
  type Language,
} from '@lectern/languages';
import { inFederalGerman } from '@lectern/languages/german';
import type { Texts } from './de.ts';

export type { Texts } from './de.ts';

/** A file for each language. */
const textsOf = new Map<Language, Texts>();
for (const language of languages) {
  const file = new URL(`${language}.ts`, import.meta.url);
  const { texts }: { readonly texts: Texts } = await import(file.href);
  textsOf.set(language, texts);
}

/** A language as a page shows it. */
export interface Spoken {
  /** BCP 47 tag. */
  readonly locale: string;
  readonly texts: Texts;
}

/** As BCP 47 writes it; nothing of what is no tag. Old programs write `de_CH`. */
function canonical(tag: string): string[] {
  try {
    return Intl.getCanonicalLocales(tag.replaceAll('_', '-'));
  } catch {
    return [];
  }
}

/**
 * The first language of these that there are texts in; else German, as the shell does.
 *
 * @param asked BCP 47 tags, the most wanted first.
 */
export function spokenOf(asked: readonly string[]): Spoken {
  const tags = asked.flatMap(canonical);
  const locale = tags.find((tag) => languageOf(tag) !== undefined) ?? swissGerman;
  const texts = textsOf.get(languageOf(locale)!)!;
  return { locale, texts: isFederalGerman(locale) ? inFederalGerman(texts) : texts };
}
