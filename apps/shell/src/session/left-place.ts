import type { DeepLink } from '@lectern/sdk/protocol';
import { deepLinkOf } from '../content-frame/deep-link.ts';
import { leftPlacesKey } from '../storage-keys.ts';
import { storage } from '../storage/storage.ts';

/*
 * Where the user was when a session was lost:
 *
 *   content ── setPlace ──▶ session storage ── session lost ──▶ local storage, under a hash of the person
 *                                                                  │
 *   content ◀── deep link ──────── the same person signs in again ─┘
 */

/** How long a place is kept, in days: until the next lesson, holidays of a week included. */
export const leftPlaceAgeLimitInDays = 14;
/** How many people's places are kept in one browser; the one left longest ago goes first. */
export const leftPlacesMaximum = 8;

const dayInMs = 24 * 60 * 60_000;

interface LeftPlace {
  /** The person, as `hashOfPerson` names it. */
  readonly person: string;
  readonly place: DeepLink;
  /** Milliseconds since 1970. */
  readonly leftAt: number;
}

/** Keeps where a person was, in place of what was kept of the same one before. */
export function keepLeftPlace(person: string, place: DeepLink): void {
  const others = leftPlaces().filter((left) => left.person !== person);
  write([...others, { person, place, leftAt: Date.now() }].slice(-leftPlacesMaximum));
}

/** Takes out where a person was, if that is kept and not too long ago. */
export function takeLeftPlace(person: string): DeepLink | undefined {
  const kept = leftPlaces();
  write(kept.filter((left) => left.person !== person));
  return kept.find((left) => left.person === person)?.place;
}

/** Forgets the places that are too old, also where nobody signs in any more. */
export function forgetOldPlaces(): void {
  write(leftPlaces());
}

function write(kept: readonly LeftPlace[]): void {
  if (kept.length > 0) storage('local').write(leftPlacesKey, JSON.stringify(kept));
  else storage('local').remove(leftPlacesKey);
}

/** The kept ones in the order in which they were left; what is too old or damaged is left out. */
function leftPlaces(): readonly LeftPlace[] {
  const stored = storage('local').readJson(leftPlacesKey);
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((entry: Partial<LeftPlace> | null) => {
    const { person, leftAt } = entry ?? {};
    const place = deepLinkOf(entry?.place);
    if (typeof person !== 'string' || typeof leftAt !== 'number' || !place) return [];
    // A clock that was ahead and was set right would keep a place for ever.
    const isFresh = Math.abs(Date.now() - leftAt) <= leftPlaceAgeLimitInDays * dayInMs;
    return isFresh ? [{ person, place, leftAt }] : [];
  });
}
