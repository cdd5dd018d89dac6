import { useId } from 'react';

interface SelectProps<Value extends string> {
  readonly label: string;
  /** Text of no choice; absent: one has to be chosen. */
  readonly none?: string;
  readonly options: readonly { readonly value: Value; readonly text: string }[];
  readonly value: Value | undefined;
  readonly onChange: (value: Value | undefined) => void;
}

/** A labelled list to choose from. */
export function Select<Value extends string>({
  label,
  none,
  options,
  value,
  onChange,
}: SelectProps<Value>) {
  const id = useId();
  return (
    <div className="progress-field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value ?? ''}
        onChange={({ target }) =>
          onChange(options.find((option) => option.value === target.value)?.value)
        }
      >
        {none !== undefined && <option value="">{none}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </div>
  );
}
