import { launchBrowser } from '@lectern/chromium';
import { measureMemory } from '../bridge/memory.ts';
import { servePages } from '../bridge/pages.ts';
import { measureSizes } from '../bridge/sizes.ts';
import { measureSpeed, titles } from '../bridge/speed.ts';
import type { Benchmark } from '../figures.ts';

export const benchmark: Benchmark = {
  question:
    'How many calls a second does the bridge take, every check on, against a bare MessageChannel and penpal; what do they leave in memory; what does the SDK weigh?',

  remarks:
    "`setPlace` with three short texts, answered at once; all take turns in random order, and a ratio is the median of the ratios within a round. Beside Chromium the content is in the shell's process. In Chromium, content in the shell's process, the bare channel with messages of the bridge's form comes to 0.92 to 1 of itself. Checks and promises of a call take 0.3 µs in the shell and 0.15 µs in the content once they are compiled, 1 to 2 µs in the first ten thousand calls or so; two looks at the clock take 0.06 µs. What else makes the difference is likely, not proven, code that is not compiled yet. For the memory the shell's clock runs a thousand times faster.",

  async run() {
    await using stack = new AsyncDisposableStack();
    const pages = await servePages(Object.keys(titles));
    stack.defer(() => pages.close());
    // No second browser runs beside the engines, because it takes processor time from them.
    const speed = await measureSpeed(pages);
    const browser = await launchBrowser();
    stack.defer(() => browser.close());
    const memory = await measureMemory(await browser.newContext(), pages);
    return [...speed, ...memory, ...(await measureSizes())];
  },
};
