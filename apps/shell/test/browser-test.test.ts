import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { browserTest } from '../build/browser-test.ts';

interface Element {
  lang?: string;
  children: unknown[];
}

/** Text of a browser with this language. */
function shownBy(language: string | undefined, isOld: boolean) {
  const app: Element = { children: ['Loading...'] };
  const hidden = new Set(['hidden']);
  const element = (): Element & Readonly<Record<string, unknown>> => ({
    children: [],
    style: {},
    setAttribute: () => {},
    appendChild(child: unknown) {
      this.children.push(child);
    },
  });
  const root = {
    get firstChild() {
      return app.children[0];
    },
    removeAttribute: (name: string) => void hidden.delete(name),
    removeChild: () => app.children.pop(),
    appendChild: (child: unknown) => app.children.push(child),
  };
  const page = {
    navigator: { language },
    document: {
      createElement: element,
      createTextNode: (text: string) => text,
      getElementById: () => root,
    },
    isTooOld: undefined,
  };
  const old = isOld ? 'delete Array.prototype.findLast;' : '';
  runInNewContext(old + browserTest.replaceAll(/\n\s*/g, ''), page);
  return { shown: app.children[0] as Element, isHidden: hidden.size > 0, isTooOld: page.isTooOld };
}

test.each([
  ['de-CH', 'de', 'Dieser Browser ist zu alt.'],
  ['de-DE', 'de', 'Dieser Browser ist zu alt.'],
  ['fr-CH', 'fr', 'Ce navigateur est trop ancien.'],
  ['it', 'it', 'Questo browser è troppo vecchio.'],
  ['en-US', 'en', 'This browser is too old.'],
  ['rm-CH', 'de', 'Dieser Browser ist zu alt.'],
  [undefined, 'de', 'Dieser Browser ist zu alt.'],
])('an older browser in %s gets a sentence with the list', (language, lang, sentence) => {
  const { shown, isHidden, isTooOld } = shownBy(language, true);
  expect([isTooOld, isHidden]).toEqual([true, false]);
  expect(shown.lang).toBe(lang);
  const [text] = shown.children;
  expect(text).toContain(sentence);
  expect(text).toContain('Chrome 109, Edge 109, Firefox 115, Safari 15.4, iPadOS 15.4.');
});

test('a supported browser does not see it', () => {
  expect(shownBy('de-CH', false)).toEqual({
    shown: 'Loading...',
    isHidden: true,
    isTooOld: undefined,
  });
});

test('older browsers can read it', () => {
  expect(browserTest).not.toMatch(/=>|\b(let|const|class|async)\b|`|\?\.|\?\?/);
});
