import type { Container } from '@lectern/sdk';
import { hideNotice, showNotice } from './views/notices.ts';

/** Opens the container's settings, where consent to analytics is given and withdrawn. */
export async function openCookieSettings(container: Container): Promise<void> {
  hideNotice('cookies');
  try {
    await container.openCookieSettings();
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
    await container.openMyData();
  } catch {
    showNotice(
      'my-data',
      '«Meine Daten» lässt sich gerade nicht öffnen. Bitte versuche es später noch einmal.',
    );
  }
}
