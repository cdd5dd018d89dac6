/** Way in CSS pixels that a pointer goes before a press becomes a drag. */
const dragStartsAfterInPx = 6;
/** Near an edge of the window, in CSS pixels, a drag scrolls the page by so much in each frame. */
const scrolling = { edgeInPx: 56, stepInPx: 8 } as const;

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

  /** Targets may lie outside of the window. What begins at an edge scrolls only on the way out. */
  function scrollAtEdge(dragged: HTMLElement): void {
    if (ghost !== dragged || !press) return;
    const { clientY } = last;
    const isOut =
      clientY > press.clientY
        ? clientY > innerHeight - scrolling.edgeInPx
        : clientY < scrolling.edgeInPx;
    if (isOut) {
      const top = Math.sign(clientY - press.clientY) * scrolling.stepInPx;
      scrollBy({ top, behavior: 'instant' });
      lookUnder(last);
    }
    requestAnimationFrame(() => scrollAtEdge(dragged));
  }

  function end(): void {
    ghost?.remove();
    over?.removeAttribute('data-over');
    button.removeAttribute('data-dragged');
    press = ghost = undefined;
    over = null;
  }

  button.addEventListener('pointerdown', (event) => {
    swallowClick = false;
    if (ghost || event.button !== 0 || !event.isPrimary || button.matches(':disabled')) return;
    press = event;
    // At once: the first move of a quick flick is beside the button already.
    button.setPointerCapture(event.pointerId);
  });

  button.addEventListener('pointermove', (event) => {
    if (event.pointerId !== press?.pointerId) return;
    if (event.buttons === 0) return end();
    const [right, down] = [event.clientX - press.clientX, event.clientY - press.clientY];
    last = event;
    if (!ghost) {
      if (Math.hypot(right, down) < dragStartsAfterInPx) return;
      if (!mayDrag()) return end();
      ghost = ghostOf(button);
      scrollAtEdge(ghost);
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
  // Fires after pointerup and pointercancel alike, and alone where the release was missed.
  button.addEventListener('lostpointercapture', ({ pointerId }) => {
    if (pointerId === press?.pointerId) end();
  });

  button.addEventListener(
    'click',
    (event) => {
      // After a drag to elsewhere browsers make none: the next one is of a key or a screen reader, without a count.
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
