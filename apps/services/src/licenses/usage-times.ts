/** After how long without a heartbeat a usage ends, in milliseconds, unless it is configured. */
const defaultUsageLifetimeInMs = 180_000;

/** How many heartbeats a usage is given before it ends: one may be lost, and another be late. */
const heartbeatsInLifetime = 3;

/** How long usages live; the same for all processes on one database. */
export interface UsageTimes {
  /** Until a usage ends without a heartbeat. */
  readonly lifetimeInMs: number;
  /** Interval that clients are told. */
  readonly heartbeatIntervalInSeconds: number;
}

export interface UsageOptions {
  /** After how long without a heartbeat a usage ends; default: {@link defaultUsageLifetimeInMs}. */
  readonly licenseUsageLifetimeInMs?: number;
}

export function usageTimesOf({
  licenseUsageLifetimeInMs: lifetimeInMs = defaultUsageLifetimeInMs,
}: UsageOptions): UsageTimes {
  return {
    lifetimeInMs,
    heartbeatIntervalInSeconds: Math.max(1, Math.floor(lifetimeInMs / heartbeatsInLifetime / 1000)),
  };
}
