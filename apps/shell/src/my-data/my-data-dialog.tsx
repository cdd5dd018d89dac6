import { useEffect, useRef, useState } from 'react';
import { log } from '../logging/log.ts';
import { texts } from '../texts/texts.ts';
import { EraseQuestion } from './erase-question.tsx';
import type { PersonalData } from './personal-data.ts';
import '../dialog/dialog.css';
import './my-data.css';

interface MyDataDialogProps {
  /** Of the publication. */
  readonly title: string;
  readonly data: PersonalData;
  readonly onClose: () => void;
  /** In place of closing, once everything is erased: nothing that is shown beneath is true any more. */
  readonly onErased: () => void;
}

/** A number: how many items are erased. */
type View = 'overview' | 'question' | 'erasing' | number;

/**
 * Lets users download or erase what they have in a publication.
 *
 *   overview ── delete … ──▶ question ── understood, and yes ──▶ erasing ──▶ erased
 *      ▲                       │  ▲                                 │
 *      └────────── no ─────────┘  └──────────── failed ─────────────┘
 */
export function MyDataDialog({ title, data, onClose, onErased }: MyDataDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [view, setView] = useState<View>('overview');
  const [hasFailed, setFailed] = useState(false);
  const { myData } = texts;
  const isErased = typeof view === 'number';

  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  }, []);

  async function erase(): Promise<void> {
    setView('erasing');
    setFailed(false);
    try {
      setView(await data.erase());
    } catch (error) {
      log('error', 'Could not erase what a user has in the publication.', error);
      setFailed(true);
      setView('question');
    }
  }

  return (
    <dialog
      ref={dialog}
      className="dialog my-data"
      aria-labelledby="my-data-title"
      onCancel={(event) => {
        // What is under way cannot be taken back: its end is to be seen.
        if (view === 'erasing') event.preventDefault();
      }}
      onClose={() => {
        if (view === 'erasing') dialog.current?.showModal();
        else if (isErased) onErased();
        else onClose();
      }}
    >
      {/* No <header>: beside the content's it would be a second banner of the page. */}
      <div className="dialog-head">
        <Heading key={isErased ? 'erased' : view}>{titleOf(view)}</Heading>
        {view !== 'erasing' && (
          <button
            className="dialog-close"
            type="button"
            aria-label={texts.close}
            onClick={() => dialog.current?.close()}
          >
            <span aria-hidden="true">×</span>
          </button>
        )}
      </div>
      {view === 'overview' && (
        <div className="my-data-body">
          <p>{myData.about(title)}</p>
          <Download data={data} />
          <section>
            <h3>{myData.deleteTitle}</h3>
            <p>{myData.delete}</p>
            <button
              className="button button-quiet my-data-delete"
              type="button"
              onClick={() => setView('question')}
            >
              {myData.deleteNow}
            </button>
          </section>
        </div>
      )}
      {(view === 'question' || view === 'erasing') && (
        <EraseQuestion
          title={title}
          isErasing={view === 'erasing'}
          hasFailed={hasFailed}
          onKeep={() => {
            setFailed(false);
            setView('overview');
          }}
          onErase={() => void erase()}
        />
      )}
      {isErased && (
        <div className="my-data-body">
          {view > 0 && <p>{myData.deletedAmount(view)}</p>}
          <p>{myData.notErased}</p>
          <button className="button" type="button" onClick={() => dialog.current?.close()}>
            {myData.startAnew}
          </button>
        </div>
      )}
    </dialog>
  );
}

function titleOf(view: View): string {
  const { myData } = texts;
  if (typeof view === 'number') return view > 0 ? myData.deleted : myData.nothingThere;
  return view === 'overview' ? myData.title : myData.question;
}

/** Each view begins on its heading: a key pressed for what was there before must choose nothing. */
function Heading({ children }: { readonly children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    // Where all of a dialog scrolls, what was there before may have been scrolled.
    heading.current?.closest('dialog')?.scrollTo(0, 0);
  }, []);
  return (
    <h2 ref={heading} id="my-data-title" tabIndex={-1}>
      {children}
    </h2>
  );
}

type Progress = 'none' | 'under way' | 'failed' | { readonly undelivered: number };

function Download({ data }: { readonly data: PersonalData }) {
  const [progress, setProgress] = useState<Progress>('none');
  const closing = useRef<AbortController>(undefined);
  const { myData } = texts;
  useEffect(() => () => closing.current?.abort(), []);

  async function download(): Promise<void> {
    if (progress === 'under way') return;
    closing.current = new AbortController();
    const { signal } = closing.current;
    setProgress('under way');
    try {
      setProgress({ undelivered: await data.download(signal) });
    } catch (error) {
      if (signal.aborted) return;
      log('error', 'Could not download what a user has in the publication.', error);
      setProgress('failed');
    }
  }

  return (
    <section>
      <h3>{myData.downloadTitle}</h3>
      <p>{myData.download}</p>
      <button
        className="button"
        type="button"
        aria-disabled={progress === 'under way'}
        onClick={() => void download()}
      >
        {myData.downloadNow}
      </button>
      <output>
        {progress === 'under way' && myData.downloading}
        {typeof progress === 'object' && myData.downloaded}
        {typeof progress === 'object' &&
          progress.undelivered > 0 &&
          ` ${myData.undelivered(progress.undelivered)}`}
      </output>
      {progress === 'failed' && <p role="alert">{myData.downloadFailed}</p>}
    </section>
  );
}
