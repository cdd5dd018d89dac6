import type { Container, PublicationIssue } from '@lectern/sdk';
import { hideNotice, showNotice } from './views/notices.ts';

/** Opens the container's settings, where consent to analytics is given and withdrawn. */
export function openCookieSettings(container: Container): Promise<void> {
  return openOrSay('cookies', 'Die Cookie-Einstellungen lassen', () =>
    container.openCookieSettings(),
  );
}

/** Opens the container's dialog in which users download or delete their own data. */
export function openMyData(container: Container): Promise<void> {
  return openOrSay('my-data', '«Meine Daten» lässt', () => container.openMyData());
}

/** Opens the container's page of how far the user is, or for teachers their classes. */
export function openProgress(container: Container): Promise<void> {
  return openOrSay('progress', 'Der Fortschritt lässt', () => container.openProgress());
}

export function openClasses(container: Container): Promise<void> {
  return openOrSay('classes', 'Die Klassen lassen', () => container.openClasses());
}

/** Opens the container's field for a code. */
export function openCode(container: Container): Promise<void> {
  return openOrSay('code', 'Das Feld für den Code lässt', () => container.openCode());
}

/** Opens the container's question who may read the answers. */
export function openSharing(
  container: Pick<Container, 'openSharing'>,
  issue: PublicationIssue,
): Promise<void> {
  return openOrSay('sharing', 'Die Frage, wer deine Antworten liest, lässt', () =>
    container.openSharing(issue),
  );
}

/** @param what Begins the sentence that says that it cannot be opened. */
async function openOrSay(
  notice: string,
  what: string,
  open: () => Promise<unknown>,
): Promise<void> {
  hideNotice(notice);
  try {
    await openOver(open);
  } catch {
    showNotice(notice, `${what} sich gerade nicht öffnen. Bitte versuche es später noch einmal.`);
  }
}

/**
 * A modal dialog over the frame makes the browser forget what had the focus in it. The container gives the
 * focus back to the frame alone, so it is brought here to where it was.
 */
async function openOver(open: () => Promise<unknown>): Promise<void> {
  const before = document.activeElement;
  const failed = new AbortController();
  const goBack = () => {
    const isLost = document.activeElement === document.body;
    if (isLost && before instanceof HTMLElement) before.focus({ preventScroll: true });
  };
  addEventListener('focus', goBack, { once: true, signal: failed.signal });
  try {
    await open();
  } catch (error) {
    failed.abort();
    throw error;
  }
}
