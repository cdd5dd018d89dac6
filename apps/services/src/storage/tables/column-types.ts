import type { ColumnType } from 'kysely';

/** Set by the database when a row is made; never given by code. */
export type CreatedAt = ColumnType<Date, never, never>;
export type UpdatedAt = ColumnType<Date, Date | undefined, Date>;
