import { formatDuration } from './amounts.ts';
import { JsonText } from './json-text.tsx';
import { categories, type Field, type FieldValues } from './methods.ts';
import { texts } from './overlay-texts.ts';
import type { Methods, Shown } from './use-methods.ts';
import './methods-panel.css';

interface MethodsPanelProps {
  readonly methods: Methods;
  /** Names of the categories that are folded. */
  readonly folded: readonly string[];
  readonly onFold: (folded: readonly string[]) => void;
}

/** The buttons that call the bridge's methods, by category. */
export function MethodsPanel({ methods, folded, onFold }: MethodsPanelProps) {
  const { values, edit, shown, run } = methods;

  function setFolded(name: string, isFolded: boolean): void {
    onFold(isFolded ? [...folded, name] : folded.filter((other) => other !== name));
  }

  return categories.map((category) => {
    const { name, fields, methods: offered } = category;
    const last = shown[name];
    const isFolded = folded.includes(name);
    return (
      <details key={name} className="testing-category" open={!isFolded}>
        <summary
          onClick={(event) => {
            // The browser would fold it, too, and tell of it later: a reload in between forgets it.
            event.preventDefault();
            setFolded(name, !isFolded);
          }}
        >
          {texts.categories[name]}
        </summary>
        {offered.length === 0 && <p className="testing-hint">{texts.noMethods}</p>}
        {fields.length > 0 && (
          <div className="testing-fields">
            {fields.map((field) => (
              <FieldEntry key={field} {...{ field, values, edit }} />
            ))}
          </div>
        )}
        {offered.length > 0 && (
          <div className="testing-buttons">
            {offered.map((method) => (
              <button
                key={method.action}
                type="button"
                className="testing-button"
                title={method.action}
                onClick={() => run(name, method)}
              >
                {texts[method.action]}
              </button>
            ))}
          </div>
        )}
        {/* Always there, so that screen readers hear of a change. */}
        <output>{last && <OutcomeLine shown={last} />}</output>
        {last?.isRunning === false && !last.outcome.error && (
          <JsonText value={last.outcome.result} name={texts.resultOf(texts[last.method.action])} />
        )}
      </details>
    );
  });
}

interface FieldEntryProps {
  readonly field: Field;
  readonly values: FieldValues;
  readonly edit: Methods['edit'];
}

function FieldEntry({ field, values, edit }: FieldEntryProps) {
  return (
    <label>
      {texts.fields[field]}
      {field === 'place' ? (
        <select
          value={values.place}
          onChange={({ target }) =>
            edit({ place: target.value === 'topic' ? 'topic' : 'exercise' })
          }
        >
          <option value="topic">{texts.topic}</option>
          <option value="exercise">{texts.exercise}</option>
        </select>
      ) : (
        <input
          value={values[field]}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => edit({ [field]: target.value })}
        />
      )}
    </label>
  );
}

function OutcomeLine({ shown }: { readonly shown: Shown }) {
  const { action } = shown.method;
  if (shown.isRunning)
    return <span className="testing-hint">{texts.runningOf(texts[action])}</span>;
  const { error } = shown.outcome;
  return (
    <span className="testing-outcome" data-failed={error !== undefined}>
      <code>{action}</code> <strong>{error ? error.code : texts.states.ok}</strong>{' '}
      {texts.took(formatDuration(shown.durationInMs))}
      {error && (
        <span className="testing-why">
          {texts.errorCodes[error.code]} <span lang="en">{error.message}</span>
        </span>
      )}
    </span>
  );
}
