export { createPlatform, type PlatformOptions } from './platform.ts';
// For a host of the shell without services.
export { registerShellHost } from './shell-host/shell-host.ts';
// The kernel by itself, for measuring what it costs.
export { createAuthorize } from './authorization/authorize.ts';
export { createVerifiedTokens } from './authorization/verified-tokens.ts';
export { createGuard } from './http/guard.ts';
export { registerCalls } from './http/routes.ts';
export { createServer } from './http/server.ts';
export { ensureGroup, type InitialGroup } from './groups/create-group.ts';
export { storeInitialLessons, type InitialLessons, type InitialPupil } from './initial-lessons.ts';
export { classAnswersHandlers } from './annotations/exercise/class-answers.ts';
export { progressHandlers } from './learning-records/progress/calls.ts';
export { licensesHandlers } from './licenses/calls.ts';
export { indexCourse, type CourseText } from './annotations/search/course-texts.ts';
export { indexOwn, type OwnText } from './annotations/search/own-texts.ts';
export { createCourseDoor } from './course-access/door.ts';
export { searchHandlers } from './annotations/search/calls.ts';
export { Connections } from './storage/connections.ts';
export { databaseOn, openDatabase, openPool, type Database } from './storage/database.ts';
export { ConnectionMonitor } from './storage/connection-monitor.ts';
export { migrate } from './storage/migrate.ts';
export type { Tables } from './storage/tables.ts';
