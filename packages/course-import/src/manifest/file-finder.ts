/** Path in the package of the file that a path means. */
export type FindFile = (path: string) => string | undefined;

/** Tools of macOS pack letters and their marks apart; a file of the very name goes first. */
export function fileFinder(paths: ReadonlySet<string>): FindFile {
  const byNormalForm = new Map([...paths].map((path) => [path.normalize('NFC'), path]));
  return (path) => (paths.has(path) ? path : byNormalForm.get(path.normalize('NFC')));
}
