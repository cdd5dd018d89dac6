import { signInFreshForInSeconds } from '@lectern/contracts';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { CloseButton } from '../dialog/close-button.tsx';
import { log } from '../logging/log.ts';
import { texts } from '../texts/texts.ts';
import { refusePress, useSeen } from '../routes/use-seen.ts';
import { Account } from './account.tsx';
import { Download } from './download.tsx';
import { EraseQuestion } from './erase-question.tsx';
import { isLinkUndoable, isNotFresh, type PersonalData } from './personal-data.ts';
import '../dialog/dialog.css';
import './my-data.css';

interface MyDataDialogProps {
  /** Of the publication. */
  readonly title: string;
  readonly data: PersonalData;
  readonly onClose: () => void;
  /** In place of closing, once everything is erased: nothing that is shown beneath is true any more. */
  readonly onErased: () => void;
  /** The same once the account is erased: nobody is signed in any more. */
  readonly onAccountErased: () => void;
  /** When the user has signed in once more for this, in milliseconds since 1970; absent: it has not. */
  readonly signedInAt: number | undefined;
  /** Has the user sign in once more. */
  readonly onSignInAnew: () => void;
}

/** Target of erasing: the entries of the publication, or all that there is of the user. */
type ErasureScope = 'items' | 'account';

type View =
  | { readonly name: 'overview' }
  /** Signing in once more was tried just now, and was no use. */
  | { readonly name: 'not fresh'; readonly isUseless: boolean }
  | { readonly name: 'question' | 'erasing'; readonly scope: ErasureScope }
  | { readonly name: 'erased'; readonly scope: ErasureScope; readonly items: number };

/**
 * Lets users download or erase what they have in a publication, and their account.
 *
 *   overview ── delete … ──▶ question ── understood, and yes ──▶ erasing ──▶ erased
 *      ▲                       │  ▲                               │  │
 *      └────────── no ─────────┘  └──────────── failed ───────────┘  └──▶ not fresh ──▶ sign in once more
 */
export function MyDataDialog(props: MyDataDialogProps) {
  const { title, data, onClose, onErased, onAccountErased, signedInAt, onSignInAnew } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const [view, setView] = useState<View>({ name: 'overview' });
  const [failure, setFailure] = useState<string>();
  const { myData } = texts;
  const isErasing = view.name === 'erasing';
  const isSeen = useSeen(dialog, 'my-data');

  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  }, []);

  function onNotFresh(): void {
    const age = signedInAt === undefined ? Infinity : Date.now() - signedInAt;
    setView({ name: 'not fresh', isUseless: age < (signInFreshForInSeconds / 2) * 1000 });
  }

  async function erase(scope: ErasureScope): Promise<void> {
    setView({ name: 'erasing', scope });
    setFailure(undefined);
    try {
      const items = scope === 'items' ? await data.erase() : (await data.eraseAccount(), 0);
      setView({ name: 'erased', scope, items });
    } catch (error) {
      if (isNotFresh(error)) return onNotFresh();
      log('error', 'Could not erase what there is of a user.', error);
      setFailure(isLinkUndoable(error) ? myData.linkedFirst : myData.deleteFailed);
      setView({ name: 'question', scope });
    }
  }

  function onClosed(): void {
    if (isErasing) dialog.current?.showModal();
    else if (view.name !== 'erased') onClose();
    else if (view.scope === 'account') onAccountErased();
    else onErased();
  }

  return (
    <dialog
      ref={dialog}
      className="dialog my-data"
      aria-labelledby="my-data-title"
      onCancel={(event) => {
        // Erasing cannot be taken back: its end is to be seen.
        if (isErasing) event.preventDefault();
      }}
      onClose={onClosed}
    >
      <div
        className="dialog-whole"
        aria-disabled={!isSeen}
        onClickCapture={isSeen ? undefined : refusePress}
      >
        {/* No <header>: beside the content's it would be a second banner of the page. */}
        <div className="dialog-head">
          <Heading key={view.name}>{titleOf(view)}</Heading>
          {!isErasing && (
            <CloseButton aria-label={texts.close} onClick={() => dialog.current?.close()} />
          )}
        </div>
        {view.name === 'overview' && (
          <div className="my-data-body">
            <p>{myData.about(title)}</p>
            <section>
              <h3>{myData.downloadTitle}</h3>
              <p>{myData.download}</p>
              <Download label={myData.downloadNow} download={data.download} />
            </section>
            <section>
              <h3>{myData.deleteTitle}</h3>
              <p>{myData.delete}</p>
              <Button
                isQuiet
                className="my-data-delete"
                onClick={() => setView({ name: 'question', scope: 'items' })}
              >
                {myData.deleteNow}
              </Button>
            </section>
            <Account
              data={data}
              onNotFresh={onNotFresh}
              onErase={() => setView({ name: 'question', scope: 'account' })}
            />
          </div>
        )}
        {(view.name === 'question' || view.name === 'erasing') && (
          <EraseQuestion
            warnings={
              view.scope === 'items'
                ? [myData.erased(title), myData.notErased]
                : [myData.accountErased, myData.accountNotErased]
            }
            isErasing={isErasing}
            failure={failure}
            onKeep={() => {
              setFailure(undefined);
              setView({ name: 'overview' });
            }}
            onErase={() => void erase(view.scope)}
          />
        )}
        {view.name === 'not fresh' && (
          <div className="my-data-body">
            <p>{view.isUseless ? myData.neverFresh : myData.notFresh}</p>
            {!view.isUseless && <Button onClick={onSignInAnew}>{texts.signIn}</Button>}
          </div>
        )}
        {view.name === 'erased' && (
          <div className="my-data-body">
            {view.items > 0 && <p>{myData.deletedAmount(view.items)}</p>}
            <p>{view.scope === 'items' ? myData.notErased : myData.accountNotErased}</p>
            <Button onClick={() => dialog.current?.close()}>
              {view.scope === 'items' ? myData.startAnew : texts.signOut}
            </Button>
          </div>
        )}
      </div>
    </dialog>
  );
}

function titleOf(view: View): string {
  const { myData } = texts;
  switch (view.name) {
    case 'overview':
      return myData.title;
    case 'not fresh':
      return texts.signInAnewTitle;
    case 'question':
    case 'erasing':
      return view.scope === 'items' ? myData.question : myData.accountQuestion;
    case 'erased':
      if (view.scope === 'account') return myData.accountDeleted;
      return view.items > 0 ? myData.deleted : myData.nothingThere;
  }
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
