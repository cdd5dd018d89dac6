/*
 * Which elements hold text of a publication. It goes by the markup and not by the style sheets: a text that
 * depended on the width of a screen, or on what is folded up just now, would give every reader other
 * positions, and report passages as gone that come back with a click.
 */

/** Elements that do not interrupt a text: phrasing content of HTML (section 3.2.5.2.5) with text in it. */
const inline = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q rb rt rtc ruby s samp slot small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

/**
 * Elements without text of the publication: hidden ones, stand-ins, fields and buttons, and words about the
 * reader's doings.
 */
const noText = [
  // The last two hold the source of a formula: nobody sees it.
  'script, style, template, noscript, rp, title, datalist, annotation, annotation-xml',
  'audio, canvas, iframe, object, picture, svg, video',
  'button, input, meter, output, progress, select, textarea',
  '[contenteditable]:not([contenteditable="false"])',
  // «Not relevant»; but what is only folded up («until-found», details) can be found, and so be marked.
  '[hidden]:not([hidden="until-found" i])',
  '[aria-live]:not([aria-live="off"]), [role="status"], [role="alert"], [role="log"], [role="timer"]',
].join(', ');

/** True where text goes on through an element as through a word in bold. */
export function isInline(element: Element): boolean {
  // Elements of one's own making are inline unless a style sheet says otherwise.
  return inline.has(element.localName) || element.localName.includes('-');
}

/** A selector of what is left out of a text. */
export function leftOut(except: string | undefined): string {
  return except === undefined ? noText : `${noText}, ${except}`;
}
