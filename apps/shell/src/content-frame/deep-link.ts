import { deepLinkParameters, placeLengthMaximum, type DeepLink } from '@lectern/sdk/protocol';
import { log } from '../logging/log.ts';
import { deepLinkKey, placeKey } from '../storage-keys.ts';
import { storage } from '../storage/storage.ts';

/*
 * Where the content opens: where a link leads, until it has opened there; from then on where the user was
 * last, so that reloading stays in place.
 */

/**
 * The deep-link parameters of an address's query; nothing when it has none of them. One that is longer
 * than any place counts as none: with it the frame's address could be longer than its host takes.
 */
export function parseDeepLink(search: string): DeepLink | undefined {
  const query = new URLSearchParams(search);
  const members = deepLinkParameters.flatMap((name) => {
    const value = query.get(name);
    if (!value) return [];
    if (value.length <= placeLengthMaximum) return [[name, value] as const];
    log('warning', 'Deep link too long.');
    return [];
  });
  return members.length > 0 ? Object.fromEntries(members) : undefined;
}

/** Keeps where the content opens until it has opened there. Without a link nothing changes. */
export function saveDeepLink(link: DeepLink | undefined): void {
  if (link) write(deepLinkKey, link);
}

export function storedDeepLink(): DeepLink | undefined {
  return read(deepLinkKey);
}

export function forgetDeepLink(): void {
  storage('session').remove(deepLinkKey);
}

/** Notes where the user is; without members: nowhere in particular. */
export function notePlace(place: DeepLink): void {
  const named = deepLinkOf(place);
  if (named) write(placeKey, named);
  else storage('session').remove(placeKey);
}

/** The place that the content has said last in this tab, or where it was opened since. */
export function notedPlace(): DeepLink | undefined {
  return read(placeKey);
}

/** Through the parser of addresses: what was stored may be older than this version, or anyone's. */
export function deepLinkOf(value: unknown): DeepLink | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  // Members that are no text are left out: absent ones may be written out as undefined, as in every message.
  const named = Object.entries(value).filter(([, member]) => typeof member === 'string');
  return parseDeepLink(String(new URLSearchParams(named)));
}

type Key = typeof deepLinkKey | typeof placeKey;

function write(key: Key, link: DeepLink): void {
  storage('session').write(key, JSON.stringify(link));
}

function read(key: Key): DeepLink | undefined {
  return deepLinkOf(storage('session').readJson(key));
}
