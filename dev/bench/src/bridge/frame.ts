import { createContentFrame, type ContentFrame } from '@lectern/shell/content-frame';

/** Of another site, so that the browser gives it a process of its own. */
export const contentOrigin = new URLSearchParams(location.search).get('content') ?? '';

/** The production frame, for every bridge that is compared. */
export const frame: ContentFrame = createContentFrame(document.body, 'content');

/** Opens the contender's own content. */
export function openContent(): Window {
  const shell = encodeURIComponent(location.origin);
  frame.open(`${contentOrigin}${location.pathname.replace('/shell/', '/content/')}?shell=${shell}`);
  if (!frame.window) throw new Error('The frame has no window.');
  return frame.window;
}
