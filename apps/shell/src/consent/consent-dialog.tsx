import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { animationDelayInMs, lockReleaseInMs } from './consent-defaults.ts';
import type { MyDataDoor } from '../my-data/my-data-door.ts';
import type { ConsentTexts } from './consent-texts.ts';
import type { Consent, ConsentState } from './consent.ts';
import { Preferences, type Recipients } from './preferences.tsx';
import { refusePress, useSeen } from '../routes/use-seen.ts';
import { Question } from './question.tsx';
import './consent.css';

interface ConsentDialogProps {
  readonly consent: Consent;
  /** Asked whenever the dialog opens. */
  readonly loadTexts: () => Promise<ConsentTexts>;
  readonly recipients: Recipients;
  readonly myData: MyDataDoor | undefined;
}

/** The dialog over everything: pages, and the frame, which goes on loading beneath it. */
export function ConsentDialog({ consent, loadTexts, recipients, myData }: ConsentDialogProps) {
  const state = useSyncExternalStore(consent.subscribe, () => consent.state);
  const isWanted = state.view !== 'closed';
  const [texts, setTexts] = useState<ConsentTexts>();

  useEffect(() => {
    if (isWanted) void loadTexts().then(setTexts);
  }, [isWanted, loadTexts]);

  return texts && <Modal {...{ consent, state, texts, recipients, myData }} />;
}

interface ModalProps {
  readonly consent: Consent;
  readonly state: ConsentState;
  readonly texts: ConsentTexts;
  readonly recipients: Recipients;
  readonly myData: MyDataDoor | undefined;
}

/**
 * A modal dialog, so that the browser itself keeps everything else from being used. It stays modal
 * for a moment after a choice, unseen; that is the lock of section 9.
 *
 *   opened ── animation delay ──▶ seen ── choice ──▶ unseen ── lock release ──▶ closed
 */
function Modal({ consent, state, texts, recipients, myData }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isWanted = state.view !== 'closed';
  const [hasAppeared, setAppeared] = useState(false);
  const isSeen = useSeen(dialog, isWanted ? 'consent' : undefined);
  // The view that fades out is the last one seen.
  const [view, setView] = useState(state.view);
  if (isWanted && view !== state.view) setView(state.view);

  useEffect(() => {
    if (!isWanted) {
      const release = setTimeout(() => dialog.current?.close(), lockReleaseInMs);
      return () => clearTimeout(release);
    }
    if (dialog.current?.open === false) dialog.current.showModal();
    // The browser would begin with the first button: see the title.
    dialog.current?.querySelector('h2')?.focus();
    const appear = setTimeout(() => setAppeared(true), animationDelayInMs);
    return () => {
      clearTimeout(appear);
      setAppeared(false);
    };
  }, [isWanted]);

  return (
    <dialog
      ref={dialog}
      className={view === 'preferences' ? 'consent consent-preferences' : 'consent'}
      data-seen={hasAppeared}
      lang={texts.language}
      aria-labelledby="consent-title"
      aria-describedby="consent-description"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        if (state.view === 'preferences') consent.leavePreferences();
      }}
      onCancel={(event) => event.preventDefault()}
      // Browsers let nobody be held by a dialog for ever; the question comes back.
      onClose={() => {
        if (consent.state.view === 'closed') setView('closed');
        else dialog.current?.showModal();
      }}
    >
      <div
        className="consent-body"
        inert={!isWanted}
        aria-disabled={!isSeen}
        onClickCapture={isSeen ? undefined : refusePress}
      >
        {view === 'preferences' && (
          <Preferences {...{ consent, state, texts, recipients, myData }} />
        )}
        {view === 'question' && (
          <Question
            {...{ consent, state, texts }}
            hasAnalytics={recipients.analytics !== undefined}
          />
        )}
      </div>
    </dialog>
  );
}
