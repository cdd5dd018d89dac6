/* Questions about learning records for other services (docs/decisions/0049-boundaries.md). */

export { recordedSince } from './store/stored-since.ts';
