import { isFederalGerman, languageOf, swissGerman } from '@lectern/languages';
import { inFederalGerman } from '@lectern/languages/german';
import * as german from './de.ts';

const textsOf = import.meta.glob<german.Texts>('./??.ts', { eager: true });

/** Texts of the pages for learners, in the language in use. */
export let texts: german.Texts = german;

/**
 * Chooses the language as the shell does: of a tag the language, German for any other. What has been shown
 * before changes with it where it stands in the page as it was served.
 *
 * @param locale BCP 47 tag: the browser's until the container has said its own.
 */
export function speak(locale: string): void {
  const language = languageOf(locale);
  texts = textsOf[`./${language ?? 'de'}.ts`]!;
  if (isFederalGerman(locale)) texts = inFederalGerman({ ...texts });
  document.documentElement.lang = language ? locale : swissGerman;
  for (const served of document.querySelectorAll<HTMLElement>('[data-says]')) {
    const text = texts.player[served.dataset['says'] as 'contentsTitle' | 'course' | 'loading'];
    if (served.hasAttribute('aria-label')) served.setAttribute('aria-label', text);
    else served.textContent = text;
  }
}
