/**
 * How long an idle connection is kept, in milliseconds, by whose it is: longer than proxies keep theirs, which lose a
 * request that they send while it is being closed. Caddy keeps them for two minutes, Google's load balancer for ten.
 */
export const keepAliveTimeoutInMs = { browsers: 72_000, proxies: 620_000 } as const;

export type KeepAliveClients = keyof typeof keepAliveTimeoutInMs;
