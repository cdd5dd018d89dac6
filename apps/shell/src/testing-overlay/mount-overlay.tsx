import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Shell } from '../shell.ts';
import { watchHandshake } from './handshake.ts';
import { readOverlayState } from './overlay-state.ts';
import { Overlay } from './overlay.tsx';
import type { Recording } from './recording.ts';
import { createTrace } from './trace.ts';

/**
 * Puts the testing overlay beside the pages, in a root of its own, and lets it take over what the
 * bridge has carried.
 *
 * @param shell With the dispatch that answers the content: a button shows what content would get.
 * @param storedState How the overlay was left, from session storage.
 */
export function mountOverlay(
  shell: Pick<Shell, 'dispatch' | 'frame' | 'configuration' | 'silence'>,
  recording: Recording,
  storedState: unknown,
): void {
  const { dispatch, frame, configuration, silence } = shell;
  const trace = createTrace();
  const handshake = watchHandshake(frame, configuration.project.contentOrigin, silence);
  recording.playInto((carried) => {
    trace.take(carried);
    handshake.take(carried);
  }, handshake.hear);
  const host = document.createElement('div');
  document.body.append(host);
  createRoot(host).render(
    <StrictMode>
      <Overlay {...{ dispatch, trace, handshake, initialState: readOverlayState(storedState) }} />
    </StrictMode>,
  );
}
