import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { log } from '../logging/log.ts';
import type { ProgressDependencies } from './progress-door.ts';
import { ProgressDialog } from './progress-dialog.tsx';
import { createProgressSource } from './progress-source.ts';

/** There is one at a time. */
let close: (() => void) | undefined;

/** Opens the page over the content. It is about one user: when the session becomes another's, it goes. */
export function mountProgress(dependencies: ProgressDependencies): void {
  const { store, outbox, frame } = dependencies;
  const { session } = store;
  if (close || !session) return;
  const { subject } = session.user;
  const host = document.createElement('div');
  document.body.append(host);
  const root = createRoot(host, {
    // Else it would be gone, and could not be opened again.
    onUncaughtError(error) {
      log('error', 'The progress page has failed.', error);
      leave();
    },
  });
  const stop = store.subscribe(() => {
    if (store.session?.user.subject !== subject) close?.();
  });
  close = () => {
    close = undefined;
    stop();
    root.unmount();
    host.remove();
  };
  const leave = () => {
    close?.();
    frame.window?.focus();
  };
  const source = createProgressSource({ ...dependencies, subject, outbox: outbox.current });
  root.render(
    <StrictMode>
      <ProgressDialog source={source} isTeacher={session.isTeacher} onClose={leave} />
    </StrictMode>,
  );
}
