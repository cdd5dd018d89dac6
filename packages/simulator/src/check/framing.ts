import type { Cause } from './finding.ts';

/**
 * Says why a page may not be framed by an origin (X-Frame-Options of RFC 7034; frame-ancestors of CSP 3,
 * section 6.4.2, before which the former does not count).
 *
 * @param container Origin of the shell.
 */
export function framingFault(page: URL, headers: Headers, container: string): Cause | undefined {
  // Each has to allow it.
  const lists = directives(headers, 'frame-ancestors');
  const refusing = lists.find(
    ([, ...sources]) => !sources.some((source) => allows(source, page, container)),
  );
  if (refusing) {
    return {
      why: `Its header Content-Security-Policy says “${refusing.join(' ')}”, which excludes the shell.`,
      toDo: 'Add the origins of the shells to frame-ancestors; http://localhost:* for the simulator and the check.',
    };
  }
  const option = headers.get('X-Frame-Options');
  if (lists.length > 0 || option === null) return undefined;
  return {
    why: `Its header X-Frame-Options is “${option}”: no other origin may show it in a frame.`,
    toDo: 'Leave that header out, and name who may frame it in Content-Security-Policy: frame-ancestors.',
  };
}

/**
 * Says why the shell cannot see that the page's host is there. It asks with a request whose answer it leaves
 * unread, and hears nothing where the policy keeps other origins out; a frame's own document is not asked for
 * its policy (Fetch, Cross-Origin-Resource-Policy check). `same-site` is no fault: the shells may stand on the
 * page's site.
 *
 * @param container Origin of the shell.
 */
export function awayFault(page: URL, headers: Headers, container: string): Cause | undefined {
  const policy = headers.get('Cross-Origin-Resource-Policy');
  if (policy !== 'same-origin' || page.origin === container) return undefined;
  return {
    why: `Its header Cross-Origin-Resource-Policy is “${policy}”: if the page is slow to say hello, the shell checks whether its host is there, cannot see the answer, and covers the page as unreachable.`,
    toDo: 'Leave that header out for the page itself, or set it to “cross-origin”; what it loads from its own origin may keep it. What may frame the page is the business of frame-ancestors.',
  };
}

/**
 * Says how the page's own policy takes from it what it needs to speak: its scripts, and the origin that the
 * shell knows it by (CSP 3, section 6.3.1; HTML, section 7.1.1: opaque origins).
 */
export function sandboxFault(headers: Headers): Cause | undefined {
  const refusing = directives(headers, 'sandbox').flatMap(([, ...flags]) => {
    const allowed = new Set(flags.map((flag) => flag.toLowerCase()));
    const missing = neededFlags.filter((flag) => !allowed.has(flag));
    return missing.length === 0 ? [] : [{ flags, missing }];
  })[0];
  if (!refusing) return undefined;
  const { flags, missing } = refusing;
  const what = missing.includes('allow-same-origin')
    ? 'it has an opaque origin (“null”), and the shell ignores messages from there'
    : 'its scripts do not run';
  return {
    why: `Its header Content-Security-Policy says “${['sandbox', ...flags].join(' ')}”: ${what}.`,
    toDo: `Leave sandbox out, or add ${missing.join(' and ')} to it. The shell's frame has a sandbox of its own.`,
  };
}

const neededFlags = ['allow-scripts', 'allow-same-origin'];

/** Name and values of each. Several policies are joined with commas. */
function directives(headers: Headers, wanted: string): string[][] {
  return (headers.get('Content-Security-Policy') ?? '')
    .split(/[;,]/)
    .map((directive) => directive.trim().split(/\s+/))
    .filter(([name]) => name?.toLowerCase() === wanted);
}

function allows(source: string, page: URL, container: string): boolean {
  const wanted = new URL(container);
  if (source === '*') return true;
  if (source.toLowerCase() === "'self'") return page.origin === container;
  if (/^[a-z]+:$/i.test(source)) return source.toLowerCase() === wanted.protocol;
  const [, scheme, name = '', port] =
    /^(?:([a-z]+):\/\/)?(\*|(?:\*\.)?[\w.-]+)(?::(\d+|\*))?\/?$/i.exec(source) ?? [];
  if (!name || (scheme ?? page.protocol.slice(0, -1)) !== wanted.protocol.slice(0, -1))
    return false;
  const isHost = name.startsWith('*')
    ? wanted.hostname.endsWith(name.slice(1))
    : name.toLowerCase() === wanted.hostname;
  return isHost && (port === '*' || (port ?? '') === wanted.port);
}
