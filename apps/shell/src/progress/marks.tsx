import { locale, texts } from '../texts/texts.ts';
import {
  exerciseStates,
  settledCount,
  stateCountsOf,
  stateOf,
  type ExerciseState,
  wholePercent,
} from './exercise-states.ts';
import type { Progress } from './progress-source.ts';
import { fillOf } from './state-fills.tsx';

type ExerciseProgress = NonNullable<Progress['exercises']>[number];
type ThemaProgress = Progress['themen'][number];

/** A form for each state: told apart without its colour, and printed without one. */
export function StateSign({ state }: { readonly state: ExerciseState }) {
  return (
    <svg className={`progress-sign is-${state}`} viewBox="0 0 20 20" aria-hidden="true">
      {forms[state]}
    </svg>
  );
}

const circle = <circle cx="10" cy="10" r="8" />;
const forms = {
  NOT_BEGUN: circle,
  BEGUN: (
    <>
      {circle}
      <path d="M10 2a8 8 0 0 1 0 16z" />
    </>
  ),
  // An arrow that goes round.
  AGAIN: <path d="M16.2 12.5A6.7 6.7 0 1 1 15 5.7l1.7 1.8M16.9 2.9v4.8h-4.8" />,
  SUCCEEDED: (
    <>
      {circle}
      <path d="M6 10.5l3 3 5.5-6.5" />
    </>
  ),
  // A sheet of paper.
  HANDED_IN: <path d="M4.5 2.5h7.5l3.5 3.5v11.5h-11zM7.5 8h5M7.5 11h5M7.5 14h3" />,
  // An eye.
  SEEN: (
    <>
      <path d="M1.5 10c2.2-3.7 5-5.5 8.5-5.5s6.3 1.8 8.5 5.5c-2.2 3.7-5 5.5-8.5 5.5s-6.3-1.8-8.5-5.5z" />
      <circle cx="10" cy="10" r="2.6" />
    </>
  ),
} as const satisfies Record<ExerciseState, unknown>;

/** How far somebody is with an exercise: a form, the word and the score. */
export function ExerciseMark({ progress }: { readonly progress: ExerciseProgress | undefined }) {
  const state = stateOf(progress);
  return (
    <span className="progress-mark is-of-exercise">
      <StateSign state={state} />
      {progress?.best_score !== undefined && <b>{percent(progress.best_score)}</b>}
      <span className="progress-word">{texts.progress.states[state]}</span>
    </span>
  );
}

/** How many exercises of a Thema are in which state. */
export function ThemaMark({
  progress,
  exercisesCount,
}: {
  readonly progress: ThemaProgress | undefined;
  readonly exercisesCount: number;
}) {
  const counts = stateCountsOf(progress, exercisesCount);
  const settled = settledCount(counts);
  let from = 0;
  const shares = (['SUCCEEDED', 'SEEN', 'HANDED_IN', 'AGAIN', 'BEGUN'] as const).map((state) => {
    const count = counts[state];
    const share = { state, from, count };
    from += count;
    return share;
  });
  const open = (['AGAIN', 'BEGUN'] as const).filter((state) => counts[state] > 0);
  return (
    <span className="progress-mark">
      <span className="progress-together" aria-hidden="true">
        <svg className="progress-bar">
          {shares.map(({ state, from, count }) => (
            <rect
              key={state}
              x={`${(100 * from) / exercisesCount}%`}
              width={`${(100 * count) / exercisesCount}%`}
              height="100%"
              fill={fillOf(state)}
            />
          ))}
        </svg>{' '}
        <span>{`${settled}/${exercisesCount}`}</span>
      </span>
      <span className="unseen">
        {[
          texts.progress.settledOf(settled, exercisesCount),
          ...open.map((state) => `${texts.progress.states[state]}: ${counts[state]}`),
        ].join(', ')}
      </span>
      {counts.AGAIN > 0 && (
        <span className="progress-together" aria-hidden="true">
          <StateSign state="AGAIN" /> <span>{counts.AGAIN}</span>
        </span>
      )}
      {progress?.mean_score !== undefined && (
        <b className="progress-together">
          {`${texts.progress.meanScore} ${percent(progress.mean_score)}`}
        </b>
      )}
    </span>
  );
}

/** Meaning of the signs, and of the patterns in bars and charts. */
export function Legend() {
  return (
    <ul className="progress-legend" aria-label={texts.progress.legend}>
      {exerciseStates.map((state) => (
        <li key={state}>
          <StateSign state={state} />{' '}
          <svg className="progress-bar" aria-hidden="true">
            <rect width="100%" height="100%" fill={fillOf(state)} />
          </svg>{' '}
          {texts.progress.states[state]}
        </li>
      ))}
    </ul>
  );
}

/** When somebody was last active. */
export function Moment({ moment }: { readonly moment: string | undefined }) {
  if (moment === undefined) return <span className="progress-quiet">{texts.progress.never}</span>;
  return <time dateTime={moment}>{momentText(new Date(moment))}</time>;
}

export function momentText(moment: Date): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(
    moment,
  );
}

export function timeText(moment: Date): string {
  return new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(moment);
}

export function percent(share: number): string {
  return new Intl.NumberFormat(locale, { style: 'percent' }).format(wholePercent(share) / 100);
}
