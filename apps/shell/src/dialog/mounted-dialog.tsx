import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { ContentFrame } from '../content-frame/content-frame.ts';
import type { SessionStore } from '../session/session-store.ts';

/** A root over the content for one dialog at a time. It is about one user: when the session becomes another's, it goes. */
export class MountedDialog {
  readonly #onFailure: (error: unknown) => void;
  #close: (() => void) | undefined;

  /** @param onFailure hears that the dialog cannot be drawn, and has gone */
  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure;
  }

  get isOpen(): boolean {
    return this.#close !== undefined;
  }

  /** To be called while it is not open. */
  open(
    {
      store,
      frame,
    }: { readonly store: SessionStore; readonly frame: Pick<ContentFrame, 'window'> },
    dialog: ReactNode,
  ): void {
    const subject = store.session?.user.subject;
    const host = document.createElement('div');
    host.dataset['dialog'] = '';
    document.body.append(host);
    const root = createRoot(host, {
      // Else it would be gone, and could not be opened again.
      onUncaughtError: (error) => {
        this.#onFailure(error);
        this.close();
        frame.window?.focus();
      },
    });
    const stop = store.subscribe(() => {
      if (store.session?.user.subject !== subject) this.close();
    });
    this.#close = () => {
      this.#close = undefined;
      stop();
      root.unmount();
      host.remove();
    };
    root.render(<StrictMode>{dialog}</StrictMode>);
  }

  close(): void {
    this.#close?.();
  }
}
