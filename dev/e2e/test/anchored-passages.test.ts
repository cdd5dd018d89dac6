import { annotationsCalls } from '@lectern/contracts/calls/annotations/annotations';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPublication, type EditedPage } from '../src/annotated-publication.ts';
import { sharedBrowser } from '../src/journeys.ts';

/*
 * Passages that a user has marked in the demo publication, after an editor has been at it. No server: the
 * publication's own views show its own texts in a real browser.
 */

let page: Page;
let rain: EditedPage;
let clouds: EditedPage;

beforeAll(async () => {
  page = await openPublication(await sharedBrowser());
  rain = await page.evaluate(() => window.publication.page('wasserkreislauf', 1));
  clouds = await page.evaluate(() => window.publication.page('wasserkreislauf', 2));
});
afterAll(() => page?.close());

/** Exercises have texts of their own: their locations are others. */
const except = '.exercise, .pager';

/** Marks a passage in one version of a page, and finds it in another. */
function marked(passage: string, before: EditedPage, after: EditedPage) {
  return page.evaluate(
    ({ passage, before, after, except }) => {
      const { publication, annotations } = window;
      const shown = publication.show(before);
      const selectors = annotations.describePassage(
        publication.select(shown, passage),
        annotations.readText(shown, { except }),
      );
      if (typeof selectors === 'string') throw new Error(selectors);
      const edited = publication.show(after);
      const found = annotations.findPassage(selectors, annotations.readText(edited, { except }));
      return found && { text: found.range.toString(), how: found.how };
    },
    { passage, before, after, except },
  );
}

function withText(page: EditedPage, from: string, to: string): EditedPage {
  const json = JSON.stringify(page);
  const edited = json.replace(JSON.stringify(from).slice(1, -1), JSON.stringify(to).slice(1, -1));
  if (edited === json) throw new Error(`Not in the page: ${from}`);
  return JSON.parse(edited) as EditedPage;
}

function withBlocks(
  page: EditedPage,
  edit: (blocks: EditedPage['blocks']) => EditedPage['blocks'],
): EditedPage {
  return { ...page, blocks: edit(page.blocks) };
}

const paragraph = (text: string) => ({ kind: 'paragraph', text });

describe('a passage of the demo publication is found again', () => {
  test('over bold words, in an unchanged page', async () => {
    const passage = 'Das Wasser verdunstet. Das Gas heisst Wasserdampf.';
    expect(await marked(passage, rain, rain)).toEqual({ text: passage, how: 'position' });
  });

  test('over two paragraphs', async () => {
    const passage = 'Niederschlag auf die Erde: als Regen, Schnee oder Hagel.Ein Teil des Wassers';
    expect(await marked(passage, rain, withText(rain, 'unsichtbares', 'unsichtbar'))).toEqual({
      text: passage,
      how: 'quote',
    });
  });

  test('after a paragraph and a picture have come in before it', async () => {
    const edited = withBlocks(rain, (blocks) => [
      paragraph('Hast du schon einmal in eine Pfütze geschaut, bis sie weg war?'),
      ...clouds.blocks.filter(({ kind }) => kind === 'picture'),
      ...blocks,
    ]);
    expect(await marked('Grundwasser', rain, edited)).toEqual({
      text: 'Grundwasser',
      how: 'quote',
    });
  });

  test('after its paragraph was moved to the end', async () => {
    const edited = withBlocks(rain, ([first, ...others]) => [...others, first!]);
    expect(await marked('heisst Wasserdampf', rain, edited)).toEqual({
      text: 'heisst Wasserdampf',
      how: 'quote',
    });
  });

  test('after all bold words have become plain', async () => {
    const edited = withBlocks(rain, (blocks) =>
      blocks.map((block) =>
        block.text === undefined ? block : { ...block, text: block.text.replaceAll('**', '') },
      ),
    );
    expect(await marked('Er kondensiert an feinen', rain, edited)).toEqual({
      text: 'Er kondensiert an feinen',
      how: 'position',
    });
  });

  test('after its paragraph was divided in two', async () => {
    const edited = withBlocks(rain, (blocks) =>
      blocks.flatMap((block) =>
        block.text?.startsWith('Warme Luft')
          ? block.text.split(/(?<=wird sie\.) /).map(paragraph)
          : [block],
      ),
    );
    const passage = 'desto kälter wird sie. In der Kälte';
    expect(await marked(passage, rain, edited)).toEqual({
      text: passage.replace('. ', '.'),
      how: 'position',
    });
  });
});

