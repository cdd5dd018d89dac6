import { refuseStrayDrops } from '@lectern/sdk/stray-drops';

/** The window around a frame hears nothing of drops on the page in it. Pages of another origin cannot be watched. */
export function refuseDropsIn({ contentDocument, contentWindow }: HTMLIFrameElement): void {
  if (contentDocument && contentWindow) refuseStrayDrops(contentWindow);
}
