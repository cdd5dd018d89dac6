import { useRef, type ReactNode } from 'react';
import { CloseButton } from '../dialog/close-button.tsx';
import { texts } from '../texts/texts.ts';
import { useBodyMark } from '../use-body-mark.ts';
import './notice.css';
import { useSeen } from './use-seen.ts';

interface QuestionProps {
  /** Tells this question from the next one, which comes in its place. */
  readonly asked: string;
  /** Name of the region. */
  readonly title: string;
  /** An answer is under way. */
  readonly isBusy?: boolean;
  readonly answers: readonly { readonly text: string; readonly give: () => void }[];
  /** Leaves the question for another time; absent: it has to be answered. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

/** Asks over the content, one thing at a time. Its buttons do nothing until it could be seen ({@link useSeen}). */
export function Question({ asked, title, isBusy, answers, onClose, children }: QuestionProps) {
  const section = useRef<HTMLElement>(null);
  const isSeen = useSeen(section, asked);
  useBodyMark('overContent');
  const isInactive = isBusy || !isSeen;
  // Not `disabled`, which takes the focus away.
  const pressing = (act: () => void) => ({
    type: 'button' as const,
    'aria-disabled': isInactive,
    onClick: () => void (isInactive || act()),
  });
  return (
    <section ref={section} className="over-content question" aria-label={title}>
      <output>{children}</output>
      <div className="question-answers">
        {answers.map(({ text, give }) => (
          <button key={text} className="button question-answer" {...pressing(give)}>
            {text}
          </button>
        ))}
      </div>
      {onClose && <CloseButton aria-label={texts.close} {...pressing(onClose)} />}
    </section>
  );
}
