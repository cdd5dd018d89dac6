import { refuseStrayDrops } from '@lectern/sdk/stray-drops';
import { windowsIn } from './item-window.ts';

/** A window hears nothing of drops on pages in its frames: guards those now and later, except pages of another origin. */
export function refuseDropsIn(frame: HTMLIFrameElement): void {
  const guard = () => {
    for (const inner of windowsIn(frame)) {
      refuseStrayDrops(inner);
      // Loads of frames in the page; they do not bubble.
      inner.document.addEventListener('load', guard, true);
    }
  };
  frame.addEventListener('load', guard);
  guard();
}
