/** Messages between the tabs of this browser under one name. */
export interface Channel {
  tell(message: unknown): void;
  close(): void;
}

/**
 * Joins a channel. Where the browser has none, or denies it, the tab is alone.
 *
 * @param onMessage Is given whatever a page of this origin says: it may be of another version.
 */
export function joinChannel(name: string, onMessage: (message: unknown) => void): Channel {
  let port: BroadcastChannel;
  try {
    port = new BroadcastChannel(name);
  } catch {
    return { tell() {}, close() {} };
  }
  port.addEventListener('message', ({ data }: MessageEvent<unknown>) => onMessage(data));
  let isClosed = false;
  return {
    tell(message) {
      if (!isClosed) port.postMessage(message);
    },
    close() {
      isClosed = true;
      port.close();
    },
  };
}
