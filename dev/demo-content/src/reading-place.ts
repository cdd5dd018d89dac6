import type { Container } from '@lectern/sdk';
import { deepLinkOf, type Place } from './navigation.ts';

/*
 * Where this tab was reading. The container sets the address of its frame anew when its page is
 * reloaded, so the fragment alone would not survive that.
 */
const key = 'readingPlace';

/** Keeps the fragment of the open page until the tab is closed or the reader signs out. */
export function rememberPlace(fragment: string): void {
  withStorage((storage) => storage.setItem(key, fragment));
}

/** The fragment of the page that was open last in this tab; empty where none is known. */
export function rememberedPlace(): string {
  return withStorage((storage) => storage.getItem(key)) ?? '';
}

/** The next reader begins at the start. */
export function forgetPlace(): void {
  withStorage((storage) => storage.removeItem(key));
}

/**
 * Tells the container where the reader is: after a session that was lost it leads back there. One that
 * cannot is no reason to disturb anybody.
 */
export function tellPlace(
  container: Promise<Pick<Container, 'setPlace'> | undefined>,
  place: Place | undefined,
): void {
  container.then((found) => found?.setPlace(deepLinkOf(place))).catch(() => {});
}

/** A browser may refuse storage to a page inside a frame of another site. */
function withStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}
