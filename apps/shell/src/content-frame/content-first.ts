import type { ContentFrame } from './content-frame.ts';

/** How long content that neither speaks nor loads may keep others waiting. */
const limitInMs = 5_000;

/**
 * Leaves a slow processor to content that is opening: resolves once the content has spoken, or else once
 * it is loaded, gone, or takes too long; at once where none is open.
 */
export function untilContentSpeaks(frame: ContentFrame): Promise<void> {
  return whileOpening(frame, (resolve, signal) => {
    addEventListener('message', ({ source }) => source === frame.window && resolve(), { signal });
  });
}

/** The same, once it is loaded. */
export function untilContentLoaded(frame: ContentFrame): Promise<void> {
  return whileOpening(frame, () => {});
}

async function whileOpening(
  frame: ContentFrame,
  orSooner: (resolve: () => void, signal: AbortSignal) => void,
): Promise<void> {
  if (!frame.isOpen || frame.isLoaded) return;
  let resolve!: () => void;
  // Older browsers get `Promise.withResolvers` later.
  const promise = new Promise<void>((settle) => (resolve = settle));
  const over = new AbortController();
  const timer = setTimeout(resolve, limitInMs);
  const forget = frame.subscribe(resolve);
  orSooner(resolve, over.signal);
  await promise;
  over.abort();
  clearTimeout(timer);
  forget();
}
