import { launchBrowser } from '@lectern/chromium';
import { measureMemory } from '../bridge/memory.ts';
import { servePages } from '../bridge/pages.ts';
import { measureSizes } from '../bridge/sizes.ts';
import { measureSpeed, titles } from '../bridge/speed.ts';
import type { Benchmark } from '../figures.ts';

export const benchmark: Benchmark = {
  question:
    'How many calls a second does content make over the bridge, every check and limit on, against a bare MessageChannel between the same origins, and against libraries; what do a million calls leave in memory, and what does the SDK weigh?',

  remarks: `The call is \`setPlace\` with three short texts, answered at once. All take turns in one page, in random
order; each ratio is the median of the ratios within a round. In the engines beside Chromium the product and
the bare channel run alone, with the content in the shell's process, where the bridge's own share is largest.
By how much the bare MessageChannel differs from itself, *once more*, is the machine's noise. Libraries are
used as their own documentation says for frames: penpal goes over to a port by itself, comlink and post-me
stay with window messages. The bridge is the shell's own (\`openBridge\`, \`createDispatch\`) with its clock and its limits; only for the
memory the shell's clock runs a thousand times faster, or the limit on messages would spread the million
over a quarter of an hour.

Which of the two places the content has, the browser decides by the addresses: a process of its own where
shell and content are of different sites, the shell's where they are of one. Of
what the bridge costs beyond the bare channel the longer messages (\`origin\`, \`action\`) are a tenth, and two
looks at the clock a third or more, one for the limit on messages and one for the time limit of the answer:
without them the same machine gave 0.78 with 1 in flight and 0.88 with 32. The rest is the checks and the
promise of the answer.`,

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
