import { useId, useState, type ReactNode } from 'react';
import { useTexts } from './texts-context.ts';
import { useNameField } from './use-name-field.ts';

interface NameFormProps {
  /** Empty: the class is new. */
  readonly name: string;
  readonly hint?: string;
  readonly submit: string;
  readonly isBusy: boolean;
  readonly onName: (name: string) => void;
  readonly children?: ReactNode;
}

/** Asks for the name of a class. */
export function NameForm({ name, hint, submit, isBusy, onName, children }: NameFormProps) {
  const texts = useTexts();
  const id = useId();
  const field = useNameField(name);
  const [isMissing, setMissing] = useState(false);

  function use(): void {
    const wanted = field.current?.value.trim() ?? '';
    setMissing(wanted === '');
    if (wanted === '') field.current?.focus();
    else if (!isBusy) onName(wanted);
  }

  return (
    <form
      className="classes-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        use();
      }}
    >
      <label htmlFor={id}>{texts.name}</label>
      <input
        ref={field}
        id={id}
        defaultValue={name}
        maxLength={255}
        autoComplete="off"
        aria-invalid={isMissing}
        aria-describedby={`${id}-note`}
      />
      <p id={`${id}-note`} className="classes-note" aria-live="polite">
        {isMissing && <span className="classes-fault">{`${texts.nameMissing} `}</span>}
        {hint && <span>{hint}</span>}
      </p>
      <button
        className={name === '' ? 'button' : 'button button-quiet'}
        type="submit"
        aria-disabled={isBusy}
      >
        {submit}
      </button>
      {children}
    </form>
  );
}
