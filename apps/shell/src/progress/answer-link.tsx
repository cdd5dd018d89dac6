import { useContext, type ReactNode } from 'react';
import { isolated } from '../texts/isolated.ts';
import { texts } from '../texts/texts.ts';
import { AnswerDoor, ShownClass } from './shown-class.tsx';

interface AnswerLinkProps {
  readonly exercise: { readonly exercise_id: string; readonly title?: string | undefined };
  readonly pupil: { readonly subject: string; readonly name: string };
  /** The mark of the exercise. */
  readonly children: ReactNode;
}

/** Around the mark of an exercise that a pupil has begun: leads to the answer in the content, where that shows it. */
export function AnswerLink({ exercise, pupil, children }: AnswerLinkProps) {
  const openAnswer = useContext(AnswerDoor);
  const shownClass = useContext(ShownClass);
  if (!openAnswer || !shownClass) return children;
  const { exercise_id, title = exercise_id } = exercise;
  const place = { ...shownClass, exercise_dto: { exercise_id }, member_subject: pupil.subject };
  return (
    <button
      className="progress-drill"
      type="button"
      title={texts.progress.showAnswer(title, isolated(pupil.name))}
      onClick={() => openAnswer(place)}
    >
      {children}
      <span aria-hidden="true">{'\u00A0›'}</span>
    </button>
  );
}
