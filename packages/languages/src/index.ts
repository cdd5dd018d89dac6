/** Languages that have texts, as the primary subtags of their tags. German is the first. */
export const languages = ['de', 'fr', 'it', 'en'] as const;

export type Language = (typeof languages)[number];

/** Language of a BCP 47 tag, where it has texts (RFC 4647, section 3.4). */
export function languageOf(tag: string): Language | undefined {
  const primary = tag.split('-', 1)[0]!.toLowerCase();
  return languages.find((language) => language === primary);
}

/** Tag of German where nothing else is said: its texts are written as in Switzerland. */
export const swissGerman = 'de-CH';

/** True where a tag's German is written with ß and „“: in every region but Switzerland and Liechtenstein. */
export function isFederalGerman(tag: string): boolean {
  return /^de(-latn)?-(?!ch|li)[a-z]{2}\b/i.test(tag);
}
