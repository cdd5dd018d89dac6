/* Questions about files for other services (docs/decisions/0049-boundaries.md). */

export { deletedFiles, missingFiles } from './stored-files.ts';
