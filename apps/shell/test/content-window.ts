/** The content's window: keeps what the shell posts to it, with the target origin. */
export function contentWindow() {
  const posted: [message: unknown, targetOrigin: string][] = [];
  /** Ports of the messages. */
  const ports: MessagePort[] = [];
  return {
    posted,
    ports,
    postMessage(message: unknown, origin: string, transfer: readonly MessagePort[] = []): void {
      posted.push([message, origin]);
      ports.push(...transfer);
    },
  };
}
