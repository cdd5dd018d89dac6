/** `User-Agent` of every request that the services send: firewalls refuse requests without one. */
export const userAgent = 'Lectern';
