import type { Connections } from '../storage/connections.ts';
import type { Database } from '../storage/database.ts';
import type { UsageTimes } from './usage-times.ts';

export interface LicensesDependencies {
  readonly database: Database;
  /** The same connections, for statements that are prepared once. */
  readonly pool: Connections;
  readonly usageTimes: UsageTimes;
}
