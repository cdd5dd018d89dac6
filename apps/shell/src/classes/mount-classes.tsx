import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { log } from '../logging/log.ts';
import { ClassesDialog } from './classes-dialog.tsx';
import type { ClassesDependencies } from './classes-door.ts';
import { createClassesSource } from './classes-source.ts';
import { TextsContext } from './texts-context.ts';
import { loadClassesTexts } from './texts/load-texts.ts';

/** There is one at a time. */
let close: (() => void) | undefined;

/** Opens the dialog over the content. It is about one user: when the session becomes another's, it goes. */
export async function mountClasses(
  dependencies: ClassesDependencies,
  joinCode: string | undefined,
): Promise<void> {
  const { store, frame, control, project } = dependencies;
  const texts = await loadClassesTexts(store.session?.isTeacher === true);
  const { session } = store;
  if (!session) return;
  // The question of a link comes in place of what is open.
  if (joinCode !== undefined) close?.();
  if (close) return;
  const { subject } = session.user;
  const host = document.createElement('div');
  document.body.append(host);
  const root = createRoot(host, {
    // Else it would be gone, and could not be opened again.
    onUncaughtError(error) {
      log('error', 'The dialog of the classes has failed.', error);
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
  root.render(
    <StrictMode>
      <TextsContext value={texts}>
        <ClassesDialog
          source={createClassesSource({ ...dependencies, session })}
          user={session.user}
          title={project.title}
          joinCode={joinCode}
          redeem={(code) => control.redeem(code)}
          onChanged={() => void control.refresh()}
          onClose={leave}
        />
      </TextsContext>
    </StrictMode>,
  );
}
