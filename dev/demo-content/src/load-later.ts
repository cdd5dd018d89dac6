import { hideNotice, showNotice } from './views/notices.ts';

type Later = typeof import('./later.ts');

let loading: Promise<Later> | undefined;

/**
 * Loads what comes after the first page, once; after a failure it is asked for again.
 *
 * @throws {TypeError} when it cannot be had: there is no connection, or a newer edition has replaced it.
 */
export function loadLater(): Promise<Later> {
  loading ??= fetchLater().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function fetchLater(): Promise<Later> {
  // Of a module that could not be had Chromium says so for the life of the page, without asking again
  // (HTML, module map): it must be there, in the cache, when it is imported.
  for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel=prefetch]')) {
    const answer = await fetch(href);
    if (!answer.ok) throw new TypeError();
    await answer.blob();
  }
  return import('./later.ts');
}

/** The same for somebody who waits for it, and is told where it cannot be had. @returns then undefined. */
export async function loadLaterOrSay(): Promise<Later | undefined> {
  try {
    const later = await loadLater();
    hideNotice('missing');
    return later;
  } catch {
    showNotice(
      'missing',
      'Ein Teil dieser Seite konnte nicht geladen werden. Bitte lade sie neu, sobald du wieder verbunden bist.',
    );
    return undefined;
  }
}
