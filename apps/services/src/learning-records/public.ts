/* What other services ask of learning records (docs/decisions/0049-boundaries.md). */

export { hasStatementsSince } from './store/stored-since.ts';
