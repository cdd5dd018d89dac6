import { isFederalGerman, languageOf } from '@lectern/languages';
import { federal, locale } from '../../texts/texts.ts';
import type { ClassesTexts } from './de.ts';

interface Loaded {
  readonly texts: ClassesTexts;
  readonly toTeachers: ClassesTexts;
}

/** Loaded with the dialog, which few open. */
const textsOf = import.meta.glob<Loaded>('./??.ts');

/**
 * @param isTeacher whom they speak to
 * @throws {TypeError} when they cannot be loaded.
 */
export async function loadClassesTexts(isTeacher: boolean): Promise<ClassesTexts> {
  const { texts, toTeachers } = await textsOf[`./${languageOf(locale) ?? 'de'}.ts`]!();
  const spoken = isTeacher ? toTeachers : texts;
  return isFederalGerman(locale) ? federal(spoken) : spoken;
}
