import { inTime } from '../in-time.ts';
import { log } from '../logging/log.ts';
import { isFederalGerman } from '@lectern/languages';
import { federal, locale } from '../texts/texts.ts';
import { german, type ConsentTexts } from './consent-texts.ts';

/** A translation that is not taken; the message says why, in the program's own words. */
class TranslationError extends Error {
  override readonly name = 'TranslationError';
}

/** How long a translation may keep the question waiting. */
const translationLimitInMs = 3_000;

/**
 * The dialog's words, in the translation of the configuration (specification, section 7). Never rejects:
 * without a whole translation the dialog is German.
 *
 * @param translation The words, or the address of a JSON document with them.
 */
export async function loadTexts(translation: unknown): Promise<ConsentTexts> {
  if (translation === undefined || translation === null) return inGerman();
  try {
    const document =
      typeof translation === 'string'
        ? await inTime(fetchJson(translation), translationLimitInMs, 'The translation')
        : translation;
    return readTexts(document);
  } catch (error) {
    log('warning', 'The translation of the consent dialog could not be used.', error);
    return inGerman();
  }
}

async function inGerman(): Promise<ConsentTexts> {
  return isFederalGerman(locale) ? federal(german) : german;
}

async function fetchJson(address: string): Promise<unknown> {
  const url = URL.parse(address, location.origin);
  if (!url) throw new TranslationError('no address');
  // Before consent no other host hears of a visitor.
  if (url.origin !== location.origin) throw new TranslationError('of another origin');
  const response = await fetch(url.href, { redirect: 'error' });
  if (!response.ok) throw new TranslationError(`HTTP ${response.status}`);
  return response.json().catch(() => {
    throw new TranslationError('no JSON');
  });
}

function readTexts(document: unknown): ConsentTexts {
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    throw new TranslationError('no JSON object');
  const translated = Object.entries(document).filter(
    ([key, value]) => Object.hasOwn(german, key) && typeof value === 'string' && value !== '',
  );
  // Words of two languages would be read out in one voice.
  const missing = Object.keys(german).filter((key) => !translated.some(([name]) => name === key));
  if (missing.length > 0) throw new TranslationError(`without ${missing.join(', ')}`);
  return Object.fromEntries(translated) as ConsentTexts;
}
