/** The content's window: keeps what the shell posts to it, with the target origin. */
export function contentWindow() {
  const posted: [message: unknown, targetOrigin: string][] = [];
  return {
    posted,
    postMessage: (message: unknown, origin: string) => posted.push([message, origin]),
  };
}
