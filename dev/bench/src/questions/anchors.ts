import { launchBrowser } from '@lectern/chromium';
import { measureAnchors } from '../anchors/measure.ts';
import type { Benchmark } from '../figures.ts';

export const benchmark: Benchmark = {
  question:
    'How long does a page of 100000 characters take to find 200 annotations again, in Chromium, against a frame of a screen with 60 Hz?',

  remarks: `The page is made of German words in random order, in paragraphs with bold words. A user has marked 200 passages of one to thirty
words. *As they were*: nothing has changed. *Edited*: a sentence has come in at the beginning, and of every
tenth passage a letter has changed. *Gone*: the page says something else altogether, so that each passage is
looked for everywhere; that happens to a reader once, before the content takes note of it. Each is the
median of five turns. The size is of what content loads, the library for similar texts included.`,

  async run() {
    await using stack = new AsyncDisposableStack();
    const browser = await launchBrowser();
    stack.defer(() => browser.close());
    return await measureAnchors(await browser.newPage());
  },
};
