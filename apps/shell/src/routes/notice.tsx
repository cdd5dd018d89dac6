import { useState, type ReactNode } from 'react';
import { CloseButton } from '../dialog/close-button.tsx';
import type { ContentFrame } from '../content-frame/content-frame.ts';
import { texts } from '../texts/texts.ts';
import './notice.css';

interface ProblemNoticeProps {
  readonly frame: ContentFrame;
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

/** Says a problem over the frame, with a button that takes it away. It holds nobody up. */
export function ProblemNotice({ frame, onClose, children }: ProblemNoticeProps) {
  const [isClosed, setClosed] = useState(false);
  if (isClosed) return null;

  function close(): void {
    setClosed(true);
    onClose?.();
    // The button takes the focus along; the content goes on with it.
    frame.window?.focus();
  }

  return (
    <div className="over-content over-content-problem">
      <p role="alert">{children}</p>
      <CloseButton aria-label={texts.close} onClick={close} />
    </div>
  );
}
