import { silenceLimitInMs } from '@lectern/sdk/protocol';
import { elsewhere } from './answer.ts';
import type { Cause } from './finding.ts';
import { pageFault } from './page.ts';
import type { FirstOpening } from './scene.ts';

/** Why nothing was heard of a page that was opened, the likeliest cause first. */
export async function silenceOf(content: URL, opening: FirstOpening): Promise<Cause> {
  const { landed, blocked, misdirected, errors, shell } = opening;
  const said = `The page said nothing within ${silenceLimitInMs / 1000} seconds.`;
  if (misdirected !== undefined)
    return {
      why: `Its first message went to ${misdirected} alone, and the shell is at ${shell}: the browser kept it.`,
      toDo: 'Say hello to any origin (`*`), as `connect()` does without `containerOrigins`; nothing of the user is in it. Only what comes after goes to the origin that has answered.',
    };
  const reached = [blocked, landed].find(
    (address) => address !== undefined && address.origin !== content.origin,
  );
  if (reached) return elsewhere(content, reached);
  const fault = await pageFault(landed ?? content);
  if (fault) return { ...fault, why: `${said} ${fault.why}` };
  return {
    why: errors.length > 0 ? `${said} It failed: ${errors[0]}` : said,
    toDo: 'Say hello as soon as the page starts, as the SDK does: `const container = await connect()`.',
  };
}
