import { useEffect, useRef } from 'react';
import { Button } from '../button.tsx';
import { useTexts } from './texts-context.ts';

interface ConfirmProps {
  readonly question: string;
  readonly yes: string;
  readonly isBusy: boolean;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** Asks in place, before something that others notice. */
export function Confirm({ question, yes, isBusy, onYes, onNo }: ConfirmProps) {
  const texts = useTexts();
  const about = useRef<HTMLParagraphElement>(null);
  useEffect(() => about.current?.focus(), []);
  return (
    <div className="classes-confirm">
      <p ref={about} tabIndex={-1}>
        {question}
      </p>
      <div className="classes-buttons">
        <Button className="classes-danger" aria-disabled={isBusy} onClick={() => isBusy || onYes()}>
          {yes}
        </Button>
        <Button isQuiet onClick={onNo}>
          {texts.back}
        </Button>
      </div>
    </div>
  );
}
