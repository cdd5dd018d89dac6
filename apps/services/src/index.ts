export { createPlatform, type PlatformOptions } from './platform.ts';
export { openDatabase, type Database } from './storage/database.ts';
export { migrate } from './storage/migrate.ts';
export type { Tables } from './storage/tables.ts';
