/** How long usages live, as where nothing is configured. */
export const usageTimes = { lifetimeInMs: 180_000, heartbeatIntervalInSeconds: 60 } as const;
