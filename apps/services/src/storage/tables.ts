import type { CourseTables } from './tables/courses.ts';
import type { ContentTables } from './tables/content.ts';
import type { FileTables } from './tables/files.ts';
import type { GroupTables } from './tables/groups.ts';
import type { LicenseTables } from './tables/licenses.ts';
import type { OrderTables } from './tables/orders.ts';
import type { ProgressTables } from './tables/progress.ts';
import type { RecordTables } from './tables/records.ts';
import type { SearchTables } from './tables/search.ts';
import type { UserTables } from './tables/users.ts';

/** The tables, by service. `distribution-keys.ts` says which can be spread over machines. */
export interface Tables
  extends
    ContentTables,
    FileTables,
    CourseTables,
    GroupTables,
    LicenseTables,
    OrderTables,
    ProgressTables,
    RecordTables,
    SearchTables,
    UserTables {}
