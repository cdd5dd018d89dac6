import { BridgeFailure } from './bridge-failure.ts';

/** How long browsers count a press, at most. */
const pressLastsMs = 5000;
/**
 * So soon after a press in the shell nobody knows whether there was one in the content since. As many in a row are believed:
 * more than people who look into one dialog after the other, and few enough to close them all.
 */
const believed = 20;

/**
 * Which dialogs content may open: any, until the user has closed one. Then it takes a press in the content, so that
 * content which opens them again and again leaves its user the way to the menu.
 */
export class DialogWishes {
  /** When something was last pressed in the shell, since a dialog was first closed. */
  #pressedAt: number | undefined;
  /** Wishes since, so soon after. */
  #soon = 0;

  constructor(page: Pick<EventTarget, 'addEventListener'>) {
    page.addEventListener('close', ({ timeStamp }) => (this.#pressedAt = timeStamp), true);
    for (const type of ['pointerdown', 'keydown'])
      page.addEventListener(
        type,
        ({ timeStamp }) => {
          if (this.#pressedAt !== undefined) this.#pressedAt = timeStamp;
        },
        true,
      );
  }

  /** @throws {BridgeFailure} `REFUSED` */
  check(): void {
    if (this.#pressedAt === undefined) return;
    const isSoon = performance.now() - this.#pressedAt < pressLastsMs;
    this.#soon = isSoon ? this.#soon + 1 : 0;
    if (!isPressed() || this.#soon > believed)
      throw new BridgeFailure('REFUSED', 'After a dialog somebody has to press a button.');
  }
}

/** True where somebody has just pressed something, here or in the frame; browsers that do not know say yes. */
export function isPressed(): boolean {
  const activation = navigator.userActivation as UserActivation | undefined;
  return activation?.isActive ?? true;
}
