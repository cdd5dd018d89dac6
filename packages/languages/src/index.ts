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

/*
 * Texts of pages that hold all languages, because they can ask for none: no file can be loaded, or no script
 * runs. Each table is a constant of its own, so that a page carries no other.
 */

/** No file of the shell can be loaded. */
export const offline: Readonly<Record<Language, readonly [what: string, remedy: string]>> = {
  de: ['Keine Verbindung.', 'Neu laden'],
  fr: ['Pas de connexion.', 'Recharger'],
  it: ['Nessuna connessione.', 'Ricarica'],
  en: ['No connection.', 'Reload'],
};

/** The browser is older than the shell supports; Italian and German have one form for every country. */
export const oldBrowser: Readonly<Record<Language, (supported: string) => string>> = {
  de: (supported) =>
    `Dieser Browser ist zu alt. Bitte einen von diesen oder einen neueren verwenden: ${supported}.`,
  fr: (supported) =>
    `Ce navigateur est trop ancien. Merci d’utiliser l’un de ceux-ci ou une version plus récente\u202F: ${supported}.`,
  it: (supported) =>
    `Questo browser è troppo vecchio. Utilizzare uno di questi o una versione più recente: ${supported}.`,
  en: (supported) =>
    `This browser is too old. Please use one of these or a newer one: ${supported}.`,
};

/** The browser sends more cookies than a server takes. */
export const tooManyCookies: Readonly<
  Record<Language, readonly [title: string, explanation: string]>
> = {
  de: [
    'Diese Website hat zu viele Cookies',
    'Bitte im Browser die Cookies dieser Website löschen und die Seite neu laden. Sonst hilft die Schule oder der Verlag.',
  ],
  fr: [
    'Ce site a trop de cookies',
    'Merci de supprimer les cookies de ce site dans le navigateur, puis de recharger la page. Sinon, l’école ou l’éditeur peut aider.',
  ],
  it: [
    'Questo sito ha troppi cookie',
    'Elimina nel browser i cookie di questo sito e ricarica la pagina. Altrimenti può aiutare la scuola o la casa editrice.',
  ],
  en: [
    'This website has too many cookies',
    'Please delete this website’s cookies in the browser and reload the page. Otherwise the school or the publisher can help.',
  ],
};
