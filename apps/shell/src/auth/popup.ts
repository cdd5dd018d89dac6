import { inTime } from '../in-time.ts';
import { onAnswer, type PopupMessage } from './answer-message.ts';
import { popupCheckIntervalInMs, popupOpenLimitInMs } from './sign-in-defaults.ts';
import { SignInError } from './sign-in-error.ts';

/** A window of its own for the identity provider, where the shell itself stands in a frame of another site. */
export interface Popup {
  /**
   * Shows an authorization request until the provider has answered; the window closes then.
   *
   * @throws {SignInError} 'Popup window closed' when somebody has closed it before.
   */
  visit(address: URL, redirectUri: string, state: string): Promise<URL>;
  /** Brings it before other windows, as far as the browser lets it. */
  focus(): void;
  close(): void;
}

/** Section 8 of the specification. */
const popupClosed = 'Popup window closed';

/** True where the user has closed the window before the provider had answered. */
export function isPopupClosed(error: unknown): boolean {
  return error instanceof SignInError && error.message === popupClosed;
}

/** Size of the window, in CSS pixels. */
const features = 'popup,width=480,height=680';

/**
 * Opens the window on a page of ours: only within a click does the browser let it open, and there is no time then
 * to ask for the provider's addresses. An empty page would have the shell's opener policy, with which WebKit takes
 * the provider's page for closed.
 *
 *   shell                        popup                           identity provider
 *     │ ── popup-callback.html ──▶ │
 *     │ ◀─ postMessage(open) ───── │
 *     │ ── authorization request ─▶ │ ─────────────────────────────▶ │
 *     │                            │ ◀─ redirect to popup-callback.html?code=… ─ │
 *     │ ◀─ postMessage(address) ── │ closes
 *     │ ── code exchange, verified as after a redirect ───────────▶ │
 *
 * @returns nothing where the browser does not let it open.
 */
export function openPopup(): Popup | undefined {
  const opened = open('/popup-callback.html', '_blank', features);
  if (!opened) return undefined;
  const shown = untilShown(opened);
  return {
    visit: (address, redirectUri, state) => visit(opened, shown, address, { redirectUri, state }),
    focus: () => opened.focus(),
    close: () => opened.close(),
  };
}

/** Waits until the window's own page is there; not for ever, since the provider's may come without it. */
function untilShown(popup: Window): Promise<void> {
  const waiting = new AbortController();
  const shown = new Promise<void>((resolve) => {
    addEventListener(
      'message',
      ({ source, origin, data }: MessageEvent<Partial<PopupMessage> | null>) => {
        if (source === popup && origin === location.origin && data?.signInPopup) resolve();
      },
      { signal: waiting.signal },
    );
  });
  return inTime(shown, popupOpenLimitInMs, 'Popup')
    .catch(() => {})
    .finally(() => waiting.abort());
}

function visit(
  popup: Window,
  shown: Promise<void>,
  address: URL,
  request: { readonly redirectUri: string; readonly state: string },
): Promise<URL> {
  const finished = new AbortController();
  return new Promise<URL>((resolve, reject) => {
    let wasClosed = false;
    const timer = setInterval(() => {
      // Its last message may still be on the way when it has closed itself.
      if (wasClosed) reject(new SignInError(popupClosed));
      wasClosed = popup.closed;
    }, popupCheckIntervalInMs);
    finished.signal.addEventListener('abort', () => clearInterval(timer));
    onAnswer(() => popup, request, resolve, finished.signal);
    const goOn = async () => {
      await shown;
      if (!finished.signal.aborted && !popup.closed) popup.location.href = address.href;
    };
    void goOn();
  }).finally(() => {
    finished.abort();
    popup.close();
  });
}
