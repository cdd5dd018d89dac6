import type { StorageKeys } from '../storage-keys.ts';

/** How long what is stored is kept: as long as the tab, or until somebody removes it. */
export type StorageKind = keyof StorageKeys;

/**
 * One kind of the browser's storage. Nothing here fails where it is full or switched off: nothing is
 * stored then, and nothing found. What that means for each name stands in `storage-keys.ts`.
 */
export interface KeyStore<Key extends string> {
  /** The text stored under the name; null: none. */
  read(key: Key): string | null;
  /**
   * The value under the name, stored as JSON; null: nothing, or nothing that can be read. It may be older or newer than this version, damaged, or anyone's: its reader checks its shape.
   */
  readJson(key: Key): unknown;
  write(key: Key, value: string): void;
  remove(key: Key): void;
  /** Removes everything, also what others have stored. */
  clear(): void;
  /** Removes every entry whose name begins like this, also what others have stored. */
  removeAll(prefix: string): void;
}

/** Looked up at each use: where storage is switched off, even its mention throws. */
const areas: { readonly [Kind in StorageKind]: () => Storage } = {
  session: () => sessionStorage,
  local: () => localStorage,
};

/**
 * The storage of a kind.
 *
 * @throws {Error} for an unknown kind (specification, section 8)
 */
export function storage<Kind extends StorageKind>(kind: Kind): KeyStore<StorageKeys[Kind]> {
  if (!Object.hasOwn(areas, kind)) throw new Error(`No storage “${kind}”.`);
  const attempt = <T>(use: (area: Storage) => T): T | null => {
    try {
      return use(areas[kind]());
    } catch {
      return null;
    }
  };
  return {
    read: (key) => attempt((area) => area.getItem(key)),
    // Of nothing JSON.parse makes null, too.
    readJson: (key) => attempt((area): unknown => JSON.parse(area.getItem(key) as string)),
    write: (key, value) => void attempt((area) => area.setItem(key, value)),
    remove: (key) => void attempt((area) => area.removeItem(key)),
    clear: () => void attempt((area) => area.clear()),
    removeAll: (prefix) =>
      void attempt((area) => {
        for (const key of Object.keys(area)) if (key.startsWith(prefix)) area.removeItem(key);
      }),
  };
}
