import type { AnswerMessage, PopupMessage } from './answer-message.ts';

// The page that a sign-in popup begins and ends on. The own origin as target: opened by anyone else it says
// nothing.
function postToOpener(message: AnswerMessage | PopupMessage): void {
  (opener as Window | null)?.postMessage(message, location.origin);
}

if (location.search) {
  const answer = location.href;
  // Should the window stay, no code stands in its address any more.
  history.replaceState(null, '', location.pathname);
  postToOpener({ signInAnswer: answer });
  document.querySelector('p')!.hidden = false;
  close();
} else if (opener) postToOpener({ signInPopup: 'open' });
// An app with pages in it, such as Teams, has opened the system's browser instead: there somebody can sign in as well.
else location.replace('/login');
