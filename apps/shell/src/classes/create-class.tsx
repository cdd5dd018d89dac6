import { useId, useRef, useState } from 'react';
import type { ClassesSource } from './classes-source.ts';
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
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // One that was made although its answer was lost is not made twice.
  const [groupId] = useState(() => crypto.randomUUID());
  const [isMissing, setMissing] = useState(false);
  const action = useAction();

  async function create(): Promise<void> {
    const name = field.current?.value.trim() ?? '';
    setMissing(name === '');
    if (name === '') return field.current?.focus();
    if (action.isBusy) return;
    if (await action.run(() => source.create(groupId, name))) onCreated(groupId);
  }

  return (
    <form
      className="classes-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <label htmlFor={id}>{texts.name}</label>
      <input
        ref={field}
        id={id}
        maxLength={255}
        autoComplete="off"
        aria-invalid={isMissing}
        aria-describedby={`${id}-note`}
      />
      <p id={`${id}-note`} className="classes-note" aria-live="polite">
        {isMissing && <span className="classes-fault">{`${texts.nameMissing} `}</span>}
        <span>{texts.nameHint}</span>
      </p>
      <button className="button" type="submit" aria-disabled={action.isBusy}>
        {texts.create}
      </button>
      <Outcome action={action} />
    </form>
  );
}
