import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Bridge } from '../bridge/bridge.ts';
import type { ContentFrame } from '../content-frame/content-frame.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { passedTimeInMs } from '../passed-time.ts';
import { texts } from '../texts/texts.ts';
import { follow, nothingShown, pass, type Phase } from './phase.ts';
import { SetAsideDialog } from './set-aside-dialog.tsx';
import type { LoadTitles } from './titles.ts';
import { useOutbox, type CurrentOutbox } from './use-outbox.ts';
import './save-sign.css';

interface SaveSignProps {
  readonly outboxes: CurrentOutbox;
  readonly frame: Pick<ContentFrame, 'isOpen' | 'subscribe' | 'window'>;
  /** Content may show by itself how far its work is saved. Of what was refused the shell speaks all the same. */
  readonly bridge: Pick<Bridge, 'able'>;
  readonly loadTitles: LoadTitles;
}

/**
 * Says in a corner over the content whether its work is saved, once there is something to say. It takes
 * no focus, and lets through every click but those on its button.
 */
export function SaveSign({ outboxes, frame, bridge, loadTitles }: SaveSignProps) {
  const { outbox, saveState, isOutdated } = useOutbox(outboxes);
  const isOpen = useSyncExternalStore(frame.subscribe, () => frame.isOpen);
  const { shown } = usePhase(outbox);
  const [isDialogOpen, setDialogOpen] = useState(false);
  /** Entries that the user has seen in the dialog: they are no news any more. */
  const [seen, setSeen] = useState(0);
  const [of, setOf] = useState(outbox);
  // Open dialogs of one user are not the next one's.
  if (of !== outbox) {
    setOf(outbox);
    setDialogOpen(false);
    setSeen(0);
  }
  const refused = saveState?.refused ?? 0;
  if (seen > refused) setSeen(refused);
  const isSmall = refused === seen;

  function closeDialog(): void {
    setDialogOpen(false);
    setSeen(outbox?.saveState.refused ?? 0);
  }

  if (!outbox || !isOpen) return null;
  return (
    <div className="save-sign" data-refused={isOutdated || refused > 0 || undefined}>
      <output>
        {shown !== 'nothing' && !bridge.able?.('save-sign') && <Progress shown={shown} />}
      </output>
      <div className={isOutdated ? 'save-sign-refused' : undefined}>
        <output>{isOutdated && texts.saveSign.outdated}</output>
        {isOutdated && (
          <button type="button" onClick={() => location.reload()}>
            {texts.saveSign.reload}
          </button>
        )}
      </div>
      {/* Not in one with the button: what has become small is not read out again. */}
      <div className={refused > 0 ? 'save-sign-refused' : undefined} data-small={isSmall}>
        <output>{refused > 0 && !isSmall && texts.saveSign.refused(refused)}</output>
        {refused > 0 && (
          <button
            type="button"
            aria-label={
              isSmall ? `${texts.saveSign.refused(refused)}: ${texts.saveSign.show}` : undefined
            }
            onClick={() => setDialogOpen(true)}
          >
            {isSmall ? refused : texts.saveSign.show}
          </button>
        )}
      </div>
      {isDialogOpen && (
        <SetAsideDialog
          outbox={outbox}
          frame={frame}
          loadTitles={loadTitles}
          onClose={closeDialog}
        />
      )}
    </div>
  );
}

function Progress({ shown }: { readonly shown: Exclude<Phase['shown'], 'nothing'> }) {
  const { saving, saved, waiting, waitingShort } = texts.saveSign;
  return (
    <span className="save-sign-progress" data-shown={shown}>
      {shown === 'waiting' ? (
        <>
          <span className="save-sign-long">{waiting}</span>
          <span className="save-sign-short">{waitingShort}</span>
        </>
      ) : (
        { saving, saved }[shown]
      )}
    </span>
  );
}

/** State of the sign while the work changes, and time goes by. */
function usePhase(outbox: Outbox | undefined): Phase {
  const [phase, setPhase] = useState(nothingShown);
  useEffect(() => {
    if (!outbox) return;
    let current = nothingShown;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (phaseNow: Phase) => {
      current = phaseNow;
      setPhase(current);
      clearTimeout(timer);
      const { next } = current;
      if (next) timer = setTimeout(() => show(pass(current, next.at)), next.at - passedTimeInMs());
    };
    const update = () => show(follow(current, outbox.saveState, passedTimeInMs()));
    update();
    const stop = outbox.subscribe(update);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [outbox]);
  return phase;
}
