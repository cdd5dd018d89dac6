import { Button } from '../button.tsx';
import { useTexts } from './texts-context.ts';

interface FailureProps {
  /** Default: that the classes cannot be loaded. */
  readonly text?: string;
  readonly onRetry: () => void;
}

/** Says that something could not be loaded, and loads it with a press. */
export function Failure({ text, onRetry }: FailureProps) {
  const texts = useTexts();
  return (
    <div role="alert" className="classes-failure">
      <p>{text ?? texts.failed}</p>
      <Button onClick={onRetry}>{texts.retry}</Button>
    </div>
  );
}
