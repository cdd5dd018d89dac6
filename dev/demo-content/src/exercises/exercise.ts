/** How much of an answer is right. Each part (a gap, a card, a choice) counts one. */
export interface Verdict {
  readonly right: number;
  readonly total: number;
  /** Parts without an answer yet. */
  readonly missing: number;
  /** Part id → whether it is right; parts without an answer are absent. */
  readonly parts: Readonly<Record<string, boolean>>;
}

/**
 * The part of an exercise that the learner works in: one implementation per basic answer type. The
 * card around it (title, saving, feedback) is the same for all and lives in `views/exercise-card.ts`.
 */
export interface ExerciseView {
  readonly element: HTMLElement;
  /** The answer as it stands, made of JSON values. */
  value(): unknown;
  /** Shows an answer that was saved. What does not fit the exercise is left out. */
  restore(saved: unknown): void;
  /** The answer as text, in the notation of xAPI 1.0.3, part two, 2.4.4.1. */
  response(): string;
  /** Compares with the solution and marks every part. Absent where no answer is right or wrong. */
  readonly check?: () => Verdict;
  /** Says what an answer still lacks that is neither right nor wrong; it is kept all the same. */
  readonly missing?: () => string | undefined;
  /** The feedback once the exercise is solved or finished. */
  readonly afterword?: string;
}

/** Told to every view: call it after each change that the learner makes. */
export type Changed = () => void;

/** Separates parts of a response, as xAPI writes them. */
export const responseSeparator = '[,]';
