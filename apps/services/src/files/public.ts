/* What other services ask of files (docs/decisions/0049-boundaries.md). */

export { decideLicense, type DeviceLicense } from './access.ts';
