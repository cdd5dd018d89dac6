/* What other services ask of files (docs/decisions/0049-boundaries.md). */

export { deletedFiles, missingFiles } from './stored-files.ts';
