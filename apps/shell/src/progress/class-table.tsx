import { locale, texts } from '../texts/texts.ts';
import { AnswerLink } from './answer-link.tsx';
import { ExerciseMark, Moment, ThemaMark } from './marks.tsx';
import type { Member, Outline, Shown } from './progress-source.ts';

interface ClassTableProps {
  readonly shown: Shown;
  readonly members: readonly Member[];
  readonly outline: Outline;
  readonly onThema: (thema_id: string) => void;
}

/** Pupils by Thema, or by exercise once one has been chosen. */
export function ClassTable({ shown, members, outline, onThema }: ClassTableProps) {
  const { themen, exercises } = shown;
  const nameOf = ({ display_name, subject }: Member) => display_name ?? subject;
  const collator = new Intl.Collator(locale);
  const sorted = members.toSorted((a, b) => collator.compare(nameOf(a), nameOf(b)));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by the keyboard
    <section className="progress-scroll" tabIndex={0} aria-label={texts.progress.tableOfClass}>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.progress.pupil}</th>
            {exercises
              ? exercises.map(({ exercise_id, title }) => (
                  <th key={exercise_id} scope="col">
                    {title ?? exercise_id}
                  </th>
                ))
              : themen.map(({ thema_id }) => (
                  <th key={thema_id} scope="col">
                    <ThemaButton {...{ thema_id, outline, onThema }} />
                  </th>
                ))}
            <th scope="col">{texts.progress.lastActive}</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((member) => (
            <tr key={member.subject}>
              <th scope="row">{nameOf(member)}</th>
              {exercises
                ? exercises.map((exercise) => {
                    const progress = member.progress.exercises?.find(
                      ({ exercise_id }) => exercise_id === exercise.exercise_id,
                    );
                    const mark = <ExerciseMark progress={progress} />;
                    return (
                      <td key={exercise.exercise_id}>
                        {progress ? (
                          <AnswerLink {...{ exercise, pupil: member }}>{mark}</AnswerLink>
                        ) : (
                          mark
                        )}
                      </td>
                    );
                  })
                : themen.map(({ thema_id, exercises_count }) => (
                    <td key={thema_id}>
                      <ThemaMark
                        progress={member.progress.themen.find(
                          (thema) => thema.thema_id === thema_id,
                        )}
                        exercisesCount={exercises_count}
                      />
                    </td>
                  ))}
              <td>
                <Moment moment={member.progress.last_active_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface ThemaButtonProps {
  readonly thema_id: string;
  readonly outline: Outline;
  readonly onThema: (thema_id: string) => void;
}

/** Leads to the exercises of a Thema. */
export function ThemaButton({ thema_id, outline, onThema }: ThemaButtonProps) {
  const title = outline.themen.find((thema) => thema.thema_id === thema_id)?.title ?? thema_id;
  return (
    <button
      className="progress-drill"
      type="button"
      title={texts.progress.showThema(title)}
      onClick={() => onThema(thema_id)}
    >
      {title}
      <span aria-hidden="true">{'\u00A0›'}</span>
    </button>
  );
}
