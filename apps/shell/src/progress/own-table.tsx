import { ThemaButton } from './class-table.tsx';
import { exerciseIn, themaIn } from './class-order.ts';
import { ExerciseMark, Moment, ThemaMark } from './marks.tsx';
import type { Outline, Progress, Shown } from './progress-source.ts';
import { texts } from '../texts/texts.ts';

interface OwnTableProps {
  readonly shown: Shown;
  readonly progress: Progress;
  readonly outline: Outline;
  readonly onThema: (thema_id: string) => void;
}

/** The user's own Themen, or the exercises of one that was chosen. */
export function OwnTable({ shown, progress, outline, onThema }: OwnTableProps) {
  const { themen, exercises } = shown;
  const ofExercise = (id: string) => exerciseIn(progress, id);
  const ofThema = (id: string) => themaIn(progress, id);
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{exercises ? texts.progress.exercise : texts.progress.thema}</th>
          <th scope="col">{texts.progress.state}</th>
          <th scope="col">{texts.progress.lastActive}</th>
        </tr>
      </thead>
      <tbody>
        {exercises
          ? exercises.map(({ exercise_id, title }) => (
              <tr key={exercise_id}>
                <th scope="row">{title ?? exercise_id}</th>
                <td>
                  <ExerciseMark progress={ofExercise(exercise_id)} />
                </td>
                <td>
                  <Moment moment={ofExercise(exercise_id)?.last_active_at} />
                </td>
              </tr>
            ))
          : themen.map(({ thema_id, exercises_count }) => (
              <tr key={thema_id}>
                <th scope="row">
                  <ThemaButton {...{ thema_id, outline, onThema }} />
                </th>
                <td>
                  <ThemaMark progress={ofThema(thema_id)} exercisesCount={exercises_count} />
                </td>
                <td>
                  <Moment moment={ofThema(thema_id)?.last_active_at} />
                </td>
              </tr>
            ))}
      </tbody>
    </table>
  );
}
