import type { Settings } from 'scorm-again';

/** The library's own log tells of every call; what goes wrong reaches the content as an error code. */
export const quietLog = { logLevel: 'NONE', onLogMessage() {} } as const satisfies Settings;
