import { useId, useState } from 'react';
import { Button } from '../button.tsx';
import { texts } from '../texts/texts.ts';

interface EraseQuestionProps {
  /** Sentences that say what goes and what stays. */
  readonly warnings: readonly string[];
  readonly isErasing: boolean;
  /** Why it has not come to its end. */
  readonly failure: string | undefined;
  readonly onKeep: () => void;
  readonly onErase: () => void;
}

/** Says what will be gone and what not. Yes counts only once somebody has ticked that this is understood. */
export function EraseQuestion({
  warnings,
  isErasing,
  failure,
  onKeep,
  onErase,
}: EraseQuestionProps) {
  const [isUnderstood, setUnderstood] = useState(false);
  const id = useId();
  const { myData } = texts;
  const mayErase = isUnderstood && !isErasing;
  return (
    <div className="my-data-body">
      <div id={id}>
        {warnings.map((warning) => (
          <p key={warning}>{warning}</p>
        ))}
      </div>
      <label className="my-data-understood">
        <input
          type="checkbox"
          checked={isUnderstood}
          disabled={isErasing}
          aria-describedby={id}
          onChange={({ target }) => setUnderstood(target.checked)}
        />
        {myData.understood}
      </label>
      {failure !== undefined && <p role="alert">{failure}</p>}
      <output>{isErasing && myData.deleting}</output>
      <div className="my-data-buttons">
        <Button aria-disabled={isErasing} onClick={() => isErasing || onKeep()}>
          {myData.deleteNo}
        </Button>
        <Button
          isQuiet
          className="my-data-delete"
          aria-disabled={!mayErase}
          onClick={() => mayErase && onErase()}
        >
          {myData.deleteYes}
        </Button>
      </div>
    </div>
  );
}
