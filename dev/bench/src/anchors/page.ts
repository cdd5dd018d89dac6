import { describePassage, findPassage, readText, type TextSelectors } from '@lectern/annotations';

/* In the page: makes texts, marks passages, and measures how long it takes to find them. */

const characters = 100_000;
const annotations = 200;
const turns = 5;

const syllables =
  'wa ser tro pfen ver dun stet wol ke ne bel re gen bach see ufer kie sel tal'.split(' ');

/** Random numbers below a limit, the same in each run (mulberry32). */
function numbersFrom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

/** A page of paragraphs with bold words. */
function pageOf(seed: number): HTMLElement {
  const below = numbersFrom(seed);
  const article = document.createElement('article');
  for (let length = 0; length < characters;) {
    const paragraph = document.createElement('p');
    for (let count = 0; count < 80; count += 1) {
      const word = Array.from({ length: 1 + below(4) }, () => syllables[below(syllables.length)]);
      const text = `${word.join('')}${count % 12 === 11 ? '. ' : ' '}`;
      const bold = document.createElement('b');
      bold.append(text);
      paragraph.append(count % 20 === 7 ? bold : text);
      length += text.length;
    }
    paragraph.normalize();
    article.append(paragraph);
  }
  document.body.replaceChildren(article);
  return article;
}

/** Passages of one to thirty words, all over the page. */
function mark(article: HTMLElement): TextSelectors[] {
  const below = numbersFrom(annotations);
  const text = readText(article);
  const paragraphs = article.children;
  return Array.from({ length: annotations }, (_, index) => {
    const paragraph = paragraphs[Math.floor((index * paragraphs.length) / annotations)]!;
    const node = paragraph.firstChild!;
    const words = [...node.textContent!.matchAll(/\S+/g)];
    const first = below(words.length);
    const last = words[Math.min(words.length - 1, first + below(30))]!;
    const range = document.createRange();
    range.setStart(node, words[first]!.index);
    range.setEnd(node, last.index + last[0].length);
    return describePassage(range, text) as TextSelectors;
  });
}

/** Puts a sentence before the page, and changes a letter in every tenth passage. */
function edit(article: HTMLElement, marked: readonly TextSelectors[]): void {
  const text = readText(article);
  for (const selectors of marked.filter((_, index) => index % 10 === 0)) {
    const { startContainer, startOffset } = findPassage(selectors, text)!.range;
    (startContainer as Text).replaceData(startOffset + 1, 1, 'x');
  }
  article.prepend('Diese Seite ist neu bearbeitet. ');
}

function median(measure: () => void): number {
  const times = Array.from({ length: turns }, () => {
    const start = performance.now();
    measure();
    return performance.now() - start;
  });
  return times.toSorted((a, b) => a - b)[turns >> 1]!;
}

function findAll(article: HTMLElement, marked: readonly TextSelectors[], expected: number): number {
  const text = readText(article);
  const find = () => marked.filter((selectors) => findPassage(selectors, text)).length;
  // Faster by not finding them would be no achievement.
  const count = find();
  if (Math.abs(count - expected) > annotations * 0.02)
    throw new Error(`${count} of ${expected} passages were found.`);
  return median(find);
}

window.measureAnchors = () => {
  const article = pageOf(1);
  const reading = median(() => readText(article));
  const marked = mark(article);
  const unchanged = findAll(article, marked, annotations);
  edit(article, marked);
  const edited = findAll(article, marked, annotations);
  return { reading, unchanged, edited, gone: findAll(pageOf(2), marked, 0) };
};
