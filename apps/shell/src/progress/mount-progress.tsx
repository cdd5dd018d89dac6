import { MountedDialog } from '../dialog/mounted-dialog.tsx';
import { log } from '../logging/log.ts';
import type { ProgressDependencies } from './progress-door.ts';
import { ProgressDialog } from './progress-dialog.tsx';
import { createProgressSource } from './progress-source.ts';
import { AnswerDoor, doorToAnswers } from './shown-class.tsx';

const mounted = new MountedDialog((error) => log('error', 'The progress page has failed.', error));

/** Opens the page over the content. */
export function mountProgress(dependencies: ProgressDependencies): void {
  const { store, outbox, frame, bridge } = dependencies;
  const { session } = store;
  if (mounted.isOpen || !session) return;
  const { subject } = session.user;
  const source = createProgressSource({ ...dependencies, subject, outbox: outbox.current });
  const leave = () => {
    mounted.close();
    frame.window?.focus();
  };
  mounted.open(
    dependencies,
    <AnswerDoor value={doorToAnswers(bridge, leave)}>
      <ProgressDialog source={source} isTeacher={session.isTeacher} onClose={leave} />
    </AnswerDoor>,
  );
}
