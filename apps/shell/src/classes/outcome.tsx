import { useTexts } from './texts-context.ts';
import type { Action } from './use-action.ts';

/** Result of the last action, announced to screen readers, too. */
export function Outcome({ action }: { readonly action: Pick<Action, 'done' | 'fault'> }) {
  const texts = useTexts();
  return (
    <>
      <output className="classes-done">{action.done}</output>
      {action.fault && (
        <p className="classes-fault" role="alert">
          {texts.faults[action.fault]}
        </p>
      )}
    </>
  );
}
