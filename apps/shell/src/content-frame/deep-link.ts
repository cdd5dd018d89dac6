import { deepLinkParameters, type DeepLink } from '@lectern/sdk/protocol';
import { deepLinkKey } from '../storage-keys.ts';
import { storage } from '../storage/storage.ts';

/** The deep-link parameters of an address's query; nothing when it has none of them. */
export function parseDeepLink(search: string): DeepLink | undefined {
  const query = new URLSearchParams(search);
  const given = deepLinkParameters.flatMap((name) => {
    const value = query.get(name);
    return value ? [[name, value] as const] : [];
  });
  return given.length > 0 ? Object.fromEntries(given) : undefined;
}

/** Keeps where the content opens until it has opened there. Without a link nothing changes. */
export function saveDeepLink(link: DeepLink | undefined): void {
  if (link) storage('session').write(deepLinkKey, JSON.stringify(link));
}

export function storedDeepLink(): DeepLink | undefined {
  try {
    const stored: unknown = JSON.parse(storage('session').read(deepLinkKey) ?? '{}');
    // Through the parser again: what is stored may be older than this version of the shell.
    return parseDeepLink(String(new URLSearchParams(stored as Record<string, string>)));
  } catch {
    return undefined;
  }
}

export function forgetDeepLink(): void {
  storage('session').remove(deepLinkKey);
}
