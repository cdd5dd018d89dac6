import type { Cause } from './finding.ts';

/** An answer of the page's own origin; its body is left unread. */
export interface Answer {
  /** After all redirects. */
  readonly address: URL;
  readonly status: number;
  readonly headers: Headers;
}

/** How long a server may take to answer, in milliseconds. */
const answerLimitInMs = 10_000;
/** Browsers give up after as many (Fetch, section 4.4, step 5). */
const redirectLimit = 20;

/**
 * Asks for the page as a browser would, redirects included.
 *
 * @returns why there is no answer where none comes, or where it leads to another origin
 */
export async function askFor(page: URL, method: 'GET' | 'HEAD'): Promise<Answer | Cause> {
  let address = page;
  for (let redirects = 0; redirects <= redirectLimit; redirects++) {
    const answer = await ask(address, method);
    if ('why' in answer) return answer;
    const next = answer.headers.get('Location');
    if (answer.status < 300 || answer.status > 399 || next === null) return answer;
    if (!URL.canParse(next, address))
      return {
        why: `${address.href} redirects to “${next}”, which is not an address.`,
        toDo: 'Fix that redirect.',
      };
    address = new URL(next, address);
    if (address.origin !== page.origin) return elsewhere(page, address);
  }
  return {
    why: `${page.href} redirects in a circle: after ${redirectLimit} redirects no page has come.`,
    toDo: 'Fix the redirect, such as one from http to https behind a proxy, or one that waits for a cookie: in a frame there may be none.',
  };
}

/** The shell frames, hears and answers the one origin that it was given. */
export function elsewhere(page: URL, reached: URL): Cause {
  return {
    why: `${page.href} leads to another origin, ${reached.origin}; the shell shows and hears ${page.origin} alone.`,
    toDo: `Name ${reached.href} itself, to the check as to the platform, or let it stay on its origin.`,
  };
}

async function ask(address: URL, method: 'GET' | 'HEAD'): Promise<Answer | Cause> {
  try {
    const signal = AbortSignal.timeout(answerLimitInMs);
    const response = await fetch(address, { method, redirect: 'manual', signal });
    await response.body?.cancel();
    return { address, status: response.status, headers: response.headers };
  } catch (error) {
    return causeOf(error, address, method);
  }
}

/** @param error Of `fetch`, whose `cause` is that of the connection. */
function causeOf(error: unknown, { href, host, hostname }: URL, method: string): Cause {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
  const code = cause && 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
  if (isTimeout || /TIMEOUT|TIMEDOUT/.test(code))
    return {
      why: `${href} has not answered ${method} within ${answerLimitInMs / 1000} seconds.`,
      toDo: 'Find out what delays its server, or whether a firewall in front of it blocks the request.',
    };
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return { why: `No machine is known as ${hostname} (${code}).`, toDo: 'Correct the address.' };
  if (code === 'ECONNREFUSED')
    return { why: `Nobody answers at ${href}.`, toDo: 'Start its server.' };
  if (/CERT|SIGNATURE|ISSUER|HOSTNAME/.test(code))
    return {
      why: `The certificate of ${host} is not trusted: ${cause?.message} (${code}).`,
      toDo: 'Give its server a valid certificate for this name, with those between it and its authority. One of your own making is trusted when NODE_EXTRA_CA_CERTS names the file of its authority.',
    };
  if (/SSL|EPROTO/.test(code))
    return {
      why: `${host} answers, but does not speak https there (${code}).`,
      toDo: 'Give the port for https, or use http:// on this machine.',
    };
  return {
    why: `The answer of ${href} to ${method} could not be read: ${cause?.message ?? String(error)}${code && ` (${code})`}.`,
    toDo: 'Open the address in a browser, and fix what its server sends or leaves out.',
  };
}
