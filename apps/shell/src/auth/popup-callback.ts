import type { AnswerMessage } from './answer-message.ts';

// The page that a sign-in popup ends on: hands its address to the shell that has opened it, and closes.
// The own origin as target: opened by anyone else it says nothing.
const message: AnswerMessage = { signInAnswer: location.href };
// Should the window stay, no code stands in its address any more.
history.replaceState(null, '', location.pathname);
(opener as Window | null)?.postMessage(message, location.origin);
close();
