import { log } from '../logging/log.ts';
import type { ContentFrame } from './content-frame.ts';

/** How long what content can do without is left alone after it could not be loaded. */
const pauseInMs = 10_000;

/**
 * Tries again as long as content is in use: it needs nothing of the pages, and must not go for them.
 *
 * @param files The modules and style sheets that `load` needs.
 */
export async function besideContent<T>(
  frame: ContentFrame,
  files: readonly string[],
  load: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      // Of a module that could not be had Chromium says so for the life of the page, without asking again
      // (HTML, module map): it must be there, in the cache, when it is imported.
      if (frame.isOpen) await fetchAll(files);
      return await load();
    } catch (error) {
      if (!frame.isOpen) throw error;
      log('warning', 'The pages could not be loaded.', error);
      await pauseBesideContent(frame);
    }
  }
}

/** @throws {TypeError} when one cannot be had. */
async function fetchAll(files: readonly string[]): Promise<void> {
  await Promise.all(
    files.map(async (file) => {
      const answer = await fetch(file);
      if (!answer.ok) throw new TypeError();
      await answer.blob();
    }),
  );
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
