import { Button } from '../button.tsx';
import { texts } from '../texts/texts.ts';

/** Says that something could not be loaded, and lets one try again. */
export function Failure({ retry }: { readonly retry: () => void }) {
  return (
    <div className="progress-failure" role="alert">
      <p>{texts.progress.failed}</p>
      <Button onClick={retry}>{texts.progress.retry}</Button>
    </div>
  );
}
