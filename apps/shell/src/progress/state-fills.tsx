import { exerciseStates, type ExerciseState } from './exercise-states.ts';

/** A pattern for each state, so that they are told apart without colours. */
const patterns = {
  NOT_BEGUN: null,
  BEGUN: <path d="M-1.5 1.5l3-3M0 6l6-6M4.5 7.5l3-3" stroke="var(--begun)" strokeWidth="2" />,
  AGAIN: <path d="M0 0l6 6M0 6l6-6" stroke="var(--again)" strokeWidth="1.5" />,
  SUCCEEDED: <rect width="6" height="6" fill="var(--leaf-deep)" />,
  HANDED_IN: <circle cx="3" cy="3" r="1.5" fill="var(--leaf-deep)" />,
  SEEN: <path d="M1.5 0v6M4.5 0v6" stroke="var(--leaf-deep)" strokeWidth="1.5" />,
} as const satisfies Record<ExerciseState, unknown>;

/** The fill of an area in a drawing, where {@link StateFills} are on the page. */
export const fillOf = (state: ExerciseState) => `url(#progress-fill-${state})`;

/** The patterns, once for bars, charts and their keys. */
export function StateFills() {
  return (
    <svg className="progress-fills" aria-hidden="true">
      <defs>
        {exerciseStates.map((state) => (
          <pattern
            key={state}
            id={`progress-fill-${state}`}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
          >
            <rect width="6" height="6" fill="var(--card)" />
            {patterns[state]}
          </pattern>
        ))}
      </defs>
    </svg>
  );
}
