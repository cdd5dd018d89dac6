import { useEffect, useRef, type Dispatch, type SetStateAction } from 'react';
import { CloseButton } from '../dialog/close-button.tsx';
import { joinAddress } from '../session/kept-join-code.ts';
import { QrCode } from './qr-code.tsx';
import { useTexts } from './texts-context.ts';

/** A class that a room is shown. */
export interface Projected {
  readonly name: string;
  /** Absent: it opens nothing any more. */
  readonly code: string | undefined;
}

/** Shows the room a class, or what has become of the one that it sees. */
export type Project = Dispatch<SetStateAction<Projected | undefined>>;

interface ProjectorProps extends Projected {
  readonly onClose: () => void;
}

/**
 * A class's name, code and address for a whole room, and nothing of anybody: a code that is over leaves it open, since
 * the class beneath shows who is in it.
 */
export function Projector({ name, code, onClose }: ProjectorProps) {
  const texts = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const screen = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    if (!shown || shown.open) return;
    shown.showModal();
    // As large as the browser lets it be; the window is enough else. No browser takes a dialog itself.
    screen.current?.requestFullscreen?.().catch(() => {});
  }, []);

  function close(): void {
    if (document.fullscreenElement) void document.exitFullscreen();
    dialog.current?.close();
  }

  return (
    <dialog ref={dialog} className="projector" aria-labelledby="projector-title" onClose={onClose}>
      <div ref={screen} className="projector-screen">
        <CloseButton aria-label={texts.close} onClick={close} />
        <div className="projector-room">
          <div className="projector-words" aria-live="polite">
            <h2 id="projector-title">{name}</h2>
            {code === undefined ? (
              <p>{texts.codeClosed}</p>
            ) : (
              <>
                <p>
                  {texts.howToJoin}
                  <strong className="projector-address">{location.host}</strong>
                </p>
                <p>
                  {texts.thenEnter}
                  <strong className="projector-code">{code}</strong>
                </p>
              </>
            )}
          </div>
          {code !== undefined && <QrCode text={joinAddress(code).href} />}
        </div>
      </div>
    </dialog>
  );
}
