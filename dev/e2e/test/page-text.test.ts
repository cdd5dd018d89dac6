import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPublication } from '../src/annotated-publication.ts';
import { sharedBrowser } from '../src/journeys.ts';

/* The text of a document, from which passages are described and in which they are found. */

let page: Page;

beforeAll(async () => {
  page = await openPublication(await sharedBrowser());
});
afterAll(() => page?.close());

function textOf(html: string, except?: string): Promise<string> {
  return page.evaluate(
    ({ html, except }) => {
      document.body.innerHTML = html;
      return window.annotations.readText(document.body, except ? { except } : {}).value;
    },
    { html, except },
  );
}

test.each([
  ['white space as a single space', '<p>  Das \n\t Gas  </p>', 'Das Gas'],
  ['no-break spaces as spaces', '<p>140&nbsp;Liter &#8239; am Tag</p>', '140 Liter am Tag'],
  [
    'no hints for hyphenation',
    '<p>Wasser&shy;kreis&#8203;lauf und Fluss<wbr>bett</p>',
    'Wasserkreislauf und Flussbett',
  ],
  [
    'words across markup',
    '<p>Ab<b>er<i>mil</i></b>lionen, <my-term>Tropfen</my-term>.</p>',
    'Abermillionen, Tropfen.',
  ],
  [
    'blocks apart',
    '<h1>Regen</h1><p>Die Sonne</p><div>scheint<p>.</p></div>',
    'Regen Die Sonne scheint .',
  ],
  ['lines apart', '<p>Regen<br>Schnee</p>', 'Regen Schnee'],
  ['list items apart', '<ul><li>Regen</li><li>Schnee</li></ul>', 'Regen Schnee'],
  [
    'cells apart',
    '<table><tr><th>Art</th><td>fest</td></tr><tr><td>Hagel</td></tr></table>',
    'Art fest Hagel',
  ],
  [
    'pictures as a gap',
    '<p>Die<img alt="Wolke" src="data:,">Wolke<svg><title>x</title><text>y</text></svg></p>',
    'Die Wolke',
  ],
  [
    'no source of a formula',
    '<p>Mit <math><semantics><mi>π</mi><annotation encoding="application/x-tex">\\pi</annotation></semantics></math></p>',
    'Mit π',
  ],
  ['nothing hidden', '<p>Ja<span hidden>nein</span></p><div hidden><p>nein</p></div>', 'Ja'],
  [
    'what is folded up',
    '<details><summary>Mehr</summary>dazu</details><p hidden="until-found">hier</p>',
    'Mehr dazu hier',
  ],
  [
    'nothing entered or pressed',
    '<p>Die <input value="x"><textarea>y</textarea> scheint.<button>Prüfen</button></p><p contenteditable>z</p>',
    'Die scheint.',
  ],
  [
    'no messages',
    '<p>Ja</p><p role="status">Gespeichert</p><div aria-live="polite">neu</div>',
    'Ja',
  ],
  [
    'no code',
    '<style>p{}</style><p>Ja</p><script>1</script><template>2</template><noscript>3</noscript>',
    'Ja',
  ],
  [
    'each of the letters that print as one',
    '<p>ﬁnden, ﬂießen, Eﬀekt</p>',
    'finden, fließen, Effekt',
  ],
  ['one form of accents', '<p>hu\u0308bsch und hübsch</p>', 'hübsch und hübsch'],
])('a text has %s', async (_what, html, text) => {
  expect(await textOf(html)).toBe(text);
});

test('a text leaves out what the publication names', async () => {
  const html =
    '<p>Die Sonne</p><section class="exercise"><p>Setze ein</p></section><p>scheint.</p>';
  expect(await textOf(html, '.exercise')).toBe('Die Sonne scheint.');
});

