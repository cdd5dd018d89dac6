import { MountedDialog } from '../dialog/mounted-dialog.tsx';
import { log } from '../logging/log.ts';
import { MyDataDialog } from './my-data-dialog.tsx';
import type { MyDataDependencies } from './my-data-door.ts';
import { createPersonalData } from './personal-data.ts';

const mounted = new MountedDialog((error) =>
  log('error', 'The dialog of the own data has failed.', error),
);

/** Opens the dialog over the content. */
export function mountMyData(
  { title, courses, clientOf, store, outbox, frame, signInAnew, signOut }: MyDataDependencies,
  isSignInFresh: boolean,
): void {
  const { session } = store;
  const { current } = outbox;
  if (mounted.isOpen || !session || !current) return;
  const { subject } = session.user;
  mounted.open(
    { store, frame },
    <MyDataDialog
      title={title}
      data={createPersonalData({ clientOf, subject, courses, outbox: current, frame })}
      onClose={() => {
        mounted.close();
        // Erasing has taken the content away, and did not come to its end.
        if (!frame.isOpen) return location.reload();
        // Opened from another dialog, the browser has given the focus back to that.
        if (!document.querySelector('dialog[open]')) frame.window?.focus();
      }}
      onErased={() => location.reload()}
      onAccountErased={() => {
        mounted.close();
        signOut();
      }}
      signedInAt={isSignInFresh ? Date.now() : undefined}
      onSignInAnew={() => {
        mounted.close();
        signInAnew();
      }}
    />,
  );
}
