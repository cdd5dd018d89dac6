import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from '../button.tsx';
import { CloseButton } from '../dialog/close-button.tsx';
import type { ContentFrame } from '../content-frame/content-frame.ts';
import { inTime } from '../in-time.ts';
import { log } from '../logging/log.ts';
import type { SetAside } from '../outbox/model/outcome.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { forgetsUnusedPages } from '../storage/persistence.ts';
import { texts } from '../texts/texts.ts';
import { downloadSetAside } from './set-aside-file.ts';
import { SetAsideList } from './set-aside-list.tsx';
import type { LoadTitles, Titles } from './titles.ts';
import '../dialog/dialog.css';
import './set-aside-dialog.css';

interface SetAsideDialogProps {
  readonly outbox: Outbox;
  readonly frame: Pick<ContentFrame, 'window'>;
  readonly loadTitles: LoadTitles;
  readonly onClose: () => void;
}

/** Shows what could not be saved, and lets the user try again, keep it as a file, or give it up. */
export function SetAsideDialog({ outbox, frame, loadTitles, onClose }: SetAsideDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const { entries, hasFailed } = useSetAside(outbox);
  const titles = useTitles(entries, loadTitles);
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
    // Not a button: a key pressed for what is beneath must choose nothing.
    title.current?.focus();
  }, []);

  function close(): void {
    onClose();
    // The browser gives the focus back to the button that has opened this, unless that is gone.
    if (outbox.saveState.refused === 0) frame.window?.focus();
  }

  return (
    <dialog
      ref={dialog}
      className="dialog set-aside"
      aria-labelledby="set-aside-title"
      onClose={close}
    >
      <header className="dialog-head">
        <h2 ref={title} id="set-aside-title" tabIndex={-1}>
          {texts.setAside.title}
        </h2>
        <CloseButton aria-label={texts.close} onClick={() => dialog.current?.close()} />
      </header>
      {hasFailed && <p role="alert">{texts.setAside.unavailable}</p>}
      {entries && titles && (
        <Body
          outbox={outbox}
          entries={entries}
          titles={titles}
          onDone={() => dialog.current?.close()}
        />
      )}
    </dialog>
  );
}

interface BodyProps {
  readonly outbox: Outbox;
  readonly entries: readonly SetAside[];
  readonly titles: Titles;
  readonly onDone: () => void;
}

function Body({ outbox, entries, titles, onDone }: BodyProps) {
  const undelivered = useSyncExternalStore(outbox.subscribe, () => outbox.saveState.undelivered);
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const hasRefused = entries.some(
    (entry) => entry.kind !== 'unreadable' && !(entry.kind === 'items' && entry.why === 'conflict'),
  );

  async function perform(action: () => Promise<void>): Promise<boolean> {
    if (isBusy) return false;
    setBusy(true);
    setFailed(false);
    const isDone = await action().then(
      () => true,
      (error: unknown) => {
        log('error', 'Could not settle what was set aside.', error);
        setFailed(true);
        return false;
      },
    );
    setBusy(false);
    return isDone;
  }

  if (entries.length === 0) return <Settled isSending={undelivered > 0} />;
  return (
    <>
      <div className="set-aside-list">
        <p>
          {texts.setAside.kept} {forgetsUnusedPages() && <span>{texts.forgottenUnused}</span>}
        </p>
        <SetAsideList entries={entries} titles={titles} />
      </div>
      <footer>
        {hasFailed && <p role="alert">{texts.setAside.failed}</p>}
        {isAsked ? (
          <Question
            isBusy={isBusy}
            onKeep={() => setAsked(false)}
            onDiscard={() =>
              void perform(() => outbox.discardSetAside(entries)).then(
                (isDone) => isDone && onDone(),
              )
            }
          />
        ) : (
          <>
            {hasRefused && (
              <Button
                aria-disabled={isBusy}
                onClick={() => void perform(() => outbox.retryRefused())}
              >
                {texts.retry}
              </Button>
            )}
            <Button isQuiet onClick={() => downloadSetAside(entries)}>
              {texts.setAside.saveAsFile}
            </Button>
            <Button
              isQuiet
              className="set-aside-discard"
              aria-disabled={isBusy}
              onClick={() => isBusy || setAsked(true)}
            >
              {texts.setAside.discard}
            </Button>
          </>
        )}
      </footer>
    </>
  );
}

/** Takes the place of the list and its buttons, and the focus of the one that was pressed. */
function Settled({ isSending }: { readonly isSending: boolean }) {
  const output = useRef<HTMLOutputElement>(null);
  useEffect(() => output.current?.focus(), []);
  return (
    <div className="set-aside-list">
      <output ref={output} tabIndex={-1}>
        {isSending ? texts.setAside.sending : texts.setAside.noneLeft}
      </output>
    </div>
  );
}

interface QuestionProps {
  readonly isBusy: boolean;
  readonly onKeep: () => void;
  readonly onDiscard: () => void;
}

function Question({ isBusy, onKeep, onDiscard }: QuestionProps) {
  const question = useRef<HTMLParagraphElement>(null);
  // The question is heard, and a second press of the same key answers nothing.
  useEffect(() => question.current?.focus(), []);
  return (
    <>
      <p ref={question} tabIndex={-1}>
        {texts.setAside.discardQuestion}
      </p>
      <Button onClick={onKeep}>{texts.setAside.discardNo}</Button>
      <Button isQuiet className="set-aside-discard" aria-disabled={isBusy} onClick={onDiscard}>
        {texts.setAside.discardYes}
      </Button>
    </>
  );
}

/** The list waits for them, but not for long: until then, or without them, nothing is named. */
const titlesLimitInMs = 3_000;

/** Asked for once: while the dialog is open, entries only go. */
function useTitles(
  entries: readonly SetAside[] | undefined,
  loadTitles: LoadTitles,
): Titles | undefined {
  const [titles, setTitles] = useState<Titles>();
  const isAsked = useRef(false);
  useEffect(() => {
    if (!entries || isAsked.current) return;
    isAsked.current = true;
    const none: Titles = new Map();
    void inTime(loadTitles(entries), titlesLimitInMs, 'The titles').then(setTitles, () =>
      setTitles(none),
    );
  }, [entries, loadTitles]);
  return titles;
}

/** Read anew with every change of the outbox. */
function useSetAside(outbox: Outbox): {
  readonly entries: readonly SetAside[] | undefined;
  readonly hasFailed: boolean;
} {
  const [read, setRead] = useState<readonly SetAside[] | 'failed'>();
  const load = useCallback(async (): Promise<readonly SetAside[] | 'failed'> => {
    try {
      return await outbox.setAside();
    } catch (error) {
      log('error', 'Could not read what was set aside.', error);
      return 'failed';
    }
  }, [outbox]);
  useEffect(() => {
    let last = 0;
    // The last request is shown, whichever is answered last.
    const show = () => {
      const own = ++last;
      void load().then((entries) => own === last && setRead(entries));
    };
    show();
    const stop = outbox.subscribe(show);
    return () => {
      last = NaN;
      stop();
    };
  }, [outbox, load]);
  return { entries: read === 'failed' ? undefined : read, hasFailed: read === 'failed' };
}
