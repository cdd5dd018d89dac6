/* Limits that calls, services, shell and SDK have in common. A limit of one call stands beside it. */

/** Longest identifier in bytes of UTF-8: six of them fit one key of a PostgreSQL index (2,704 bytes). */
export const identifierMaximumInBytes = 255;

/** Greatest version of anything: PostgreSQL's integer. */
export const greatestVersion = 2_147_483_647;

/** Most local store items of one request; most annotations, most notes, and most bookmarks. */
export const changesMaximum = 200;

/** Longest value of a local store item, in UTF-16 code units. */
export const itemValueMaximumLength = 262_144;
