import { locale, texts } from '../texts/texts.ts';
import type { Progress } from './progress-source.ts';

type ExerciseProgress = NonNullable<Progress['exercises']>[number];
type ThemaProgress = Progress['themen'][number];
export type State = ExerciseProgress['exercise_state'];

export const states = ['NOT_BEGUN', 'BEGUN', 'FINISHED'] as const satisfies readonly State[];

interface StateSignProps {
  readonly state: State;
  /** Finished, and no try has succeeded. */
  readonly isNotRight?: boolean;
}

/** A circle that is empty, half, or with a tick, and then full or not: told apart without its colour. */
export function StateSign({ state, isNotRight = false }: StateSignProps) {
  const kind = isNotRight ? 'not-right' : state;
  return (
    <svg className={`progress-sign is-${kind}`} viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="8" />
      {state === 'BEGUN' && <path d="M10 2a8 8 0 0 1 0 16z" />}
      {state === 'FINISHED' && <path d="M6 10.5l3 3 5.5-6.5" />}
    </svg>
  );
}

/** How far somebody is with an exercise. */
export function ExerciseMark({ progress }: { readonly progress: ExerciseProgress | undefined }) {
  const state = progress?.exercise_state ?? 'NOT_BEGUN';
  const isNotRight = state === 'FINISHED' && progress?.has_succeeded === false;
  return (
    <span className="progress-mark">
      <StateSign {...{ state, isNotRight }} />
      <span className="visually-hidden">
        {isNotRight ? texts.progress.notYetRight : texts.progress.states[state]}
      </span>
      {progress?.best_score !== undefined && <b>{percent(progress.best_score)}</b>}
    </span>
  );
}

/** How much of a Thema is done. */
export function ThemaMark({
  progress,
  exercisesCount,
}: {
  readonly progress: ThemaProgress | undefined;
  readonly exercisesCount: number;
}) {
  const { finished_count: finished = 0, begun_count: begun = 0 } = progress ?? {};
  const share = (count: number) => `${(100 * count) / exercisesCount}%`;
  return (
    <span className="progress-mark">
      <span className="progress-bar" aria-hidden="true">
        <i className="is-BEGUN" style={{ width: share(begun) }} />
        <i className="is-FINISHED" style={{ width: share(finished) }} />
      </span>
      <span aria-hidden="true">
        {finished}/{exercisesCount}
      </span>
      <span className="visually-hidden">
        {texts.progress.finishedOf(finished, exercisesCount)}
        {begun > finished && `, ${texts.progress.begunOf(begun)}`}
      </span>
      {progress?.mean_score !== undefined && (
        <b>
          {texts.progress.meanScore} {percent(progress.mean_score)}
        </b>
      )}
    </span>
  );
}

/** Meaning of the signs. */
export function Legend() {
  return (
    <ul className="progress-legend" aria-label={texts.progress.legend}>
      {states.map((state) => (
        <li key={state}>
          <StateSign state={state} /> {texts.progress.states[state]}
        </li>
      ))}
      <li>
        <StateSign state="FINISHED" isNotRight /> {texts.progress.notYetRight}
      </li>
    </ul>
  );
}

/** When somebody was last active. */
export function Moment({ moment }: { readonly moment: string | undefined }) {
  if (moment === undefined) return <span className="progress-quiet">{texts.progress.never}</span>;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return <time dateTime={moment}>{format.format(new Date(moment))}</time>;
}

export function percent(share: number): string {
  return new Intl.NumberFormat(locale, { style: 'percent' }).format(share);
}
