import { useEffect, useRef, useState } from 'react';
import { log } from '../logging/log.ts';
import { texts } from '../texts/texts.ts';

interface DownloadProps {
  readonly label: string;
  /** @returns what is not in the file: how many entries; nothing where nobody can say. */
  readonly download: (signal: AbortSignal) => Promise<number | undefined>;
  /** @returns whether somebody else says what is to be done. */
  readonly onFailed?: ((error: unknown) => boolean) | undefined;
}

type Progress = 'none' | 'under way' | 'failed' | { readonly undelivered: number };

/** A button that downloads, and what has come of it. */
export function Download({ label, download, onFailed }: DownloadProps) {
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
      if (signal.aborted || onFailed?.(error)) return;
      log('error', 'Could not download what is kept of a user.', error);
      setProgress('failed');
    }
  }

  return (
    <>
      <button
        className="button"
        type="button"
        aria-disabled={progress === 'under way'}
        onClick={() => void begin()}
      >
        {label}
      </button>
      <output>
        {progress === 'under way' && myData.downloading}
        {typeof progress === 'object' && myData.downloaded}
        {typeof progress === 'object' &&
          progress.undelivered > 0 &&
          ` ${myData.undelivered(progress.undelivered)}`}
      </output>
      {progress === 'failed' && <p role="alert">{myData.downloadFailed}</p>}
    </>
  );
}
