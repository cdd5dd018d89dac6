/* Questions about learning records for other services (docs/decisions/0049-boundaries.md). */

export { exerciseStates, type ExerciseStates } from './progress/exercise-states.ts';
export { recordedSince } from './store/stored-since.ts';
