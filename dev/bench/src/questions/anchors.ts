import { launchBrowser } from '@lectern/e2e';
import { measureAnchors } from '../anchors/measure.ts';
import type { Benchmark } from '../figures.ts';

export const benchmark: Benchmark = {
  question:
    'How long does a page of 100000 characters take to find 200 annotations again, in Chromium, against a frame of a screen with 60 Hz?',

  remarks:
    'A page of German words in random order with 200 marked passages. *Edited*: a sentence at the beginning, a letter in every tenth passage. *Gone*: another text, so that each passage is looked for everywhere, once. Medians of five turns.',

  async run() {
    await using stack = new AsyncDisposableStack();
    const browser = await launchBrowser();
    stack.defer(() => browser.close());
    return await measureAnchors(await browser.newPage());
  },
};
