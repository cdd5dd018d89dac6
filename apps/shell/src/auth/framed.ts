/** True where the shell stands in a frame of another page. */
export function isFramed(): boolean {
  return globalThis.parent !== globalThis.self;
}
