import type { ReactNode } from 'react';
import { MountedDialog } from '../dialog/mounted-dialog.tsx';
import { log } from '../logging/log.ts';
import { ClassesDialog } from './classes-dialog.tsx';
import { isSpokenToAsTeacher } from '../session/user-session.ts';
import type { ClassesDependencies, ClassesView } from './classes-door.ts';
import { createClassesSource } from './classes-source.ts';
import { CodeDialog } from './code-dialog.tsx';
import { SharingDialog } from './sharing-dialog.tsx';
import { TextsContext } from './texts-context.ts';
import { loadClassesTexts } from './texts/load-texts.ts';

const mounted = new MountedDialog((error) =>
  log('error', 'The dialog of the classes has failed.', error),
);

/** Opens the dialog over the content. */
export async function mountClasses(
  dependencies: ClassesDependencies,
  view: ClassesView,
): Promise<void> {
  const { store, frame, control, project } = dependencies;
  const { session: earlier } = store;
  const texts = await loadClassesTexts(earlier !== undefined && isSpokenToAsTeacher(earlier));
  const { session } = store;
  if (!session) return;
  // The question of a link comes in place of what is open.
  if (view.kind === 'join') mounted.close();
  if (mounted.isOpen) return;
  const leave = () => {
    mounted.close();
    frame.window?.focus();
  };
  const source = createClassesSource({ ...dependencies, session });
  const codes = {
    title: project.title,
    redeem: (code: string) => control.redeem(code),
    onChanged: () => void control.refresh(),
  };
  const dialogOf = (): ReactNode => {
    switch (view.kind) {
      case 'sharing':
        return (
          <SharingDialog
            source={source}
            issue={view}
            subject={session.user.subject}
            onClose={leave}
          />
        );
      case 'code':
        return <CodeDialog source={source} {...codes} onClose={leave} />;
      case 'classes':
      case 'join':
        return (
          <ClassesDialog
            source={source}
            user={session.user}
            joinCode={view.kind === 'join' ? view.joinCode : undefined}
            {...codes}
            onClose={leave}
          />
        );
    }
  };
  mounted.open(dependencies, <TextsContext value={texts}>{dialogOf()}</TextsContext>);
}
