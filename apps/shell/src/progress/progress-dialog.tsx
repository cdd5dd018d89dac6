import type { Group } from '@lectern/contracts';
import { useCallback, useEffect, useRef } from 'react';
import { CloseButton } from '../dialog/close-button.tsx';
import { useKeptFocus } from '../dialog/use-kept-focus.ts';
import { ProgressPage } from './progress-page.tsx';
import { Failure } from './failure.tsx';
import type { Outline, ProgressSource } from './progress-source.ts';
import { StateFills } from './state-fills.tsx';
import { texts } from '../texts/texts.ts';
import { useBodyMark } from '../use-body-mark.ts';
import { useLoaded } from './use-loaded.ts';
import '../dialog/dialog.css';
import './progress.css';
import './progress-tables.css';

interface ProgressDialogProps {
  readonly source: ProgressSource;
  readonly isTeacher: boolean;
  readonly onClose: () => void;
}

interface Choices {
  readonly groups: readonly Group[];
  readonly outlines: readonly Outline[];
}

/** How far a learner is, and for teachers their classes: over the content, which stays as it is. */
export function ProgressDialog({ source, isTeacher, onClose }: ProgressDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useKeptFocus(dialog);
  useBodyMark('printed', true, 'progress');
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  }, []);
  const load = useCallback(
    async (signal: AbortSignal): Promise<Choices> => {
      const [groups, outlines] = await Promise.all([
        isTeacher ? source.groups(signal) : [],
        source.outlines(signal),
      ]);
      return { groups, outlines };
    },
    [source, isTeacher],
  );
  const { value, state, retry } = useLoaded(load);

  return (
    <dialog
      ref={dialog}
      className="dialog progress"
      aria-labelledby="progress-title"
      onClose={onClose}
    >
      <StateFills />
      {/* No <header>: beside the content's it would be a second banner of the page. */}
      <div className="dialog-head">
        <h2 id="progress-title">{texts.progress.title}</h2>
        <CloseButton aria-label={texts.close} onClick={() => dialog.current?.close()} />
      </div>
      <div className="progress-body">
        {state === 'failed' && <Failure retry={retry} />}
        {state === 'loading' && <output>{texts.progress.loading}</output>}
        {state === 'there' && value && (
          <>
            {value.outlines.length === 0 && (
              <p className="progress-empty">{texts.progress.noCourse}</p>
            )}
            {value.outlines.length > 0 && (
              <ProgressPage source={source} groups={value.groups} outlines={value.outlines} />
            )}
          </>
        )}
      </div>
    </dialog>
  );
}
