import { keyOf, type DeliveredChange } from './change.ts';

/**
 * What versions of changes that waited have become, for content that has not heard of it yet. Remembered as
 * long as the page stays: content does not outlive it.
 */
export type Became = ReturnType<typeof createBecame>;

/** Versions that are remembered: those of a page that saves once a second for five hours. */
const rememberedMaximum = 20_000;

export function createBecame() {
  const versions = new Map<number, { readonly key: string; readonly version: number }>();
  return {
    note(
      delivered: readonly Pick<DeliveredChange, 'accepted' | 'id' | 'list' | 'version'>[],
    ): void {
      for (const { accepted, version, ...change } of delivered)
        versions.set(accepted, { key: keyOf(change), version });
      for (const oldest of versions.keys()) {
        if (versions.size <= rememberedMaximum) break;
        versions.delete(oldest);
      }
    },
    /** The stored version; undefined: unknown, or another thing's. */
    of(change: Pick<DeliveredChange, 'id' | 'list'>, accepted: number): number | undefined {
      const found = versions.get(accepted);
      return found?.key === keyOf(change) ? found.version : undefined;
    },
  };
}
