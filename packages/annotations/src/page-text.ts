import { composed, solidPieces, storable, wholeCharacters } from './plain-text.ts';
import type { Span } from './selectors.ts';
import { isInline, leftOut } from './text-elements.ts';

/** Part of the text that one text node holds. */
interface Run {
  readonly node: Text;
  /** In the node, in UTF-16 code units. */
  readonly from: number;
  to: number;
  /** In the text. */
  readonly start: number;
  end: number;
}

/**
 * The text under an element, and where in the document it stands. It is the document's as it was read: after a
 * change it has to be read again.
 */
export class PageText {
  /**
   * All text in the order of the document. White space is a single space, also between blocks, cells and
   * lines; hints for hyphenation are left out; letters and accents are composed (NFC).
   */
  readonly value: string;
  readonly #runs: readonly Run[];

  constructor(value: string, runs: readonly Run[]) {
    this.value = value;
    this.#runs = runs;
  }

  /**
   * Part of the text in a range of the document: undefined if there is none. The span has no white space at its
   * ends and cuts no character.
   *
   * @throws DOMException if the range belongs to another document.
   */
  spanOf(range: Range): Span | undefined {
    const first = this.#runs[this.#firstRun((run) => range.comparePoint(run.node, run.to) >= 0)];
    const behind = this.#firstRun((run) => range.comparePoint(run.node, run.from) > 0);
    const last = this.#runs[behind - 1];
    if (!first || !last || first.start >= last.end) return undefined;
    const start = isSame(first, range.startContainer)
      ? offsetIn(first, range.startOffset, first.start)
      : first.start;
    const end = isSame(last, range.endContainer)
      ? offsetIn(last, range.endOffset, last.end)
      : last.end;
    return start < end ? wholeCharacters(this.value, { start, end }) : undefined;
  }

  /** The range of the document that a span of the text stands in. Its ends must not be white space. */
  rangeOf({ start, end }: Span): Range {
    const first = this.#runs[this.#firstRun((run) => run.end > start)]!;
    const last = this.#runs[this.#firstRun((run) => run.end >= end)]!;
    const range = first.node.ownerDocument.createRange();
    range.setStart(first.node, isLinear(first) ? first.from + (start - first.start) : first.from);
    range.setEnd(last.node, isLinear(last) ? last.from + (end - last.start) : last.to);
    return range;
  }

  /** Index of the first run that fulfils what all after it fulfil, too. */
  #firstRun(fulfils: (run: Run) => boolean): number {
    let low = 0;
    let high = this.#runs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (fulfils(this.#runs[middle]!)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/**
 * Reads the text under an element, such as a page's article.
 *
 * @param except Selector of what does not belong to it beyond what never does (hidden text, controls, and the
 *   like): exercises within a topic, for instance, whose texts are texts of their own.
 */
export function readText(root: Element, { except }: { readonly except?: string } = {}): PageText {
  const skipped = leftOut(except);
  const runs: Run[] = [];
  let value = '';
  let isSpaced = false;

  function takeAll(parent: Element): void {
    for (let node = parent.firstChild; node; node = node.nextSibling) {
      if (isText(node)) takeText(node);
      else if (isElement(node)) takeElement(node);
    }
  }

  function takeElement(element: Element): void {
    const isTaken = !element.matches(skipped);
    const separates = !isTaken || !isInline(element);
    isSpaced ||= separates;
    if (isTaken) takeAll(element);
    isSpaced ||= separates;
  }

  function takeText(node: Text): void {
    const data = storable(node.data);
    let taken = 0;
    for (const { 0: piece, index } of data.matchAll(solidPieces)) {
      isSpaced ||= /\s/.test(data.slice(taken, index));
      for (const { text, start, end } of composed(piece))
        append(node, text, index + start, index + end);
      taken = index + piece.length;
    }
    isSpaced ||= /\s/.test(data.slice(taken));
  }

  function append(node: Text, text: string, from: number, to: number): void {
    const last = runs.at(-1);
    const spaces = isSpaced && value !== '' ? 1 : 0;
    isSpaced = false;
    if (spaces) value += ' ';
    const start = value.length;
    value += text;
    const continues = last?.node === node && last.to + spaces === from && isLinear(last);
    if (continues && to - from === text.length) {
      last.to = to;
      last.end = value.length;
    } else runs.push({ node, from, to, start, end: value.length });
  }

  takeAll(root);
  return new PageText(value, runs);
}

/** True for a run with a unit of the node for each unit of the text; otherwise it is one whole. */
function isLinear({ from, to, start, end }: Run): boolean {
  return to - from === end - start;
}

function isSame({ node }: Run, container: Node): boolean {
  return node === container;
}

/** Where in the text an offset of the run's node lies; `whole` for runs that are one. */
function offsetIn(run: Run, offset: number, whole: number): number {
  if (!isLinear(run)) return whole;
  return Math.min(Math.max(run.start + (offset - run.from), run.start), run.end);
}

const isText = (node: Node): node is Text =>
  node.nodeType === Node.TEXT_NODE || node.nodeType === Node.CDATA_SECTION_NODE;
const isElement = (node: Node): node is Element => node.nodeType === Node.ELEMENT_NODE;
