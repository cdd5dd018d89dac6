import { BridgeError, type Container } from '@lectern/sdk';
import type { Answer } from './answers.ts';
import { mayRetry } from './retrying.ts';
import { hideNotice, showNotice } from './views/notices.ts';

type Answers = ReadonlyMap<string, Answer>;

/**
 * Saves at once whenever waiting for a pause in the typing could be too late. After this there is no
 * later: when the page is already going (`pagehide`), no message reaches the container any more.
 */
export function saveInTime(answers: Answers): void {
  function flush(): void {
    for (const answer of answers.values()) void answer.flush();
  }
  // A phone may end a page that is out of sight without another event.
  document.addEventListener('visibilitychange', () => document.hidden && flush());
  // The container asks whether to leave; meanwhile the answer is on its way.
  addEventListener('beforeunload', flush);
  addEventListener('online', flush);
}

/** Saves a last time, stops and says so once the container has lost the session. */
export function watchSession(container: Container, answers: Answers): void {
  container.on('session-lost', () => {
    const error = new BridgeError('NOT_LOGGED_IN', 'setLocalStoreItems', 'The session was lost.');
    for (const answer of answers.values()) {
      // With the seat alone lost, the container still takes it.
      void answer.flush();
      answer.stopSaving(error);
    }
    // There is nothing left to sign out of.
    hideNotice('sign-out');
    offerLogin(
      container,
      'Deine Anmeldung ist abgelaufen. Was du jetzt schreibst, wird nicht mehr gespeichert.',
    );
  });
}

function offerLogin(container: Container, text: string): void {
  const run = () => void signInAgain(container);
  showNotice('session-lost', text, [{ label: 'Neu anmelden', run }]);
}

/** Where it works, the whole page goes to the identity provider. */
async function signInAgain(container: Container): Promise<void> {
  try {
    await container.startLogin();
  } catch (error) {
    if (mayRetry(error)) {
      offerLogin(container, 'Das Anmelden hat noch nicht geklappt. Bitte versuche es noch einmal.');
      return;
    }
    showNotice(
      'session-lost',
      'Von hier aus kannst du dich leider nicht neu anmelden. Kopiere, was noch nicht gespeichert ist, und lade dann die Seite neu.',
    );
  }
}

/** Signs out once everything is saved; what cannot be saved now is left to the learner to decide. */
export async function signOut(container: Container, answers: Answers): Promise<void> {
  hideNotice('sign-out');
  const saved = await Promise.all([...answers.values()].map((answer) => answer.flush()));
  if (saved.every(Boolean)) return leave(container);
  showNotice(
    'sign-out',
    'Noch ist nicht alles gespeichert. Wenn du dich jetzt abmeldest, geht das Letzte verloren.',
    [
      { label: 'Hier bleiben', run: () => hideNotice('sign-out') },
      { label: 'Trotzdem abmelden', run: () => void leave(container) },
    ],
  );
}

async function leave(container: Container): Promise<void> {
  try {
    await container.logout();
  } catch {
    showNotice('sign-out', 'Das Abmelden hat nicht geklappt. Bitte versuche es noch einmal.');
  }
}
