import { useState } from 'react';
import type { ClassesSource } from './classes-source.ts';
import { NameForm } from './name-form.tsx';
import { Outcome } from './outcome.tsx';
import { useTexts } from './texts-context.ts';
import { useAction } from './use-action.ts';

interface CreateClassProps {
  readonly source: Pick<ClassesSource, 'create'>;
  readonly onCreated: (groupId: string) => void;
}

/** Makes a class of a name; everything else can be changed later. */
export function CreateClass({ source, onCreated }: CreateClassProps) {
  const texts = useTexts();
  // One that was made although its answer was lost is not made twice.
  const [groupId] = useState(() => crypto.randomUUID());
  const action = useAction();

  async function create(name: string): Promise<void> {
    if (await action.run(() => source.create(groupId, name))) onCreated(groupId);
  }

  return (
    <NameForm
      name=""
      hint={texts.nameHint}
      submit={texts.create}
      isBusy={action.isBusy}
      onName={(name) => void create(name)}
    >
      <Outcome action={action} />
    </NameForm>
  );
}
