import { useEffect, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { log } from '../logging/log.ts';
import { texts } from '../texts/texts.ts';

interface DownloadProps {
  readonly label: string;
  /** @returns what is not in the file: how many entries; nothing where nobody can say. */
  readonly download: (signal: AbortSignal) => Promise<number | undefined>;
  /** @returns what to say of a failure; nothing where that is said elsewhere. */
  readonly describe?: ((error: unknown) => string | undefined) | undefined;
}

type Progress =
  | 'none'
  | 'under way'
  | { readonly failure: string }
  | { readonly undelivered: number };

/** A button that downloads, and what has come of it. */
export function Download({ label, download, describe }: DownloadProps) {
  const [progress, setProgress] = useState<Progress>('none');
  const closing = useRef<AbortController>(undefined);
  const { myData } = texts;
  useEffect(() => () => closing.current?.abort(), []);

  async function begin(): Promise<void> {
    if (progress === 'under way') return;
    closing.current = new AbortController();
    const { signal } = closing.current;
    setProgress('under way');
    try {
      setProgress({ undelivered: (await download(signal)) ?? 0 });
    } catch (error) {
      if (signal.aborted) return;
      log('error', 'Could not download what is kept of a user.', error);
      const failure = describe ? describe(error) : myData.downloadFailed;
      setProgress(failure === undefined ? 'none' : { failure });
    }
  }

  const isDone = typeof progress === 'object' && 'undelivered' in progress;
  return (
    <>
      <Button
        // Absent where it is not: the dialog may be disabled as a whole.
        aria-disabled={progress === 'under way' || undefined}
        onClick={() => void begin()}
      >
        {label}
      </Button>
      <output>
        {progress === 'under way' && <span>{myData.downloading}</span>}
        {isDone && <span>{myData.downloaded}</span>}
        {isDone && progress.undelivered > 0 && (
          <span>{` ${myData.undelivered(progress.undelivered)}`}</span>
        )}
      </output>
      {typeof progress === 'object' && 'failure' in progress && (
        <p role="alert">{progress.failure}</p>
      )}
    </>
  );
}
