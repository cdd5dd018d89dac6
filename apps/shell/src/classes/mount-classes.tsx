import { MountedDialog } from '../dialog/mounted-dialog.tsx';
import { log } from '../logging/log.ts';
import { ClassesDialog } from './classes-dialog.tsx';
import type { ClassesDependencies } from './classes-door.ts';
import { createClassesSource } from './classes-source.ts';
import { TextsContext } from './texts-context.ts';
import { loadClassesTexts } from './texts/load-texts.ts';

const mounted = new MountedDialog((error) =>
  log('error', 'The dialog of the classes has failed.', error),
);

/** Opens the dialog over the content. */
export async function mountClasses(
  dependencies: ClassesDependencies,
  joinCode: string | undefined,
): Promise<void> {
  const { store, frame, control, project } = dependencies;
  const texts = await loadClassesTexts(store.session?.isTeacher === true);
  const { session } = store;
  if (!session) return;
  // The question of a link comes in place of what is open.
  if (joinCode !== undefined) mounted.close();
  if (mounted.isOpen) return;
  const leave = () => {
    mounted.close();
    frame.window?.focus();
  };
  mounted.open(
    dependencies,
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
    </TextsContext>,
  );
}
