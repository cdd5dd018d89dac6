import { isAwaitedAnswer } from '../auth/pending-sign-in.ts';
import type { SignInConfiguration } from '../configuration.ts';
import { restoreSession, type RestoredSession } from './restore.ts';

/** Section 2 of the specification. */
const routes: ReadonlySet<string> = new Set(['/', '/login', '/logout', '/auth-callback']);

/**
 * The stored session that the page goes on with. The login page begins without one, and so does the callback
 * page with the answer to a sign-in of this tab. With any other answer the callback page is no page of its
 * own, because old answers come back by the back button, bookmarks and mails.
 */
export function sessionOfPage(signIn: SignInConfiguration): RestoredSession | undefined {
  const { pathname, search, hash } = location;
  const route = routeOf(pathname);
  if (route !== pathname) history.replaceState(null, '', route + search + hash);
  const isCallback = route === '/auth-callback';
  if (route === '/login' || (isCallback && isAwaitedAnswer(search))) return undefined;
  const restored = restoreSession(signIn);
  if (isCallback && restored) history.replaceState(null, '', '/');
  return restored;
}

/**
 * The route that a path names, as the routes are written here: the router takes other letter cases, escapes
 * and a slash at the end, too. Any other path comes back as it is.
 */
function routeOf(path: string): string {
  const route = decoded(path).toLowerCase().replace(/\/$/, '') || '/';
  return routes.has(route) ? route : path;
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
