import { sessionCheckIntervalInMs, sessionCheckPauseInMs } from './sign-in-defaults.ts';

/** How often the frame may leave its question unanswered: the browser may not let it be framed, or run. */
const unansweredMaximum = 5;

interface SessionCheckOptions {
  /** The provider's `check_session_iframe`. */
  readonly frameAddress: URL;
  readonly clientId: string;
  /** The session that the provider has named last. */
  readonly sessionState: () => string | undefined;
  /**
   * The provider's session is another one, or none. What is to be done about it may take its time.
   *
   * @returns whether the provider has said who is signed in; if not, this is told again after a pause.
   */
  readonly onChanged: () => Promise<boolean>;
}

/**
 * Asks a hidden frame of the provider again and again whether its session is still the same, without any
 * request (OpenID Connect Session Management 1.0, section 3):
 *
 *   shell                                         provider's frame
 *     │ ── '<client id> <session state>' ──────────▶ │
 *     │ ◀─ 'unchanged' | 'changed' | 'error' ─────── │
 *
 * A frame that has never said 'unchanged' cannot see its session, since the browser gives it no cookies:
 * its 'changed' means nothing, and it is asked no more. Neither is one that says 'error', still says
 * 'changed' after the provider has answered, or does not answer, because it must not be framed.
 *
 * @returns ends it.
 */
export function startSessionCheck(options: SessionCheckOptions): () => void {
  const { frameAddress, clientId, sessionState, onChanged } = options;
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.src = frameAddress.href;
  const ended = new AbortController();
  let timer: ReturnType<typeof setInterval> | undefined;
  let seesSession = false;
  let isBusy = false;
  let unanswered = 0;

  function ask(): void {
    if (isBusy) return;
    const state = sessionState();
    if (state === undefined || unanswered >= unansweredMaximum) return stop();
    unanswered++;
    frame.contentWindow?.postMessage(`${clientId} ${state}`, frameAddress.origin);
  }

  function stop(): void {
    ended.abort();
    clearInterval(timer);
    frame.remove();
  }

  function askRegularly(): void {
    timer ??= setInterval(ask, sessionCheckIntervalInMs);
  }

  async function receive({ source, origin, data }: MessageEvent<unknown>): Promise<void> {
    if (source !== frame.contentWindow || origin !== frameAddress.origin) return;
    unanswered = 0;
    if (isBusy) return;
    if (data === 'unchanged') seesSession = true;
    else if (data === 'error' || (data === 'changed' && !seesSession)) stop();
    else if (data === 'changed') {
      isBusy = true;
      const isAnswered = await onChanged();
      // An answer brings a session state of its own, which the frame has yet to show that it sees.
      seesSession = !isAnswered;
      if (!isAnswered) await pause();
      isBusy = false;
    }
  }

  addEventListener('message', (event) => void receive(event), { signal: ended.signal });
  // Before, there is nobody of that origin to hear it.
  frame.addEventListener('load', askRegularly, { signal: ended.signal });
  document.body.append(frame);
  return stop;
}

/** A provider that does not answer is not asked again and again. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, sessionCheckPauseInMs));
}
