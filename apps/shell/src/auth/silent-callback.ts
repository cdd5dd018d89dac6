import type { AnswerMessage } from './answer-message.ts';

// The page that the hidden frame of a silent sign-in ends on: hands its address to the shell and
// does nothing else. The own origin as target: framed by anyone else it says nothing.
const message: AnswerMessage = { signInAnswer: location.href };
if (parent !== window) parent.postMessage(message, location.origin);
