import type { Platform } from '@lectern/env';
import type { Frame, Page } from 'playwright-core';

/** The publication's frame, once it is open. */
export function contentFrame(page: Page, { content }: Pick<Platform, 'content'>): Frame {
  const frame = page.frames().find((each) => each.url().startsWith(content));
  if (!frame) throw new Error('There is no content.');
  return frame;
}
