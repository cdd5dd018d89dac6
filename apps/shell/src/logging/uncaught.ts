import type { Detail } from './detail.ts';
import { log } from './log.ts';

/** An uncaught error. Its message could quote anything, so it has none. */
export class UncaughtError extends Error {
  override readonly name = 'UncaughtError';
  readonly thrown: unknown;
  /** The browser's word for where, such as `https://…/assets/shell-….js:1:2`; absent: see the stack. */
  readonly place: string | undefined;

  constructor(thrown: unknown, place?: string) {
    super();
    this.thrown = thrown;
    this.place = place;
  }
}

/** A place in one of the shell's scripts, as browsers write it in a stack. */
const scriptPlace = /https?:\/\/[^\s()@?#]+?\/assets\/([\w-]+\.js):(\d+):(\d+)/g;

/** How many of them a page logs: what fails in a loop must not push everything else out of the log. */
const loggedMaximum = 25;

/** Logs for the life of the page what nobody has caught: its name and where, and nothing that it says. */
export function logUncaught(): void {
  let logged = 0;
  const hasRoom = () => ++logged <= loggedMaximum;
  addEventListener('error', ({ error, filename, lineno, colno }) => {
    const place = `${filename}:${lineno}:${colno}`;
    if (hasRoom()) log('error', 'An error was not caught.', new UncaughtError(error, place));
  });
  addEventListener('unhandledrejection', ({ reason }) => {
    if (hasRoom()) log('error', 'A rejection was not handled.', new UncaughtError(reason));
  });
}

/**
 * The first script of the page that is named. A stack quotes the error's message, so a name counts
 * only when the page has loaded a script under it.
 */
export function placeOf({ thrown, place }: UncaughtError): Detail {
  const stack = place ?? (thrown instanceof Error ? String(thrown.stack) : '');
  for (const [place, file = '', line, column] of stack.matchAll(scriptPlace)) {
    const address = place.slice(0, place.lastIndexOf('.js') + 3);
    if (performance.getEntriesByName(address, 'resource').length > 0)
      return { file, line: Number(line), column: Number(column) };
  }
  return {};
}
