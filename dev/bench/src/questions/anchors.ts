import { launchBrowser } from '@lectern/chromium';
import { measureAnchors } from '../anchors/measure.ts';
import type { Benchmark } from '../figures.ts';

export const benchmark: Benchmark = {
  question:
    'How long do 200 annotations take to be found again in 100000 characters, in Chromium, against a frame at 60 Hz?',

  remarks:
    'A page of German words in random order with 200 marked passages. *Edited*: a sentence at the beginning, a letter in every tenth passage. *Gone*: another text, so that each passage is looked for everywhere, once. Medians of five turns.',

  async run() {
    await using stack = new AsyncDisposableStack();
    const browser = await launchBrowser();
    stack.defer(() => browser.close());
    return await measureAnchors(await browser.newPage());
  },
};
