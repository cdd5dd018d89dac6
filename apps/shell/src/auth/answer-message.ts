/** `popup-callback.html` posts this to the shell when it has been opened without an answer. */
export interface PopupMessage {
  readonly signInPopup: 'open';
}

/** `silent-callback.html` and `popup-callback.html` post this to the shell. */
export interface AnswerMessage {
  /** Their address, with the provider's answer as query. */
  readonly signInAnswer: string;
}

/**
 * Hears the provider's answer from the page in a frame or popup of ours that the provider has redirected
 * to. Anything else is ignored: what other windows or origins say, and answers to another request, which
 * are late or forged.
 *
 * @param source The window that may say it; looked up with each message.
 * @param signal Ends the listening.
 */
export function onAnswer(
  source: () => Window | null,
  request: { readonly redirectUri: string; readonly state: string },
  listener: (answer: URL) => void,
  signal: AbortSignal,
): void {
  const receive = (event: MessageEvent<Partial<AnswerMessage> | null>) => {
    if (event.source === null || event.source !== source()) return;
    if (event.origin !== location.origin) return;
    const text = event.data?.signInAnswer;
    if (typeof text !== 'string' || !text.startsWith(`${request.redirectUri}?`)) return;
    const answer = new URL(text);
    const { searchParams } = answer;
    // Some providers send errors without the state. The window shows which request such an error answers; a code beside
    // it is never exchanged.
    if (!searchParams.has('state') && searchParams.get('error'))
      searchParams.set('state', request.state);
    if (searchParams.get('state') === request.state) listener(answer);
  };
  addEventListener('message', receive, { signal });
}
