import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Dispatch } from '../bridge/dispatch.ts';
import { readOverlayState } from './overlay-state.ts';
import { Overlay } from './overlay.tsx';
import type { Recording } from './recording.ts';
import { createTrace } from './trace.ts';

/**
 * Puts the testing overlay beside the pages, in a root of its own, and lets it take over what the
 * bridge has carried.
 *
 * @param dispatch The one that answers the content: a button shows what content would get.
 * @param storedState How the overlay was left, from session storage.
 */
export function mountOverlay(
  dispatch: Dispatch,
  recording: Recording,
  storedState: string | null,
): void {
  const trace = createTrace();
  recording.playInto(trace.take);
  const host = document.createElement('div');
  document.body.append(host);
  createRoot(host).render(
    <StrictMode>
      <Overlay dispatch={dispatch} trace={trace} initialState={readOverlayState(storedState)} />
    </StrictMode>,
  );
}