describe('a selection', () => {
  /** Describes what lies between two markers, finds it, and gives the markup that the found range covers. */
  function described(html: string) {
    return page.evaluate((html) => {
      document.body.innerHTML = html;
      const range = document.createRange();
      const [first, last] = document.querySelectorAll('s');
      range.setStartAfter(first!);
      range.setEndBefore(last!);
      const { annotations } = window;
      const text = annotations.readText(document.body);
      const selectors = annotations.describePassage(range, text);
      if (typeof selectors === 'string') return selectors;
      const passage = annotations.findPassage(selectors, text);
      const host = document.createElement('div');
      host.append(passage!.range.cloneContents());
      return { ...selectors, found: host.innerHTML };
    }, html);
  }

  test('over markup, soft hyphens and blocks is found with all of it', async () => {
    expect(
      await described(
        '<p>Das <s></s> Was&shy;ser <b>verdun</b>stet.</p>\n<p>Das <i>Gas</i> <s></s>heisst</p>',
      ),
    ).toEqual({
      quote: { exact: 'Wasser verdunstet. Das Gas', prefix: 'Das ', suffix: ' heisst' },
      position: { start: 4, end: 30 },
      found: '<p>Was\u00ADser <b>verdun</b>stet.</p>\n<p>Das <i>Gas</i></p>',
    });
  });

  test('counts code points, and composes accents', async () => {
    expect(await described('<p>🌧️ Es ist <s></s>hu\u0308bsch<s></s> 🌧️</p>')).toMatchObject({
      quote: { exact: 'hübsch', prefix: '🌧️ Es ist ', suffix: ' 🌧️' },
      position: { start: 10, end: 16 },
      found: 'hu\u0308bsch',
    });
  });

  test('within letters that print as one has all of them', async () => {
    expect(await described('<p>Sie ﬁ<s></s>nden<s></s> sie</p>')).toMatchObject({
      quote: { exact: 'nden', prefix: 'Sie fi', suffix: ' sie' },
    });
    expect(await described('<p>Sie <s></s>ﬁ<s></s>nden sie</p>')).toMatchObject({
      quote: { exact: 'fi', prefix: 'Sie ' },
      found: 'ﬁ',
    });
  });

  test('that starts or ends within a character has the whole of it', async () => {
    const selectors = await page.evaluate(() => {
      document.body.innerHTML = '<p>ein 👩‍👩‍👧 und hu\u0308bsch</p>';
      const { firstChild } = document.querySelector('p')!;
      const range = document.createRange();
      range.setStart(firstChild!, 7);
      range.setEnd(firstChild!, 'ein 👩‍👩‍👧 und hu'.length);
      const { annotations } = window;
      return annotations.describePassage(range, annotations.readText(document.body));
    });
    expect(selectors).toMatchObject({ quote: { exact: '👩‍👩‍👧 und hü' } });
  });

  test.each([
    ['of nothing', '<p>Das <s></s><s></s>Gas</p>', 'NO_TEXT'],
    ['of white space', '<p>Das<s></s> <s></s>Gas</p>', 'NO_TEXT'],
    ['of a picture', '<p>Das<s></s><img alt="Gas" src="data:,"><s></s>Gas</p>', 'NO_TEXT'],
    ['of hidden text', '<p>Das<s></s><span hidden>Gas</span><s></s>Gas</p>', 'NO_TEXT'],
    ['that is too long to be stored', `<s></s>${'Wasser '.repeat(715)}<s></s>`, 'TOO_LONG'],
  ])('%s is refused', async (_what, html, reason) => {
    expect(await described(html)).toBe(reason);
  });

  test('that goes beyond the text counts as far as the text goes', async () => {
    const selectors = await page.evaluate(() => {
      document.body.innerHTML =
        '<h1>Titel</h1><main>Die Sonne <b>scheint</b></main><footer>Ende</footer>';
      const range = document.createRange();
      range.selectNodeContents(document.body);
      const { annotations } = window;
      return annotations.describePassage(
        range,
        annotations.readText(document.querySelector('main')!),
      );
    });
    expect(selectors).toEqual({
      quote: { exact: 'Die Sonne scheint' },
      position: { start: 0, end: 17 },
    });
  });

  test('holds nothing that cannot be stored', async () => {
    const selectors = await page.evaluate(() => {
      document.body.textContent = 'a\0b \uD83C c';
      const range = document.createRange();
      range.selectNodeContents(document.body);
      const { annotations } = window;
      return annotations.describePassage(range, annotations.readText(document.body));
    });
    expect(selectors).toMatchObject({ quote: { exact: 'a\uFFFDb \uFFFD c' } });
  });
});

describe('passages are painted', () => {
  const yellow = 'rgb(255, 255, 0)';

  test('by a highlight of their name, without changing the document', async () => {
    await page.evaluate((yellow) => {
      document.body.innerHTML = `<style>body{font:30px monospace}::highlight(color-1){background:${yellow}}</style><p>Die <b>Sonne</b> scheint</p>`;
    }, yellow);
    const unpainted = await page.screenshot();
    const painted = await page.evaluate(() => {
      const { annotations, publication } = window;
      const before = document.body.innerHTML;
      const range = publication.select(document.querySelector('p')!, 'Sonne scheint');
      const isPainted = annotations.paint('color-1', [range]);
      return { isPainted, isUnchanged: document.body.innerHTML === before };
    });
    expect(painted).toEqual({ isPainted: true, isUnchanged: true });
    expect((await page.screenshot()).equals(unpainted)).toBe(false);
    await page.evaluate(() => window.annotations.paint('color-1', []));
    expect((await page.screenshot()).equals(unpainted)).toBe(true);
  });

  test('or it is said that the browser cannot', async () => {
    const isPainted = await page.evaluate(() => {
      Object.defineProperty(CSS, 'highlights', { value: undefined, configurable: true });
      return window.annotations.paint('color-1', []);
    });
    expect(isPainted).toBe(false);
  });
});
