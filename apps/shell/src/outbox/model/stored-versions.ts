import { baseAfter, keyOfChange, type DeliveredChange } from './change.ts';

/**
 * The versions that delivered changes got, for content that has not heard of it yet. Remembered as long as the
 * page stays: content does not outlive it.
 */
export type StoredVersions = ReturnType<typeof createStoredVersions>;

/** Versions that are remembered: those of a page that saves once a second for five hours. */
const rememberedMaximum = 20_000;

export function createStoredVersions() {
  const deliveries = new Map<number, DeliveredChange>();
  function find(key: string, accepted: number): DeliveredChange | undefined {
    const delivered = deliveries.get(accepted);
    return delivered && keyOfChange(delivered) === key ? delivered : undefined;
  }
  return {
    note(delivered: readonly DeliveredChange[]): void {
      for (const change of delivered) deliveries.set(change.accepted, change);
      for (const oldest of deliveries.keys()) {
        if (deliveries.size <= rememberedMaximum) break;
        deliveries.delete(oldest);
      }
    },
    /**
     * The stored version; undefined: unknown, or another thing's.
     *
     * @param accepted The change's own version while it waited.
     */
    of: (key: string, accepted: number) => find(key, accepted)?.version,
    /** As `of`, for what was made on the change. */
    baseFor(key: string, accepted: number): number | undefined {
      const delivered = find(key, accepted);
      return delivered && baseAfter(delivered);
    },
  };
}
