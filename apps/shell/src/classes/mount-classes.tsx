import type { ReactNode } from 'react';
import { MountedDialog } from '../dialog/mounted-dialog.tsx';
import { log } from '../logging/log.ts';
import { ClassesDialog } from './classes-dialog.tsx';
import { forgetJoinCode } from '../session/kept-join-code.ts';
import { isSpokenToAsTeacher } from '../session/user-session.ts';
import type { ClassesDependencies, ClassesView } from './classes-door.ts';
import { createClassesSource, type ClassesSource } from './classes-source.ts';
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
  const isAsking = view.kind === 'join';
  const leave = () => {
    mounted.close();
    if (isAsking) forgetJoinCode();
    frame.window?.focus();
  };
  const opened = createClassesSource({ ...dependencies, session });
  const source: ClassesSource = {
    ...opened,
    async join(code) {
      const entry = await opened.join(code);
      // A reload asks about it no more.
      if (isAsking) forgetJoinCode();
      return entry;
    },
  };
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
