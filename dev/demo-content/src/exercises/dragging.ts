/** Way in CSS pixels that a pointer goes before a press becomes a drag. */
const dragStartsAfterInPx = 6;
/** A drag scrolls the page that has gone this way up or down, and stays near that edge of the window. */
const scrolling = {
  edgeInPx: 56,
  startsAfterInPx: 16,
  startsAfterInMs: 300,
  inPxPerMs: 0.5,
  frameMaximumInMs: 50,
} as const;

/** Attribute of the elements that take drops; its value names the target. */
export const targetAttribute = 'data-target';

/**
 * Lets a pointer (mouse, pen or finger) drag a button onto a target. A press without a drag stays a
 * click, so that the same button also works by tapping and by keyboard.
 *
 * @param mayDrag asked when a press becomes a drag.
 * @param drop gets the target's name; `undefined` when the pointer was over none.
 */
export function makeDraggable(
  button: HTMLButtonElement,
  mayDrag: () => boolean,
  drop: (target: string | undefined) => void,
): void {
  let press: Pick<PointerEvent, 'pointerId' | 'clientX' | 'clientY'> | undefined;
  let ghost: HTMLElement | undefined;
  let over: Element | null = null;
  let last: PointerEvent;
  let swallowClick = false;

  function lookUnder({ clientX, clientY }: PointerEvent): void {
    over?.removeAttribute('data-over');
    over = document.elementFromPoint(clientX, clientY)?.closest(`[${targetAttribute}]`) ?? null;
    over?.setAttribute('data-over', '');
  }

  /** Targets may lie outside of the window. A drag that begins near an edge scrolls only towards that edge. */
  function scrollAtEdge(
    dragged: HTMLElement,
    lastFrameAt: number,
    frameAt: number,
    stayedInMs = 0,
  ): void {
    if (ghost !== dragged || !press) return;
    if (!button.isConnected) return end();
    const { clientY } = last;
    const down = clientY - press.clientY;
    const isAtEdge =
      Math.abs(down) >= scrolling.startsAfterInPx &&
      (down > 0 ? clientY > innerHeight - scrolling.edgeInPx : clientY < scrolling.edgeInPx);
    const passedInMs = Math.min(frameAt - lastFrameAt, scrolling.frameMaximumInMs);
    const nowStayedInMs = isAtEdge ? stayedInMs + passedInMs : 0;
    if (nowStayedInMs > scrolling.startsAfterInMs) {
      scrollBy({ top: Math.sign(down) * scrolling.inPxPerMs * passedInMs, behavior: 'instant' });
      lookUnder(last);
    }
    requestAnimationFrame((next) => scrollAtEdge(dragged, frameAt, next, nowStayedInMs));
  }

  function end(): void {
    document.removeEventListener('lostpointercapture', lose);
    ghost?.remove();
    over?.removeAttribute('data-over');
    button.removeAttribute('data-dragged');
    press = ghost = undefined;
    over = null;
  }

  /** Fires after pointerup and pointercancel alike, and alone where the release was missed. */
  function lose({ pointerId }: PointerEvent): void {
    if (pointerId === press?.pointerId) end();
  }

  button.addEventListener('pointerdown', (event) => {
    swallowClick = false;
    if (ghost || event.button !== 0 || !event.isPrimary || button.matches(':disabled')) return;
    press = event;
    // At once: the first move of a quick flick is beside the button already.
    button.setPointerCapture(event.pointerId);
    // The document gets the event of a button that was moved.
    document.addEventListener('lostpointercapture', lose);
  });

  button.addEventListener('pointermove', (event) => {
    if (event.pointerId !== press?.pointerId) return;
    if (event.buttons === 0) return end();
    const [right, down] = [event.clientX - press.clientX, event.clientY - press.clientY];
    last = event;
    if (!ghost) {
      if (Math.hypot(right, down) < dragStartsAfterInPx) return;
      if (!mayDrag()) return end();
      const dragged = (ghost = ghostOf(button));
      requestAnimationFrame((frameAt) => scrollAtEdge(dragged, frameAt, frameAt));
    }
    ghost.style.translate = `${right}px ${down}px`;
    lookUnder(event);
  });

  button.addEventListener('pointerup', ({ pointerId }) => {
    if (pointerId !== press?.pointerId) return;
    if (!ghost) return end();
    const target = over?.getAttribute(targetAttribute) ?? undefined;
    swallowClick = true;
    end();
    drop(target);
  });

  button.addEventListener(
    'click',
    (event) => {
      // Browsers may send no click after a drag. Clicks of keys and screen readers have no count, and stay.
      if (swallowClick && event.detail > 0) event.stopImmediatePropagation();
      swallowClick = false;
    },
    { capture: true },
  );
}

/** A picture of the button that lies exactly over it and follows the pointer. */
function ghostOf(button: HTMLButtonElement): HTMLElement {
  const ghost = button.cloneNode(true) as HTMLElement;
  const { left, top, width, height } = button.getBoundingClientRect();
  ghost.classList.add('ghost');
  ghost.setAttribute('aria-hidden', 'true');
  Object.assign(ghost.style, {
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
  });
  button.setAttribute('data-dragged', '');
  document.body.append(ghost);
  return ghost;
}
