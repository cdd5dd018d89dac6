import type { Exercise } from '../course/model.ts';
import { createChoice } from './choice.ts';
import { createEssay } from './essay.ts';
import type { Changed, ExerciseView } from './exercise.ts';
import { createMatchKeyboard } from './match-keyboard.ts';
import { createMatchPlace } from './match-place.ts';
import { createMatchPosition } from './match-position.ts';
import { createSketchpad } from './sketchpad.ts';

/** Makes the view of an exercise. A basic answer type without a view does not compile. */
export function createExercise(exercise: Exercise, changed: Changed): ExerciseView {
  switch (exercise.answerType) {
    case 'essay':
      return createEssay(exercise, changed);
    case 'choice':
      return createChoice(exercise, changed);
    case 'match_keyboard':
      return createMatchKeyboard(exercise, changed);
    case 'match_position':
      return createMatchPosition(exercise, changed);
    case 'match_place':
      return createMatchPlace(exercise, changed);
    case 'sketchpad':
      return createSketchpad(exercise, changed);
  }
}
