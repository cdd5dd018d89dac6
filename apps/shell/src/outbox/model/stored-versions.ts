import { keyOfChange, type DeliveredChange } from './change.ts';

/**
 * The versions that delivered changes got, for content that has not heard of it yet. Remembered as long as the
 * page stays: content does not outlive it.
 */
export type StoredVersions = ReturnType<typeof createStoredVersions>;

/** Versions that are remembered: those of a page that saves once a second for five hours. */
const rememberedMaximum = 20_000;

export function createStoredVersions() {
  const versions = new Map<number, { readonly key: string; readonly version: number }>();
  return {
    note(
      delivered: readonly Pick<DeliveredChange, 'accepted' | 'id' | 'list' | 'version'>[],
    ): void {
      for (const { accepted, version, ...change } of delivered)
        versions.set(accepted, { key: keyOfChange(change), version });
      for (const oldest of versions.keys()) {
        if (versions.size <= rememberedMaximum) break;
        versions.delete(oldest);
      }
    },
    /**
     * The stored version; undefined: unknown, or another thing's.
     *
     * @param accepted The change's own version while it waited.
     */
    of(key: string, accepted: number): number | undefined {
      const stored = versions.get(accepted);
      return stored?.key === key ? stored.version : undefined;
    },
  };
}
