import { log } from '../logging/log.ts';
import type { ContentFrame } from './content-frame.ts';

/** How long what content can do without is left alone after it could not be loaded. */
const pauseInMs = 10_000;

/** Tries again as long as content is in use: it needs nothing of the pages, and must not go for them. */
export async function besideContent<T>(frame: ContentFrame, load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (!frame.isOpen) throw error;
      log('warning', 'The pages could not be loaded.', error);
      await pauseBesideContent(frame);
    }
  }
}

/** A pause beside content that is in use; ends when it is gone, at the latest after ten seconds. */
export async function pauseBesideContent(frame: ContentFrame): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, pauseInMs);
  const forget = frame.subscribe(() => {
    if (!frame.isOpen) resolve();
  });
  await promise;
  clearTimeout(timer);
  forget();
}