describe('a passage of the demo publication is said not to be there', () => {
  test('after its paragraph was deleted, though its word stands in others', async () => {
    const edited = withBlocks(rain, (blocks) =>
      blocks.filter(({ text }) => !text?.startsWith('Warme Luft')),
    );
    expect(await marked('Tröpfchen', rain, edited)).toBeUndefined();
    expect(await marked('Wolke', rain, edited)).toBeUndefined();
  });

  test('on another page of the course', async () => {
    expect(await marked('Auch aus feuchter Erde', rain, clouds)).toBeUndefined();
    expect(await marked('Staubkörnchen zu winzigen Tröpfchen', rain, clouds)).toBeUndefined();
  });
});

test('passages of a list are found again after it was turned into prose', async () => {
  const passages = ['Cirrus', 'wie Blumenkohl mit flachem Boden', 'dazu Nebel.'];
  const found = await page.evaluate(
    ({ clouds, passages }) => {
      const { publication, annotations } = window;
      const ofKinds = (article: HTMLElement) =>
        [...article.querySelectorAll('p')].filter(({ textContent }) =>
          /^\S+wolken \(/.test(textContent),
        );
      const listed = publication.show(clouds);
      const list = document.createElement('ul');
      const items = ofKinds(listed);
      items[0]!.before(list);
      for (const item of items) {
        const line = document.createElement('li');
        line.append(...item.childNodes);
        list.append(line);
        item.remove();
      }
      const text = annotations.readText(listed);
      const selectors = passages.map((passage) =>
        annotations.describePassage(publication.select(listed, passage), text),
      );
      const prose = publication.show(clouds);
      const [first, ...others] = ofKinds(prose);
      for (const other of others) {
        first!.append(' Und: ', ...other.childNodes);
        other.remove();
      }
      const proseText = annotations.readText(prose);
      return selectors.map((each) => {
        if (typeof each === 'string') throw new Error(each);
        const place = annotations.findPassage(each, proseText);
        return (
          place && [
            place.range.toString(),
            place.range.startContainer.parentElement?.closest('p') === first,
          ]
        );
      });
    },
    { clouds, passages },
  );
  expect(found).toEqual(passages.map((passage) => [passage, true]));
});

test('whatever is selected in the course is described as the contract takes it, and found where it was', async () => {
  const described = await page.evaluate(() => {
    const { publication, annotations } = window;
    const result = [];
    for (const thema of ['wasserkreislauf', 'bach']) {
      for (const number of [1, 2, 3]) {
        const shown = publication.show(publication.page(thema, number));
        const text = annotations.readText(shown);
        const nodes: Text[] = [];
        const walker = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) nodes.push(walker.currentNode as Text);
        for (let index = 0; index < nodes.length; index += 1) {
          const range = document.createRange();
          const last = nodes[Math.min(index + (index % 5), nodes.length - 1)]!;
          range.setStart(nodes[index]!, nodes[index]!.length >> 1);
          range.setEnd(last, last.length);
          const selectors = annotations.describePassage(range, text);
          if (typeof selectors === 'string') continue;
          const found = annotations.findPassage(selectors, text);
          const again = found && annotations.describePassage(found.range, text);
          result.push({ selectors, again, how: found?.how });
        }
      }
    }
    return result;
  });
  expect(described.length).toBeGreaterThan(150);
  for (const { selectors, again, how } of described) {
    expect({ again, how }).toEqual({ again: selectors, how: 'position' });
    const body = annotationsCalls.annotationsSaveForTopic.body.safeParse({
      subject: 'demo-mia',
      course_id_dto: { course_id: 'wasser' },
      issue_id_dto: { issue_id: 'wasser-2026' },
      topic_dto: { topic_id: 'wasserkreislauf-1' },
      annotations: [
        {
          annotation_id: '7d1f7a52-5b0c-4b3a-9d5e-0c6a1f2e3b01',
          anchor: { location: 'topic_text', ...selectors },
          color_index: 'ANNOTATION_COLOR_1',
          version: 0,
        },
      ],
    });
    expect(body.error).toBeUndefined();
  }
});
