/** Way in CSS pixels that a pointer goes before a press becomes a drag. */
const dragStartsAfterInPx = 6;

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
  let press: { readonly x: number; readonly y: number } | undefined;
  let ghost: HTMLElement | undefined;
  let over: Element | null = null;
  let swallowClick = false;

  function lookUnder(event: PointerEvent): void {
    over?.removeAttribute('data-over');
    over =
      document.elementFromPoint(event.clientX, event.clientY)?.closest(`[${targetAttribute}]`) ??
      null;
    over?.setAttribute('data-over', '');
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
    if (event.button !== 0 || !event.isPrimary || button.matches(':disabled')) return;
    press = { x: event.clientX, y: event.clientY };
    // At once: the first move of a quick flick is beside the button already.
    button.setPointerCapture(event.pointerId);
  });

  button.addEventListener('pointermove', (event) => {
    if (!press || !event.isPrimary) return;
    if (event.buttons === 0) return end();
    const [right, down] = [event.clientX - press.x, event.clientY - press.y];
    if (!ghost) {
      if (Math.hypot(right, down) < dragStartsAfterInPx) return;
      if (!mayDrag()) return end();
      ghost = ghostOf(button);
    }
    ghost.style.translate = `${right}px ${down}px`;
    lookUnder(event);
  });

  button.addEventListener('pointerup', () => {
    if (!ghost) return end();
    const target = over?.getAttribute(targetAttribute) ?? undefined;
    swallowClick = true;
    end();
    drop(target);
  });
  // Fires after pointerup and pointercancel alike, and alone where the release was missed.
  button.addEventListener('lostpointercapture', end);

  button.addEventListener(
    'click',
    (event) => {
      if (swallowClick) event.stopImmediatePropagation();
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
