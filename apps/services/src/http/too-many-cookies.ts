import { languageOf, type Language } from '@lectern/languages';

type Words = readonly [title: string, explanation: string];

const words: Readonly<Record<Language, Words>> = {
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

/**
 * The page for a browser whose request has larger headers than the server takes: cookies of all servers of a
 * host add up, whatever their ports.
 *
 * @param head What has arrived of the request last. It begins within the cookies where the request came in
 *   pieces, because browsers send them at its end.
 * @returns nothing where the request is not for a page.
 */
export function tooManyCookiesPage(head: Buffer | undefined): string | undefined {
  const text = head?.toString('latin1', 0, 4096) ?? '';
  const isPage = /^[A-Z]+ \//.test(text)
    ? text.startsWith('GET ') && /^accept:.*text\/html/im.test(text)
    : /; ?[^\s;=]+=/.test(text);
  if (!isPage) return undefined;
  const asked = /^accept-language:\s*(.*)$/im.exec(text)?.[1]?.split(',') ?? [];
  const language =
    asked.map((range) => languageOf(range.split(';', 1)[0]!.trim())).find(Boolean) ?? 'de';
  const [title, explanation] = words[language];
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>${title}</title>
<h1>${title}</h1>
<p>${explanation}</p>
`;
}
