import type { AnswerMessage, PopupMessage } from './answer-message.ts';

// The page that a sign-in popup begins and ends on. The own origin as target: opened by anyone else it says
// nothing.
function postToOpener(message: AnswerMessage | PopupMessage): void {
  (opener as Window).postMessage(message, location.origin);
}

const { href, search, pathname } = location;
// Should the window stay, no code stands in its address any more.
if (search) history.replaceState(null, '', pathname);

// Apps that show pages, such as Teams, open the window in the system's browser. The user can sign in there instead.
if (!opener) location.replace('/login');
else if (search) {
  postToOpener({ signInAnswer: href });
  document.querySelector('p')!.hidden = false;
  close();
} else postToOpener({ signInPopup: 'open' });
