/** Languages that have texts, as the primary subtags of their tags. German is the first. */
export const languages = ['de', 'fr', 'it', 'en'] as const;

export type Language = (typeof languages)[number];

/** Language of a BCP 47 tag, where it has texts. */
export function languageOf(tag: string): Language | undefined {
  const primary = tag.split('-', 1)[0]!.toLowerCase();
  return languages.find((language) => language === primary);
}
