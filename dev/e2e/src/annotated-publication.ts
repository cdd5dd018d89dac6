import { fileURLToPath } from 'node:url';
import type * as annotations from '@lectern/annotations';
import type { Browser, Page } from 'playwright-core';
import { build, type Rolldown } from 'vite';

/* A window with pages of the demo publication, as an editor changes them, and what anchors annotations. */

/** Parts of a page that an editor may change; the rest goes along. */
export interface EditedPage {
  readonly title: string;
  readonly lead: string;
  readonly blocks: readonly { readonly kind: string; readonly text?: string }[];
}

/** In the window. */
export interface Publication {
  page(themaId: string, pageNumber: number): EditedPage;
  /** Shows a page as the publication does, instead of the one before. */
  show(page: EditedPage): HTMLElement;
  /** A user's selection: the first such text to be seen in an element, over all markup. */
  select(within: Element, text: string): Range;
}

declare global {
  interface Window {
    publication: Publication;
    annotations: typeof annotations;
  }
}

const entry = '\0entry';

const code = `
  import * as annotations from '@lectern/annotations';
  import { Answer } from '/src/answers.ts';
  import { exercisesOf } from '/src/course/model.ts';
  import { wasser } from '/src/course/wasser.ts';
  import { Learner } from '/src/learner.ts';
  import { placesOf } from '/src/navigation.ts';
  import { createCoursePage } from '/src/views/course-page.ts';

  const [thema] = wasser.themen;

  function show(page) {
    const answers = new Map(
      exercisesOf(page).map((exercise) => [exercise.id, new Answer(wasser, exercise)]),
    );
    const article = createCoursePage(
      { thema, page, pageNumber: 1 },
      {
        places: placesOf(wasser),
        answers,
        learner: new Learner(),
        // Nothing is written yet; films wait for a container.
        notes: Object.assign(new EventTarget(), { items: [], isOpen: false }),
        issue: wasser,
        container: new Promise(() => {}),
        signal: new AbortController().signal,
        onAnswered() {},
        onDone() {},
      },
    );
    document.body.replaceChildren(article);
    return article;
  }

  function select(within, text) {
    const nodes = [];
    const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
    while (walker.nextNode())
      if (!walker.currentNode.parentElement.closest('[hidden]')) nodes.push(walker.currentNode);
    const all = nodes.map(({ data }) => data).join('');
    const start = all.indexOf(text);
    if (start === -1) throw new Error('Not in the page: ' + text);
    const pointAt = (offset, isEnd) => {
      let before = 0;
      for (const node of nodes) {
        const isIn = isEnd ? offset <= before + node.length : offset < before + node.length;
        if (isIn) return [node, offset - before];
        before += node.length;
      }
    };
    const range = document.createRange();
    range.setStart(...pointAt(start, false));
    range.setEnd(...pointAt(start + text.length, true));
    return range;
  }

  window.annotations = annotations;
  window.publication = {
    page: (themaId, pageNumber) =>
      wasser.themen.find(({ id }) => id === themaId).pages[pageNumber - 1],
    show,
    select,
  };
`;

export async function openPublication(browser: Browser): Promise<Page> {
  const built = await build({
    root: fileURLToPath(new URL('../../demo-content/', import.meta.url)),
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [
      {
        name: 'entry',
        resolveId: (source) => (source === 'entry' ? entry : undefined),
        load: (id) => (id === entry ? code : undefined),
      },
    ],
    build: {
      write: false,
      minify: false,
      modulePreload: false,
      rolldownOptions: { input: 'entry', output: { format: 'iife' } },
    },
  });
  const [script] = (built as Rolldown.RolldownOutput).output;
  const page = await browser.newPage();
  await page.setContent('<!doctype html><html lang="de"><title>Wasser entdecken</title>');
  await page.addScriptTag({ content: script.code });
  return page;
}
