import { isFederalGerman, languageOf, swissGerman, type Language } from '@lectern/languages';
import { inFederalGerman } from '@lectern/languages/german';
import * as de from './de.ts';
import * as en from './en.ts';
import * as fr from './fr.ts';
import * as it from './it.ts';

const languages: Readonly<Record<Language, de.Texts>> = { de, fr, it, en };

/** Texts of the pages for learners, in the language in use. */
export let texts: de.Texts = de;

/**
 * Chooses the language as the shell does: of a tag the language, German for any other. What has been shown
 * before changes with it where it stands in the page as it was served.
 *
 * @param locale BCP 47 tag: the browser's until the container has said its own.
 */
export function speak(locale: string): void {
  const language = languageOf(locale);
  texts = languages[language ?? 'de'];
  if (isFederalGerman(locale)) texts = inFederalGerman({ ...texts });
  document.documentElement.lang = language ? locale : swissGerman;
  for (const served of document.querySelectorAll<HTMLElement>('[data-says]')) {
    const text = texts.player[served.dataset['says'] as 'contentsTitle' | 'course' | 'loading'];
    if (served.hasAttribute('aria-label')) served.setAttribute('aria-label', text);
    else served.textContent = text;
  }
}
