import { vi } from 'vitest';
import { fakeFrame } from './bridge-scene.ts';

export const shellOrigin = 'https://shell.example';

type Listener = (event: object) => void;

/** A document in the frame. */
export interface ContentDocument {
  readonly origin: string;
  /** Its listeners to window messages. */
  readonly listeners: Set<Listener>;
  /** Ports that it was handed. */
  readonly ports: MessagePort[];
  /** The shell's window as it sees it. */
  readonly parent: { postMessage(data: unknown, targetOrigin: string): void };
}

interface Options {
  /** Ports reach the content; from older containers there came none. */
  readonly handsOverPorts: boolean;
}

const { setImmediate: nextRound } = globalThis;

/**
 * A shell's window and a frame in it, as browsers have them: messages arrive later, as copies, at the
 * document that the frame shows then, if it is of the origin that they are for. Both sides find their own
 * window in the globals: the shell's while it is opened, then that of the document that is loaded last.
 */
export function fakeWindows({ handsOverPorts }: Options) {
  const shellListeners = new Set<Listener>();
  let shown: ContentDocument | undefined;
  let contentWindow = createWindow();
  let isShellThere = true;
  const { frame, show } = fakeFrame(contentWindow);

  const current = () => shown?.listeners ?? shellListeners;
  vi.stubGlobal('addEventListener', (type: string, listener: Listener) => {
    if (type === 'message') current().add(listener);
  });
  const everyListener: Set<Listener>[] = [shellListeners];
  vi.stubGlobal('removeEventListener', (_type: string, listener: Listener) => {
    for (const listeners of everyListener) listeners.delete(listener);
  });

  function createWindow() {
    return {
      postMessage(message: unknown, targetOrigin: string, transfer: readonly MessagePort[] = []) {
        const data: unknown = structuredClone(message);
        nextRound(() => {
          const target = shown;
          if (target?.origin !== targetOrigin) return;
          const ports = handsOverPorts ? [...transfer] : [];
          target.ports.push(...ports);
          const event = { data, ports, source: target.parent, origin: shellOrigin };
          for (const listener of target.listeners) listener(event);
        });
      },
    };
  }

  /** As browsers do with a document that is gone: nothing reaches it, and nothing comes from it. */
  function unload(): void {
    for (const port of shown?.ports ?? []) port.close();
    shown = undefined;
  }

  return {
    frame,
    /** Listeners for window messages that the documents of all time have left. */
    get listenerCount() {
      return everyListener.slice(1).reduce((count, { size }) => count + size, 0);
    },
    /** Shows another document: in the same window, or in a new one where the frame is closed. */
    load(origin: string): ContentDocument {
      unload();
      if (!frame.isOpen) {
        contentWindow = createWindow();
        show(contentWindow);
      }
      const source = contentWindow;
      const document: ContentDocument = {
        origin,
        listeners: new Set(),
        ports: [],
        parent: {
          postMessage(message) {
            const data: unknown = structuredClone(message);
            nextRound(() => {
              if (shown !== document || !isShellThere) return;
              for (const listener of shellListeners) listener({ data, source, origin, ports: [] });
            });
          },
        },
      };
      everyListener.push(document.listeners);
      shown = document;
      vi.stubGlobal('window', { parent: document.parent });
      return document;
    },
    close(): void {
      unload();
      frame.close();
    },
    /** From now on window messages reach no shell: it hangs, or is gone. */
    silenceShell(): void {
      isShellThere = false;
    },
  };
}
