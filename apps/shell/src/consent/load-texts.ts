import { inTime } from '../in-time.ts';
import { log } from '../logging/log.ts';
import { german, type ConsentTexts } from './consent-texts.ts';

/** How long a translation may keep the question waiting. */
const translationLimitInSeconds = 3;

/**
 * The dialog's words, in the translation that the configuration names (specification, section 7).
 * Never rejects: without the translation the dialog is German.
 *
 * @param address JSON document on the shell's own origin: before consent no other is asked.
 */
export async function loadTexts(address: string | undefined): Promise<ConsentTexts> {
  if (address === undefined) return german;
  try {
    return readTexts(
      await inTime(fetchJson(address), translationLimitInSeconds, 'The translation'),
    );
  } catch (error) {
    log('warning', 'The translation of the consent dialog could not be used.', error);
    return german;
  }
}

async function fetchJson(address: string): Promise<unknown> {
  const response = await fetch(address, { redirect: 'error' });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return response.json();
}

function readTexts(document: unknown): ConsentTexts {
  if (typeof document !== 'object' || document === null) throw new TypeError('No JSON object');
  const translated = Object.entries(document).filter(
    ([key, value]) => Object.hasOwn(german, key) && typeof value === 'string' && value !== '',
  );
  // Words of two languages are no translation unless it says which language it is in.
  if (!translated.some(([key]) => key === 'language')) throw new TypeError('No field language');
  return { ...german, ...Object.fromEntries(translated) };
}
