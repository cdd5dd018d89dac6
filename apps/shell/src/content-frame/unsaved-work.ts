import type { ContentFrame } from './content-frame.ts';

/** Makes the browser ask before the page is left while the content holds unsaved work. */
export interface UnsavedWork {
  /** The content's last word. */
  set(unsaved: boolean): void;
  /** True while the content says that it has some. */
  readonly isUnsaved: boolean;
  /** Resolves once there is none: at once, after a save, or when the content is gone. */
  settled(): Promise<void>;
}

/**
 * The frame's sandbox lets no dialog of the content's own through, so the shell asks in its place. It
 * asks no more once the content is gone: where the shell itself leaves the page after a session has
 * ended, nobody is held back.
 */
export function createUnsavedWork(frame: ContentFrame): UnsavedWork {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  let saving: PromiseWithResolvers<void> | undefined;

  function set(unsaved: boolean): void {
    if (unsaved) saving ??= Promise.withResolvers();
    else {
      saving?.resolve();
      saving = undefined;
    }
    // Only while there is something to ask about: pages with this listener may be kept out of the
    // browser's page cache.
    if (unsaved) addEventListener('beforeunload', ask);
    else removeEventListener('beforeunload', ask);
  }

  function settled(): Promise<void> {
    // Input during the last save is awaited, too.
    return saving ? saving.promise.then(settled) : Promise.resolve();
  }

  frame.subscribe(() => {
    if (!frame.isOpen) set(false);
  });
  return {
    set,
    get isUnsaved() {
      return saving !== undefined;
    },
    settled,
  };
}
