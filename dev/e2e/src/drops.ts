/** Runs in the page: whether it refuses what is dropped on an element. */
export function refusesDrops(element: Element): boolean {
  const dragged = { bubbles: true, cancelable: true, composed: true };
  const event = new DragEvent('dragover', { ...dragged, dataTransfer: new DataTransfer() });
  element.dispatchEvent(event);
  return event.defaultPrevented;
}
