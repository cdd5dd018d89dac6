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

/** Address of a browser extension's script. Filters of schools and password managers run some in every page. */
const extensionAddress = /-extension:\/\/|\bwebkit-masked-url:\/\//;

/**
 * Logs for the life of the page what nobody has caught: its name and where, and nothing that it says.
 * Skips errors of extensions and ResizeObserver notices.
 */
export function logUncaught(): void {
  let logged = 0;
  const isLogged = (uncaught: UncaughtError) =>
    !isOfExtension(uncaught) && ++logged <= loggedMaximum;
  addEventListener('error', ({ error, message, filename, lineno, colno }) => {
    if (message?.startsWith('ResizeObserver loop')) return;
    const uncaught = new UncaughtError(error, `${filename}:${lineno}:${colno}`);
    if (isLogged(uncaught)) log('error', 'An error was not caught.', uncaught);
  });
  addEventListener('unhandledrejection', ({ reason }) => {
    const uncaught = new UncaughtError(reason);
    if (isLogged(uncaught)) log('error', 'A rejection was not handled.', uncaught);
  });
}

/** False where a script of the page takes part: extensions wrap functions of the browser. */
function isOfExtension(uncaught: UncaughtError): boolean {
  return (
    extensionAddress.test(uncaught.place ?? stackOf(uncaught)) && !('file' in placeOf(uncaught))
  );
}

function stackOf({ thrown, place = '' }: UncaughtError): string {
  try {
    return thrown instanceof Error ? `${place}\n${thrown.stack}` : place;
  } catch {
    // Getters of a thrown value may throw.
    return place;
  }
}

/**
 * The first script of the page that is named. A stack quotes the error's message, so a name counts
 * only when the page has loaded a script under it.
 */
export function placeOf(uncaught: UncaughtError): Detail {
  for (const [place, file = '', line, column] of stackOf(uncaught).matchAll(scriptPlace)) {
    const address = place.slice(0, place.lastIndexOf('.js') + 3);
    if (performance.getEntriesByName(address, 'resource').length > 0)
      return { file, line: Number(line), column: Number(column) };
  }
  return {};
}
