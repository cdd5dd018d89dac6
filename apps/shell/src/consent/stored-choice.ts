import { list, openObject, optional, text, type TypeOf } from '@lectern/sdk/shape';
import { consentCookie } from './consent-defaults.ts';

/** As the library stores it; what else it keeps there it checks by itself. */
const choice = openObject({
  categories: list(text()),
  // The library does without, as it did before it knew services.
  services: optional(openObject({})),
  consentId: text(),
  consentTimestamp: text(),
  lastConsentTimestamp: text(),
});

type StoredChoice = TypeOf<typeof choice>;

/**
 * Removes the cookie of the choice where it is damaged: the library would take parts of it up, and fail when the
 * next choice is made. Of several cookies of the name, which neighbours under the same domain can set, the library
 * reads the first.
 */
export function dropDamagedChoice(): void {
  const first = document.cookie
    .split(';')
    .map((cookie) => cookie.trim())
    .find((cookie) => cookie.startsWith(`${consentCookie}=`));
  if (first !== undefined && !isChoice(first.slice(consentCookie.length + 1))) dropChoice();
}

/** Removes every cookie of the name, so that the next choice is the oldest of them, which browsers put first. */
export function dropChoice(): void {
  const labels = location.hostname.split('.');
  const domains = labels.map((_, place) => `; Domain=${labels.slice(place).join('.')}`);
  const steps = location.pathname.split('/').slice(1);
  const paths = ['/', ...steps.map((_, place) => `/${steps.slice(0, place + 1).join('/')}`)];
  // Only by its own path and domain a cookie can be removed, and the page is not told which these are.
  for (const path of new Set(paths))
    for (const domain of ['', ...domains])
      document.cookie = `${consentCookie}=; Path=${path}${domain}; Max-Age=0`;
}

/** @param stored Encoded, as it stands in the cookie. */
function isChoice(stored: string): boolean {
  try {
    const value: unknown = JSON.parse(decodeURIComponent(stored));
    if (choice.faultIn(value) !== undefined) return false;
    // The shape has told that these are texts.
    const { consentTimestamp, lastConsentTimestamp, services = {} } = value as StoredChoice;
    return (
      Date.parse(consentTimestamp) > 0 &&
      Date.parse(lastConsentTimestamp) > 0 &&
      Object.values(services).every(Array.isArray)
    );
  } catch {
    return false;
  }
}
