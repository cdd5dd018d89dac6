/* Questions about learning records for other services (docs/decisions/0049-boundaries.md). */

export { hasStatementsSince } from './store/stored-since.ts';
