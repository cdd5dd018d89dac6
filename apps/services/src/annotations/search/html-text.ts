import { Token, Tokenizer } from 'parse5';

/** Elements that a line goes on after. */
const inlineElements = new Set(
  'a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp script small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
/** Elements whose text nobody reads. */
const unseenElements = new Set(['script', 'style', 'template', 'title']);

/**
 * The text of HTML as a reader sees it: without markup, with references resolved and lines apart. Only
 * split into tags and text, which takes as long as the HTML is; to make a tree of hostile HTML takes
 * longer.
 */
export function textOfHtml(html: string): string {
  let text = '';
  let unseen: string | undefined;
  const addText = ({ chars }: Token.CharacterToken) => {
    if (unseen === undefined) text += chars;
  };
  const addBoundary = ({ tagName }: Token.TagToken) => {
    if (!inlineElements.has(tagName)) text += '\n';
  };
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: false },
    {
      onCharacter: addText,
      onWhitespaceCharacter: addText,
      onNullCharacter: () => {},
      onStartTag(token) {
        addBoundary(token);
        if (unseenElements.has(token.tagName)) unseen ??= token.tagName;
      },
      onEndTag(token) {
        addBoundary(token);
        if (token.tagName === unseen) unseen = undefined;
      },
      onComment: () => {},
      onDoctype: () => {},
      onEof: () => {},
    },
  );
  tokenizer.write(html, true);
  return text.replace(/\n\s+/g, '\n').trim();
}
