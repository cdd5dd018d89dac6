import type { Locator } from 'playwright-core';

/** Whether an element's page refuses what is dropped there. */
export function refusesDrops(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => {
    const dragged = { bubbles: true, cancelable: true, composed: true };
    const event = new DragEvent('dragover', { ...dragged, dataTransfer: new DataTransfer() });
    element.dispatchEvent(event);
    return event.defaultPrevented;
  });
}
