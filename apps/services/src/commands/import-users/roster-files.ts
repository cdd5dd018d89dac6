/** Files by name, wherever they lie: a folder, or a zip. */
export interface RosterFiles {
  has(name: string): boolean;
  /** Bytes of one of them. */
  read(name: string): AsyncIterable<Uint8Array>;
  close(): void;
}
