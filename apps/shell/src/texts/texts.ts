import { isFederalGerman, languageOf, swissGerman } from '@lectern/languages';
import type { Texts } from './de.ts';

interface Loaded {
  readonly texts: Texts;
  /** The same, as one speaks to teachers. */
  readonly toTeachers: Texts;
}

/** Only the language in use is loaded, beside the pages' code. */
const textsOf = import.meta.glob<Loaded>('./??.ts');

/** The texts in use. There are none until {@link loadTexts} has loaded them, once a page. */
export let texts: Texts;
let loaded: Loaded;
/** BCP 47 tag of the language that the texts are in, and of the region that dates and times are of. */
export let locale: string;

/**
 * Loads the texts of a language, and lets the document say which it is. What has been shown before does
 * not change.
 *
 * @param asked BCP 47 tag. Its language is looked up, and of German the region's spelling.
 * @throws {TypeError} when the texts cannot be loaded.
 */
export async function loadTexts(asked: string): Promise<void> {
  const language = languageOf(asked);
  // German is the first language: consent and sign-in are in it wherever nothing else is configured.
  locale = language ? asked : swissGerman;
  document.documentElement.lang = locale;
  const { texts: toPupils, toTeachers } = await textsOf[`./${language ?? 'de'}.ts`]!();
  loaded = { texts: toPupils, toTeachers };
  if (isFederalGerman(locale)) loaded = await federal(loaded);
  ({ texts } = loaded);
}

/** From now on the texts speak to a teacher, or to pupils. What is shown does not change. */
export function speakTo(isTeacher: boolean): void {
  texts = isTeacher ? loaded.toTeachers : loaded.texts;
}

/** German texts as they are written in Germany and Austria: nobody else loads how. */
export async function federal<Texts>(texts: Texts): Promise<Texts> {
  const { inFederalGerman } = await import('@lectern/languages/german');
  return inFederalGerman(texts);
}
