import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { MyDataDialog } from './my-data-dialog.tsx';
import type { MyDataDependencies } from './my-data-door.ts';
import { createPersonalData } from './personal-data.ts';

/** There is one at a time. */
let close: (() => void) | undefined;

/**
 * Opens the dialog in a root of its own. It is about one user: when the session ends, or becomes another's,
 * it goes.
 */
export function mountMyData(
  { title, courses, clientOf, store, outbox, frame, signInAnew, signOut }: MyDataDependencies,
  isSignInFresh: boolean,
): void {
  const { session } = store;
  const { current } = outbox;
  if (close || !session || !current) return;
  const { subject } = session.user;
  const host = document.createElement('div');
  document.body.append(host);
  const root = createRoot(host);
  const stop = store.subscribe(() => {
    if (store.session?.user.subject !== subject) close?.();
  });
  close = () => {
    close = undefined;
    stop();
    root.unmount();
    host.remove();
  };
  root.render(
    <StrictMode>
      <MyDataDialog
        title={title}
        data={createPersonalData({ clientOf, subject, courses, outbox: current, frame })}
        onClose={() => {
          close?.();
          // Erasing has taken the content away, and did not come to its end.
          if (!frame.isOpen) return location.reload();
          // Opened from another dialog, the browser has given the focus back to that.
          if (!document.querySelector('dialog[open]')) frame.window?.focus();
        }}
        onErased={() => location.reload()}
        onAccountErased={() => {
          close?.();
          signOut();
        }}
        signedInAt={isSignInFresh ? Date.now() : undefined}
        onSignInAnew={() => {
          close?.();
          signInAnew();
        }}
      />
    </StrictMode>,
  );
}
