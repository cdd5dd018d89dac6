/**
 * The one frame that shows content. It lives in a host element beside React's root and is handled
 * imperatively: whenever an iframe is taken out of the document and put back, it loads anew and the
 * learner loses what was not saved.
 */
export interface ContentFrame {
  /** The content's window while the frame is open. */
  readonly window: Window | null;
  readonly isOpen: boolean;
  /** The frame's document has loaded. */
  readonly isLoaded: boolean;
  /** Shows the address. An open frame stays as it is. */
  open(address: string): void;
  /**
   * Leads the open frame on to another page, as a link in it would: the way back stays, and so does the
   * address that it was opened with. Without an open frame nothing happens.
   */
  lead(address: string): void;
  close(): void;
  /** Calls the listener whenever a property above has changed; the result stops that. */
  readonly subscribe: (listener: () => void) => () => void;
}

/**
 * Rights of the content. `allow-same-origin` gives it its own origin, which is never the shell's. Links open in
 * ordinary tabs. It can neither navigate the shell nor open dialogs over it.
 */
const sandbox =
  'allow-scripts allow-same-origin allow-forms allow-downloads allow-popups allow-popups-to-escape-sandbox';
/**
 * Features of the browser that are handed on, each to the origin of the frame's own address alone: gone
 * elsewhere, the frame has none of them. The host's header Permissions-Policy names the same.
 */
const permissions = 'autoplay; clipboard-write; encrypted-media; fullscreen; picture-in-picture';

export function createContentFrame(host: HTMLElement, title: string): ContentFrame {
  let frame: HTMLIFrameElement | undefined;
  let isLoaded = false;
  const listeners = new Set<() => void>();
  const notify = () => listeners.forEach((listener) => listener());

  return {
    get window() {
      return frame?.contentWindow ?? null;
    },
    get isOpen() {
      return frame !== undefined;
    },
    get isLoaded() {
      return isLoaded;
    },
    open(address) {
      if (frame) return;
      const opened = document.createElement('iframe');
      opened.dataset['contentFrame'] = '';
      opened.title = title;
      opened.setAttribute('sandbox', sandbox);
      opened.allow = permissions;
      opened.referrerPolicy = 'no-referrer';
      opened.addEventListener('load', () => {
        isLoaded = true;
        // Someone who already works in the shell is not pulled away.
        if (document.activeElement === document.body) opened.focus();
        notify();
      });
      opened.src = address;
      frame = opened;
      host.append(opened);
      notify();
    },
    lead(address) {
      if (frame?.contentWindow) frame.contentWindow.location.href = address;
    },
    close() {
      if (!frame) return;
      frame.remove();
      frame = undefined;
      isLoaded = false;
      notify();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
