import { languageOf, tooManyCookies } from '@lectern/languages';

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
  const [title, explanation] = tooManyCookies[language];
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>${title}</title>
<h1>${title}</h1>
<p>${explanation}</p>
`;
}
