import type { SilentCallbackMessage } from './silent-frame.ts';

// The page that the hidden frame of a silent sign-in ends on: hands its address to the shell and
// does nothing else. The own origin as target: framed by anyone else it says nothing.
const message: SilentCallbackMessage = { silentCallback: location.href };
if (parent !== window) parent.postMessage(message, location.origin);
