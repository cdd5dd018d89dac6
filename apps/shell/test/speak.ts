import { vi } from 'vitest';
import { loadTexts } from '../src/texts/texts.ts';

/** Loads the texts of a locale, as the start script does. Returns what the document says of them. */
export async function speak(locale: string): Promise<string> {
  const documentElement = { lang: '' };
  vi.stubGlobal('document', { documentElement });
  await loadTexts(locale);
  vi.unstubAllGlobals();
  return documentElement.lang;
}
