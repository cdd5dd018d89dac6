/** How long the browser has to take up the file, in milliseconds. */
const fileKeptForInMs = 10_000;

/** Has the browser keep a file where it keeps what is downloaded. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), fileKeptForInMs);
}
