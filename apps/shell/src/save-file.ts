import { localTime } from './routes/moments.ts';

/** How long the browser has to take up the file, in milliseconds: iPads ask first whether to download it. */
const fileKeptForInMs = 5 * 60_000;

/** A name that every system takes, whatever the label of the file. */
export function fileNameOf(label: string, type: 'csv' | 'json' | 'zip', now: Date): string {
  const named = label.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-').slice(0, 60);
  const [day] = localTime(now).split(' ');
  return `lectern-${named}-${day}.${type}`;
}

/** Has the browser keep a file where it keeps what is downloaded. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), fileKeptForInMs);
}
