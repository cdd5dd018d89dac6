import { isFederalGerman, languageOf, type Language } from '@lectern/languages';
import { federal, locale } from '../../texts/texts.ts';
import type { ClassesTexts } from './de.ts';

interface Loaded {
  readonly texts: ClassesTexts;
  readonly toTeachers: ClassesTexts;
}

/** Loaded with the dialog, which few open. */
const languages = {
  de: () => import('./de.ts'),
  fr: () => import('./fr.ts'),
  it: () => import('./it.ts'),
  en: () => import('./en.ts'),
} satisfies Readonly<Record<Language, () => Promise<Loaded>>>;

/**
 * @param isTeacher whom they speak to
 * @throws {TypeError} when they cannot be loaded.
 */
export async function loadClassesTexts(isTeacher: boolean): Promise<ClassesTexts> {
  const { texts, toTeachers } = await languages[languageOf(locale) ?? 'de']();
  const spoken = isTeacher ? toTeachers : texts;
  return isFederalGerman(locale) ? federal(spoken) : spoken;
}
