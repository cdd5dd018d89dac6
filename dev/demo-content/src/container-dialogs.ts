import type { Container } from '@lectern/sdk';
import { hideNotice, showNotice } from './views/notices.ts';

/** Opens the container's settings, where consent to analytics is given and withdrawn. */
export async function openCookieSettings(container: Container): Promise<void> {
  hideNotice('cookies');
  try {
    await openOver(() => container.openCookieSettings());
  } catch {
    showNotice(
      'cookies',
      'Die Cookie-Einstellungen lassen sich gerade nicht öffnen. Bitte versuche es später noch einmal.',
    );
  }
}

/** Opens the container's dialog in which users download or delete their own data. */
export async function openMyData(container: Container): Promise<void> {
  hideNotice('my-data');
  try {
    await openOver(() => container.openMyData());
  } catch {
    showNotice(
      'my-data',
      '«Meine Daten» lässt sich gerade nicht öffnen. Bitte versuche es später noch einmal.',
    );
  }
}

/** Opens the container's page of how far the user is, or for teachers their classes. */
export async function openProgress(container: Container): Promise<void> {
  hideNotice('progress');
  try {
    await openOver(() => container.openProgress());
  } catch {
    showNotice(
      'progress',
      'Der Fortschritt lässt sich gerade nicht öffnen. Bitte versuche es später noch einmal.',
    );
  }
}

/** Opens the container's dialog of classes. */
export async function openClasses(container: Container): Promise<void> {
  hideNotice('classes');
  try {
    await openOver(() => container.openClasses());
  } catch {
    showNotice(
      'classes',
      'Die Klassen lassen sich gerade nicht öffnen. Bitte versuche es später noch einmal.',
    );
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
