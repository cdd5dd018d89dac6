import { useEffect, useRef, type ReactNode } from 'react';
import { CloseButton } from '../dialog/close-button.tsx';
import { useKeptFocus } from '../dialog/use-kept-focus.ts';
import { refusePress, useSeen } from '../routes/use-seen.ts';
import { useBodyMark } from '../use-body-mark.ts';
import { useTexts } from './texts-context.ts';
import '../dialog/dialog.css';
import '../progress/progress.css';
import './classes.css';

interface ClassesFrameProps {
  readonly title: string;
  /** A question rather than a page. */
  readonly isSmall?: boolean;
  /** Selector of what has the focus first; default: the cross. */
  readonly focusOn?: string;
  /** Over the dialog: in full screen it is not seen. */
  readonly over?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog about classes over the content. It takes no press before it was seen: content opens it when it likes. */
export function ClassesFrame(props: ClassesFrameProps) {
  const { title, isSmall, focusOn, over, onClose, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const texts = useTexts();
  const isSeen = useSeen(dialog, 'classes');
  useKeptFocus(dialog);
  useBodyMark('printed', !isSmall, 'classes');
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
    if (focusOn !== undefined) dialog.current?.querySelector<HTMLElement>(focusOn)?.focus();
  }, [focusOn]);
  return (
    <dialog
      ref={dialog}
      className={isSmall ? 'dialog classes classes-small' : 'dialog progress classes'}
      aria-labelledby="classes-title"
      onClose={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      <div
        className={over ? 'dialog-whole classes-covered' : 'dialog-whole'}
        aria-disabled={!isSeen}
        onClickCapture={isSeen ? undefined : refusePress}
      >
        <div className="dialog-head">
          <h2 id="classes-title">{title}</h2>
          <CloseButton aria-label={texts.close} onClick={() => dialog.current?.close()} />
        </div>
        <div className="progress-body classes-body">{children}</div>
      </div>
      {over}
    </dialog>
  );
}
