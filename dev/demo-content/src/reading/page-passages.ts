import { describePassage, findPassage, paint, readText, type PageText } from '@lectern/annotations';
import type { TextAnchor } from '@lectern/sdk';
import { colorOf, colors } from '../notes/colors.ts';
import type { PageNotes } from '../notes/page-notes.ts';
import { colorIndexOf, passagesOf, type Passage } from '../notes/passages.ts';

/** A passage, and where it stands on the page; without a range: not any more. */
export interface Placed extends Passage {
  readonly range?: Range;
  /** Its words are not quite the same any more. */
  readonly isChanged: boolean;
}

/** Parts of a page that are not its text: exercises have texts of their own, and titles are held otherwise. */
const notText = 'h1, .kicker, .page-tools, .teacher-hints, .exercise, .pager, .film, .slips';

/** Highlight names; their looks are in `reading.css`. */
const highlightOf = (sign: string) => `note-${sign}`;
const noted = 'note-written';
const foundHighlight = 'found';

/** The passages of one page on the screen: finds them again, and paints them. */
export class PagePassages {
  readonly #article: Element;
  readonly #notes: PageNotes;
  #text: PageText | undefined;

  constructor(article: Element, notes: PageNotes) {
    this.#article = article;
    this.#notes = notes;
  }

  /** The text as it stands; read anew after the page has changed. */
  get text(): PageText {
    return (this.#text ??= readText(this.#article, { except: notText }));
  }

  /** All passages of the page, in the order of the text. */
  get placed(): readonly Placed[] {
    return passagesOf(this.#notes.items).map((passage) => {
      const place = findPassage(passage.anchor, this.text);
      return {
        ...passage,
        ...(place && { range: place.range }),
        isChanged: place?.how === 'similar',
      };
    });
  }

  /** The anchor for a range, unless there is no text in it, or too much. */
  anchorFor(range: Range): TextAnchor | undefined {
    const selectors = describePassage(range, this.text);
    if (typeof selectors === 'string') return undefined;
    const { exact, prefix, suffix } = selectors.quote;
    return {
      location: 'topic_text',
      quote: {
        exact,
        ...(prefix !== undefined && { prefix }),
        ...(suffix !== undefined && { suffix }),
      },
      position: selectors.position,
    };
  }

  /** The part of a range that is text of the page: three presses on a paragraph select as far as into the next one. */
  textIn(range: Range): Range | undefined {
    const span = this.text.spanOf(range);
    return span && this.text.rangeOf(span);
  }

  paint(placed: readonly Placed[]): void {
    const inColor = (sign: string) =>
      placed.flatMap((passage) =>
        passage.range && colorOf(colorIndexOf(passage)).sign === sign ? [passage.range] : [],
      );
    for (const { sign } of colors) paint(highlightOf(sign), inColor(sign));
    paint(
      noted,
      placed.flatMap(({ note, range }) => (note && range ? [range] : [])),
    );
  }

  /** Paints a place that the reader has searched for. Undefined: it is not on the page. */
  showFound(quote: TextAnchor['quote']): Range | undefined {
    const place = findPassage(
      { quote, position: { start: 0, end: quote.exact.length } },
      this.text,
    );
    paint(foundHighlight, place ? [place.range] : []);
    return place?.range;
  }

  /** The page goes: nothing of it stays painted. */
  clear(): void {
    this.paint([]);
    paint(foundHighlight, []);
  }
}

/** The passage under a point of the window. */
export function passageAt(
  placed: readonly Placed[],
  { clientX: x, clientY: y }: { readonly clientX: number; readonly clientY: number },
): Placed | undefined {
  return placed.find(({ range }) =>
    [...(range?.getClientRects() ?? [])].some(
      ({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom,
    ),
  );
}

/** The block of the page that a range ends in: a child of the article. */
export function blockOf(article: Element, range: Range): Element | undefined {
  let node: Node | null = range.endContainer;
  while (node && node.parentNode !== article) node = node.parentNode;
  return node instanceof Element ? node : undefined;
}
