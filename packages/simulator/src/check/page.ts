import { askFor } from './answer.ts';
import type { Cause } from './finding.ts';
import { framingFault, sandboxFault } from './framing.ts';

/** Stands for the shells of this machine: which port they get is not known before they start. */
export const localShell = 'http://localhost:1';

/** Media types that browsers show as a page of its own, scripts included. */
const pageTypes = /^(text\/html|application\/xhtml\+xml|image\/svg\+xml|(text|application)\/xml)$/;

/**
 * Says what keeps the page from being shown, or heard, in the shell's frame, as far as its address and headers
 * say it. It takes no browser.
 */
export async function pageFault(page: URL): Promise<Cause | undefined> {
  const answer = await askFor(page, 'GET');
  if ('why' in answer) return answer;
  const { address, status, headers } = answer;
  if (status < 200 || status > 299)
    return { why: `${address.href} answers with HTTP ${status}.`, toDo: mendOf(status) };
  const type = headers.get('Content-Type')?.split(';', 1)[0]?.trim().toLowerCase();
  // Without one browsers look at what comes.
  if (type && !pageTypes.test(type))
    return {
      why: `${address.href} is not a page: its Content-Type is ${type}.`,
      toDo: 'Name an HTML page (text/html), which says hello and shows the rest. If it is one, let its server say so.',
    };
  return framingFault(address, headers, localShell) ?? sandboxFault(headers);
}

function mendOf(status: number): string {
  if (status === 404 || status === 410) return 'Name its first page.';
  if (status === 401 || status === 403 || status === 407)
    return 'Let everybody read the page: the frame sends no password, and the platform decides who may open it.';
  if (status === 429) return 'Wait a while, or let its server answer more requests.';
  if (status >= 500) return 'Its server has failed, or one behind it: its log says why.';
  return 'Let its server answer with HTTP 200 and the page.';
}
